package outcry.web;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.AttributeKey;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lets a client's next poll begin and the connection of its last one end one after the other. At an end the framework looks whether the
 * connection is the client's newest, and then forgets the newest: a poll that came in between on another thread would wait for ever.
 */
@Sharable
final class PollTurns extends ChannelInboundHandlerAdapter {
  /** The session whose poll came by a channel. */
  private static final AttributeKey<String> SESSION = AttributeKey.valueOf("outcry.session");

  /** Sessions share them, so that none has to be kept for each. A power of two. */
  private final List<Object> locks = Stream.generate(Object::new).limit(256).toList();

  private Object lockOf(String session) {
    int hash = session.hashCode();
    return locks.get((hash ^ hash >>> 16) & locks.size() - 1);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    String session = message instanceof FullHttpRequest request ? sessionOf(request) : null;
    if (session == null) {
      context.fireChannelRead(message);
      return;
    }
    context.channel().attr(SESSION).set(session);
    synchronized (lockOf(session)) {
      context.fireChannelRead(message);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    String session = context.channel().attr(SESSION).get();
    if (session == null) {
      context.fireChannelInactive();
      return;
    }
    synchronized (lockOf(session)) {
      context.fireChannelInactive();
    }
  }

  /** The session that a request polls for; null if it is no poll. */
  private static String sessionOf(FullHttpRequest request) {
    if (!HttpMethod.GET.equals(request.method())) return null;
    List<String> sessions = new QueryStringDecoder(request.uri()).parameters().get("sid");
    return sessions == null ? null : sessions.get(0);
  }
}
