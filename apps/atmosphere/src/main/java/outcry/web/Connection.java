package outcry.web;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Broadcaster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import outcry.Content;
import outcry.Frame;
import outcry.server.Pace;

/** A client's connection. Compared by identity. The framework keeps without limit what a client does not take; this knows how much that is. */
final class Connection {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** A client may fall this far behind, UTF-16 units; then its connection is ended, and nothing is dropped. */
  private static final long LIMIT = 16 * 1_048_576;

  /** Closes connections: that waits for a client that does not read, and nothing else may wait for it. */
  private static final ExecutorService CLOSING = Executors.newCachedThreadPool();

  private final Runnable close;
  private final AtmosphereResource resource;
  private final String address;
  private final Consumer<Connection> ended;
  private final AtomicLong waiting = new AtomicLong();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final Pace pace = new Pace(this::waiting);

  /**
   * @param close closes it; may wait
   * @param ended called once, when the connection has ended or is ended
   */
  Connection(Runnable close, AtmosphereResource resource, String address, Consumer<Connection> ended) {
    this.close = close;
    this.resource = resource;
    this.address = address;
    this.ended = ended;
  }

  /** The network address it comes from. */
  String address() {
    return address;
  }

  AtmosphereResource resource() {
    return resource;
  }

  /** Replies to a request by way of the broadcaster, so that what was said before comes before. */
  void reply(Broadcaster all, long request, Content reply) {
    String text = Frame.reply(request, reply).toJson();
    if (takes(text)) all.broadcast(text, resource);
  }

  /** True if it can take {@code text}, which is then given to the framework; if not, it is ended. */
  boolean takes(String text) {
    if (isOver.get()) return false;
    if (waiting.addAndGet(text.length()) <= LIMIT + text.length()) return true;
    LOG.warn("a client at {} fell more than {} characters behind: its connection is ended", address, LIMIT);
    end();
    return false;
  }

  /** Notes that a message has gone out. */
  void wentOut(Object message) {
    waiting.addAndGet(-message.toString().length());
    pace.wentOut();
  }

  /** Completed when a feed may go on; null when it need not wait for this connection. See {@link Pace}. */
  CompletableFuture<Void> caughtUp() {
    return pace.caughtUp();
  }

  /** Notes that the connection has ended. */
  void ended() {
    if (isOver.getAndSet(true)) return;
    pace.wentOut();
    ended.accept(this);
  }

  /** Tells that it has ended or is being ended. */
  boolean isOver() {
    return isOver.get();
  }

  /** Ends the connection. Waits for nothing. */
  void end() {
    ended();
    CLOSING.execute(close);
  }

  private long waiting() {
    return isOver.get() ? 0 : waiting.get();
  }
}
