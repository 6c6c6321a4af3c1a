package outcry.web;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.concurrent.TimeUnit;

/** The answer to one HTTP request. Any thread may give it. */
final class Reply {
  /** The time that a client has to hear an answer before its body's end, ms. Closed at once, the connection would be reset. */
  private static final long LINGER_MS = 2_000;

  private final Channel channel;
  private final boolean keepsAlive;
  private final boolean isHead;

  Reply(Channel channel, HttpRequest request) {
    this.channel = channel;
    keepsAlive = HttpUtil.isKeepAlive(request);
    isHead = request.method().equals(HttpMethod.HEAD);
  }

  /** Answers; the next request may follow. */
  void send(FullHttpResponse response) {
    FullHttpResponse answer = isHead ? response.replace(Unpooled.EMPTY_BUFFER) : response;
    HttpUtil.setKeepAlive(answer, keepsAlive);
    var written = channel.writeAndFlush(answer);
    if (!keepsAlive) written.addListener(ChannelFutureListener.CLOSE);
  }

  /** Answers though the request may not be over, and ends the connection. */
  void last(FullHttpResponse response) {
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    channel.writeAndFlush(response).addListener(written -> {
      ((SocketChannel) channel).shutdownOutput();
      channel.eventLoop().schedule(() -> channel.close(), LINGER_MS, TimeUnit.MILLISECONDS);
    });
    channel.config().setAutoRead(true);
  }

  /** Tells a client that asked first to send its body. */
  void goOn() {
    channel.writeAndFlush(
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
  }
}
