package outcry.auction;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes no more than so many tasks at once; what is over that is told so, instead of waiting longer than anybody will. */
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
