package outcry.web;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Looks whether clients are there, on the executor that polls are read on. Each look waits for some turns there: ten of
 * them take longer than reading a poll that has arrived, however far behind the executor is.
 */
final class Looks implements Runnable {
  /** Turns of the executor that a look waits for. A poll takes some twenty, from the connection's to the action's. */
  private static final int TURNS = 4;

  private final Executor executor;
  private final Runnable look;
  private final AtomicBoolean isWaiting = new AtomicBoolean();

  Looks(Executor executor, Runnable look) {
    this.executor = executor;
    this.look = look;
  }

  /** Looks, some turns later, unless a look waits already. */
  @Override
  public void run() {
    if (!isWaiting.getAndSet(true)) after(TURNS);
  }

  private void after(int turns) {
    if (turns > 0) {
      executor.execute(() -> after(turns - 1));
      return;
    }
    isWaiting.set(false);
    look.run();
  }
}
