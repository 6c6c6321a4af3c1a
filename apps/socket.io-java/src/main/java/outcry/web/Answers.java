package outcry.web;

import com.corundumstudio.socketio.Transport;
import com.corundumstudio.socketio.messages.OutPacketMessage;
import com.corundumstudio.socketio.messages.XHRPostMessage;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/** The last of the pipeline: sees what the framework sends before it is encoded, and failures that no handler has caught. */
@Sharable
final class Answers extends ChannelDuplexHandler {
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof XHRPostMessage) {
      // The framework answers a POST before it reads its packets: those of the next POST, on another thread, might overtake them.
      context.executor().execute(() -> context.writeAndFlush(message, promise));
      return;
    }
    context.write(message, promise);
    if (message instanceof OutPacketMessage packets && packets.getTransport() == Transport.POLLING) {
      Gate.wentOut(packets.getClientHead());
    }
  }

  /** Netty's own answer is a line of the log and a client that waits. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    Gate.end(context.channel());
  }
}
