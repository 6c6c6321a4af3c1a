package outcry.web;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import outcry.server.Pace;

/**
 * Messages that wait to be sent to one client: filled by any thread, emptied by the client's stream, bounded. It never makes anybody
 * wait, so a slow client slows nobody but itself.
 */
final class ClientQueue {
  private static final Runnable NOBODY = () -> {};

  private final ConcurrentLinkedQueue<Outgoing> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicLong weight = new AtomicLong();
  private final Pace pace = new Pace(weight::get);
  private final AtomicReference<Outgoing> end = new AtomicReference<>();
  private final AtomicReference<Runnable> sleeper = new AtomicReference<>(NOBODY);
  private volatile boolean endTaken;

  /** @return false when there is no room: nothing is kept then */
  boolean offer(Outgoing outgoing) {
    if (end.get() != null) return true;
    if (weight.get() > Connection.QUEUE_LIMIT) return false;
    weight.addAndGet(outgoing.weight());
    waiting.add(outgoing);
    wake();
    return true;
  }

  /** Takes nothing any more; what waits is still given out, and then {@code last}. The first call counts. */
  void end(Outgoing last) {
    if (end.compareAndSet(null, last)) wake();
  }

  /** The next to send; null when there is none. The end is given out once. */
  Outgoing poll() {
    Outgoing next = waiting.poll();
    if (next != null) {
      weight.addAndGet(-next.weight());
      pace.wentOut();
      return next;
    }
    Outgoing last = end.get();
    if (last == null || endTaken) return null;
    endTaken = true;
    return last;
  }

  /** The pace at which its client takes messages. */
  Pace pace() {
    return pace;
  }

  /** Has {@code wakeUp} called once, from any thread, as soon as there is something to poll. */
  void awaken(Runnable wakeUp) {
    sleeper.set(wakeUp);
    // A message that came since the last check woke no waiter.
    if (!waiting.isEmpty() || (end.get() != null && !endTaken)) wake();
  }

  /** Throws away what waits: nobody will take it. */
  void clear() {
    waiting.clear();
    weight.set(0);
    pace.wentOut();
  }

  private void wake() {
    // A look is cheaper than an exchange, and mostly the stream is awake.
    if (sleeper.get() != NOBODY) sleeper.getAndSet(NOBODY).run();
  }
}
