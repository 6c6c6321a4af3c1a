package outcry;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

/**
 * One thing after the other, whatever threads they come on, without a lock and without a thread of its own: who comes while nobody
 * is at work does the work here and now, and then what has come meanwhile. So what a turn touches has one owner at a time, and
 * everybody sees one order. What comes from within a turn is done after it.
 */
public final class SerialExecutor implements Executor {
  /** So much is done for others by one who only came with something; then another thread goes on. */
  private static final int BATCH = 64;

  private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  /** Turns that wait or are being taken. Who raises it from 0 is at work until it is 0 again. */
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
