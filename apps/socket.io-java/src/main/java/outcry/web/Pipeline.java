package outcry.web;

import com.corundumstudio.socketio.Configuration;
import com.corundumstudio.socketio.SocketIOChannelInitializer;
import com.corundumstudio.socketio.handler.ClientHead;
import com.corundumstudio.socketio.handler.EncoderHandler;
import com.corundumstudio.socketio.protocol.JsonSupport;
import io.netty.channel.ChannelPipeline;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The framework's pipeline of a connection, with what this app adds to it. */
final class Pipeline extends SocketIOChannelInitializer {
  private final Supplier<WebPaths> web;
  private final EncoderHandler encoder;
  private final Gate gate;
  private final PollTurns pollTurns = new PollTurns();
  private final Answers answers = new Answers();

  Pipeline(Configuration configuration, JsonSupport json, Consumer<ClientHead> begin, Supplier<WebPaths> web)
      throws IOException {
    this.web = web;
    gate = new Gate(begin);
    encoder = new EncoderHandler(configuration, new WholePolls(configuration, json));
  }

  @Override
  protected void addSocketioHandlers(ChannelPipeline pipeline) {
    super.addSocketioHandlers(pipeline);
    pipeline.addBefore(HTTP_AGGREGATOR, "web", web.get());
    pipeline.addBefore(PACKET_HANDLER, "gate", gate);
    pipeline.addBefore(XHR_POLLING_TRANSPORT, "pollTurns", pollTurns);
    pipeline.replace(SOCKETIO_ENCODER, SOCKETIO_ENCODER, encoder);
    pipeline.addLast("answers", answers);
  }
}
