package outcry.room;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thing after the other, whatever threads they come on, without a lock and without a thread of its own: who comes while nobody
 * is at work does the work, and then what has come meanwhile. So what a turn touches has one owner at a time, and everybody sees
 * one order.
 */
public final class Turns {
  private static final Logger LOG = LoggerFactory.getLogger(Turns.class);

  /** So much is done for others by one who only came with something; then another thread goes on. */
  private static final int BATCH = 64;

  private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  /** Turns that wait or are being taken. Who raises it from 0 is at work until it is 0 again. */
  private final AtomicInteger count = new AtomicInteger();

  private final Executor others;

  /** @param others goes on where one thread has done enough for the others */
  public Turns(Executor others) {
    this.others = others;
  }

  /**
   * Has {@code work} done after all that came before: here and now, if nobody is at work. From within a turn, after that turn.
   *
   * @return completed when it has been done
   */
  public CompletionStage<Void> take(Runnable work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    waiting.add(
        () -> {
          try {
            work.run();
          } catch (RuntimeException e) {
            // A fault of ours must not cost the others their test.
            LOG.error("a turn failed", e);
          } finally {
            done.complete(null);
          }
        });
    if (count.getAndIncrement() == 0) go();
    return done;
  }

  private void go() {
    for (int taken = 0; taken < BATCH; taken++) {
      waiting.remove().run();
      if (count.decrementAndGet() == 0) return;
    }
    others.execute(this::go);
  }
}
