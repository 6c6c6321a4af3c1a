package outcry.web;

import com.corundumstudio.socketio.listener.DefaultExceptionListener;
import io.netty.channel.ChannelHandlerContext;

/** Ends the connection that sent what the framework cannot read, where the framework would only log it. */
final class Exceptions extends DefaultExceptionListener {
  @Override
  public boolean exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    Gate.end(context.channel());
    return true;
  }
}
