package outcry;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

/**
 * Runs one task after the other, whatever threads they come on, without a lock and without a thread of its own: a thread that comes
 * while no other is at work runs its task here and now, and then those that have come meanwhile. So what a turn touches has one owner
 * at a time, and everybody sees one order. A task that comes from within a turn is run after it.
 */
public final class SerialExecutor implements Executor {
  /** Most tasks that one thread runs on end; then another thread goes on. */
  private static final int BATCH = 64;

  private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  /** Turns that wait or are being taken. The thread that raises it from 0 is at work until it is 0 again. */
  private final AtomicInteger count = new AtomicInteger();

  private final Executor others;

  /** @param others goes on where one thread has done enough for the others */
  public SerialExecutor(Executor others) {
    this.others = others;
  }

  @Override
  public void execute(Runnable work) {
    waiting.add(work);
    if (count.getAndIncrement() == 0) go();
  }

  private void go() {
    for (int taken = 0; taken < BATCH; taken++) {
      try {
        waiting.remove().run();
      } catch (RuntimeException e) {
        // A mistake of ours must not cost the others their test.
        LoggerFactory.getLogger(SerialExecutor.class).error("a turn failed", e);
      }
      if (count.decrementAndGet() == 0) return;
    }
    others.execute(this::go);
  }
}
