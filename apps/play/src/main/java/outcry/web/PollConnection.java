package outcry.web;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.util.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import outcry.server.Pace;

/** Transport `long-polling`: the client asks, and is answered as soon as there is something to say. */
final class PollConnection implements Connection {
  private static final Logger LOG = LoggerFactory.getLogger(PollConnection.class);

  /** A poll with nothing to say is answered after this. */
  private static final Duration HOLD = Duration.ofSeconds(25);

  /** Checks without an open poll after which the client is gone: see {@link Looks}. A time limit would count the server's own delays. */
  private static final int GONE_LOOKS = 10;

  private final String address;
  private final ActorSystem system;
  private final Ended ended;

  private final Pace pace = new Pace(this::weight);

  // Guarded by this. Nothing is sent and nobody is called while it is held.
  private final NumberedQueue queue = new NumberedQueue();
  private CompletableFuture<ByteString> held;
  /** Looks since the last poll. */
  private int looks;
  private boolean isOpen = true;

  PollConnection(String address, ActorSystem system, Ended ended) {
    this.address = address;
    this.system = system;
    this.ended = ended;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public void send(Outgoing outgoing) {
    boolean isTooSlow;
    CompletableFuture<ByteString> poll = null;
    synchronized (this) {
      if (!isOpen) return;
      isTooSlow = queue.weight() > QUEUE_LIMIT;
      if (!isTooSlow) {
        queue.add(outgoing);
        poll = takeHeld();
      }
    }
    answer(poll);
    if (!isTooSlow) return;
    LOG.warn("a client at {} {}: its connection is ended", address, TOO_SLOW);
    end(TOO_SLOW);
  }

  @Override
  public CompletableFuture<Void> caughtUp() {
    return pace.caughtUp();
  }

  @Override
  public void end(String reason) {
    CompletableFuture<ByteString> poll;
    synchronized (this) {
      if (!isOpen) return;
      isOpen = false;
      poll = takeHeld();
    }
    ended.ended(this, reason);
    answer(poll);
    pace.wentOut();
  }

  /**
   * A poll by a client that has everything up to number {@code after}. Of two polls at once the older one is answered.
   *
   * @return the answer, there already when something waits; null when no such number was ever given out
   */
  CompletableFuture<ByteString> poll(long after) {
    CompletableFuture<ByteString> older;
    CompletableFuture<ByteString> poll = new CompletableFuture<>();
    synchronized (this) {
      older = takeHeld();
      looks = 0;
      if (!queue.acknowledge(after)) poll = null;
      else if (queue.isEmpty() && isOpen) held = poll;
      else poll.complete(queue.toBody());
    }
    answer(older);
    pace.wentOut();
    if (poll != null && !poll.isDone()) release(poll);
    return poll;
  }

  /** The client has given up a poll. */
  synchronized void abandoned(CompletableFuture<ByteString> poll) {
    if (held == poll) takeHeld();
  }

  /** Looks whether the client is there; to be called twice a second. */
  synchronized boolean isGone() {
    return held == null && ++looks > GONE_LOOKS;
  }

  private synchronized long weight() {
    return isOpen ? queue.weight() : 0;
  }

  /** Answers {@code poll} when it has been held long enough. */
  private void release(CompletableFuture<ByteString> poll) {
    Runnable answerIt =
        () -> {
          synchronized (this) {
            if (held != poll) return;
            takeHeld();
          }
          answer(poll);
        };
    Cancellable timer = system.scheduler().scheduleOnce(HOLD, answerIt, system.dispatcher());
    poll.whenComplete((body, error) -> timer.cancel());
  }

  /** The poll that waits for an answer, for the one who will answer it; null when there is none. */
  private CompletableFuture<ByteString> takeHeld() {
    CompletableFuture<ByteString> poll = held;
    held = null;
    // Only if there was one: what is said to a client is no sign that it is there.
    if (poll != null) looks = 0;
    return poll;
  }

  /** Answers on another thread: the caller has other clients to send to. Messages that come meanwhile go along. */
  private void answer(CompletableFuture<ByteString> poll) {
    if (poll != null) system.dispatcher().execute(() -> poll.complete(body()));
  }

  private synchronized ByteString body() {
    return queue.toBody();
  }
}
