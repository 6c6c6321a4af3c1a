package outcry.web;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.stream.javadsl.Source;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection whose way down is a stream: a WebSocket, server-sent events, a forever frame. */
final class StreamConnection implements Connection {
  private static final Logger LOG = LoggerFactory.getLogger(StreamConnection.class);

  /** A stream that nobody runs by then never will be: the client went while it was being connected. */
  private static final Duration START = Duration.ofSeconds(10);

  /** A client that does not take the end is cut off after this. */
  private static final Duration CUT = Duration.ofSeconds(5);

  private static final String CLOSED = "the stream was closed";

  /** A timer of tasks that can be cancelled. A task that is not keeps the connection in memory, and so its stream. */
  @FunctionalInterface
  interface Timer {
    Cancellable after(Duration delay, Runnable task);
  }

  private final ClientQueue queue = new ClientQueue();
  private final String address;
  private final Timer timer;
  private final Ended ended;
  private final Cancellable notStarted;

  // Guarded by this.
  private Runnable cut;
  private Cancellable notTaken;
  private boolean isStopped;

  /** @param ended called when the connection has ended, possibly more than once */
  StreamConnection(String address, ActorSystem system, Ended ended) {
    this(address, (delay, task) -> system.scheduler().scheduleOnce(delay, task, system.dispatcher()), ended);
  }

  StreamConnection(String address, Timer timer, Ended ended) {
    this.address = address;
    this.timer = timer;
    this.ended = ended;
    notStarted = timer.after(START, this::stopped);
  }

  /** The way down; to be run once. It ends with an {@link Outgoing#end}. */
  Source<Outgoing, NotUsed> source() {
    return Source.fromGraph(new QueueSource(this));
  }

  ClientQueue queue() {
    return queue;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public void send(Outgoing outgoing) {
    if (queue.offer(outgoing)) return;
    LOG.warn("a client at {} {}: its connection is ended", address, TOO_SLOW);
    end(TOO_SLOW);
  }

  @Override
  public CompletableFuture<Void> caughtUp() {
    return queue.pace().caughtUp();
  }

  @Override
  public void end(String reason) {
    queue.end(Outgoing.end(reason));
    ended.ended(this, reason);
    synchronized (this) {
      if (!isStopped && notTaken == null) notTaken = timer.after(CUT, this::breakOff);
    }
  }

  /** The stream runs; {@code cut} breaks it off. */
  synchronized void started(Runnable cut) {
    notStarted.cancel();
    this.cut = cut;
  }

  /** The stream has ended. */
  void stopped() {
    synchronized (this) {
      isStopped = true;
      cut = null;
      if (notTaken != null) notTaken.cancel();
    }
    queue.end(Outgoing.end(CLOSED));
    queue.clear();
    ended.ended(this, CLOSED);
  }

  private void breakOff() {
    Runnable byNow;
    synchronized (this) {
      byNow = cut;
    }
    queue.clear();
    if (byNow != null) byNow.run();
  }
}
