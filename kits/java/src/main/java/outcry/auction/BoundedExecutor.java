package outcry.auction;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes a limited number of tasks at once. It refuses more at once, so that no task waits too long. */
final class BoundedExecutor implements Executor {
  private final Executor executor;
  private final int limit;
  private final AtomicInteger tasks = new AtomicInteger();

  BoundedExecutor(Executor executor, int limit) {
    this.executor = executor;
    this.limit = limit;
  }

  @Override
  public void execute(Runnable task) {
    if (tasks.incrementAndGet() > limit) {
      tasks.decrementAndGet();
      throw new RejectedExecutionException("too many are waiting");
    }
    executor.execute(
        () -> {
          try {
            task.run();
          } finally {
            tasks.decrementAndGet();
          }
        });
  }
}
