package outcry.web;

import com.corundumstudio.socketio.SocketIOChannelInitializer;
import com.corundumstudio.socketio.handler.EncoderHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Keeps the end of an answered poll's connection from the framework's polling. That looks whether the connection is the client's newest, and
 * then forgets the newest: a poll that came in between on another thread would wait for ever. An answered poll needs no end, since nothing is
 * written to it any more and the next poll takes its place.
 */
@Sharable
final class AnsweredPolls extends ChannelInboundHandlerAdapter {
  @Override
  public void channelInactive(ChannelHandlerContext context) {
    boolean isAnswered = context.channel().attr(EncoderHandler.WRITE_ONCE).get() != null;
    ChannelHandlerContext polling = context.pipeline().context(SocketIOChannelInitializer.XHR_POLLING_TRANSPORT);
    if (isAnswered && polling != null) polling.fireChannelInactive();
    else context.fireChannelInactive();
  }
}
