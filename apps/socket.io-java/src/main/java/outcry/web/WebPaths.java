package outcry.web;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import outcry.room.Control;
import outcry.room.Control.Answer;
import outcry.server.Pages;

/** What is not the framework's: pages, health and control, read before a body is put together. One per connection. */
final class WebPaths extends ChannelInboundHandlerAdapter {
  private static final String FRAMEWORK = "/socket.io/";

  /** Tells the framework that a connection has sent something: it closes those that have not for 5 s. */
  private static final Object HEARD = new Object();

  private final Control control;
  private final Pages pages;

  /** The control request whose body comes; null when there is none, or when its body is of no use. */
  private ControlBody body;

  private boolean isFrameworks;

  WebPaths(Control control, Pages pages) {
    this.control = control;
    this.pages = pages;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
    if (message instanceof HttpRequest head) {
      isFrameworks = head.uri().startsWith(FRAMEWORK);
      body = null;
    }
    if (isFrameworks || !(message instanceof HttpRequest || message instanceof HttpContent)) {
      context.fireChannelRead(message);
      return;
    }
    try {
      if (message instanceof HttpRequest head) {
        context.fireChannelRead(HEARD);
        begin(context, head);
      }
      if (message instanceof HttpContent content && body != null) {
        body.take(ByteBufUtil.getBytes(content.content()), content instanceof LastHttpContent);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest head) throws IOException {
    String path = head.uri().split("\\?", 2)[0];
    Reply reply = new Reply(context.channel(), head);
    if (path.startsWith(Control.ROOT)) {
      control(context, head, path, reply);
    } else if (!head.method().equals(HttpMethod.GET) && !head.method().equals(HttpMethod.HEAD)) {
      DefaultFullHttpResponse refusal = response(HttpResponseStatus.METHOD_NOT_ALLOWED, new byte[0]);
      refusal.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
      reply.last(refusal);
    } else if (path.equals("/healthz")) {
      reply.send(response(HttpResponseStatus.OK, "ok\n".getBytes(StandardCharsets.UTF_8)));
    } else {
      reply.send(page(pages.at(path)));
    }
  }

  private void control(ChannelHandlerContext context, HttpRequest head, String path, Reply reply) {
    String authorization = head.headers().get(HttpHeaderNames.AUTHORIZATION, "");
    Answer refusal = control.refusal(head.method().name(), path, authorization);
    if (refusal != null) {
      if (HttpUtil.isContentLengthSet(head) || HttpUtil.isTransferEncodingChunked(head)) reply.last(response(refusal));
      else reply.send(response(refusal));
      return;
    }
    switch (path) {
      case Control.CLOCK -> reply.send(response(control.clock()));
      case Control.COUNTS -> control.counts().thenAccept(answer -> reply.send(response(answer)));
      default -> {
        body = path.equals(Control.BEGIN) ? new BeginBody(control, reply) : feed(context, head, reply);
        if (HttpUtil.is100ContinueExpected(head)) reply.goOn();
      }
    }
  }

  private ControlBody feed(ChannelHandlerContext context, HttpRequest head, Reply reply) {
    var to = new QueryStringDecoder(head.uri()).parameters().get("to");
    return new FeedBody(control.feed(to == null ? null : to.get(0)), context.channel(), reply);
  }

  private static DefaultFullHttpResponse page(Pages.Page page) throws IOException {
    if (page == null) return response(HttpResponseStatus.NOT_FOUND, "not found\n".getBytes(StandardCharsets.UTF_8));
    DefaultFullHttpResponse response = response(HttpResponseStatus.OK, Files.readAllBytes(page.file()));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, page.type()).set(HttpHeaderNames.CACHE_CONTROL, page.caching());
    return response;
  }

  static DefaultFullHttpResponse response(Answer answer) {
    byte[] json = answer.json().getBytes(StandardCharsets.UTF_8);
    DefaultFullHttpResponse response = response(HttpResponseStatus.valueOf(answer.status()), json);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json").set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    return response;
  }

  private static DefaultFullHttpResponse response(HttpResponseStatus status, byte[] body) {
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
    response.headers()
        .set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
        .set("x-content-type-options", "nosniff")
        .set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    return response;
  }
}
