package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.Cancellable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A client whose way down is a stream")
class StreamConnectionTest {
  /** A task that is to run later, and what becomes of it. */
  private static final class Later implements Cancellable {
    private final Runnable task;
    private boolean isCancelled;

    Later(Runnable task) {
      this.task = task;
    }

    @Override
    public boolean cancel() {
      isCancelled = true;
      return true;
    }

    @Override
    public boolean isCancelled() {
      return isCancelled;
    }

    void comesDue() {
      if (!isCancelled) task.run();
    }
  }

  private final List<Later> timers = new ArrayList<>();
  private final List<String> ends = new ArrayList<>();
  private final StreamConnection connection =
      new StreamConnection("198.51.100.1", this::later, (ended, reason) -> ends.add(reason));
  private boolean isCut;

  private Cancellable later(Duration delay, Runnable task) {
    Later later = new Later(task);
    timers.add(later);
    return later;
  }

  private void start() {
    connection.started(() -> isCut = true);
  }

  /** Whatever still waits would keep the connection, and all that waits in it. */
  private void assertNothingKeepsIt() {
    assertTrue(timers.stream().allMatch(Later::isCancelled), "a timer waits for a connection that is over");
  }

  @Test
  void isKeptByNoTimerOnceItHasEnded() {
    start();
    connection.stopped();
    assertNothingKeepsIt();
  }

  @Test
  void isKeptByNoTimerWhenItTakesTheEnd() {
    start();
    connection.end("the server stops");
    connection.stopped();
    assertNothingKeepsIt();
  }

  @Test
  void isKeptByNoTimerWhenItIsEndedOverAndOver() {
    start();
    for (int i = 0; i < 3; i += 1) connection.end("falls behind");
    assertEquals(2, timers.size(), "one to start by, one to take the end by");
    connection.stopped();
    connection.end("falls behind");
    assertNothingKeepsIt();
  }

  @Test
  void isOverWhenNobodyEverRunsItsStream() {
    timers.get(0).comesDue();
    assertEquals(List.of("the stream was closed"), ends);
  }

  @Test
  void isCutOffWhenItDoesNotTakeTheEnd() {
    start();
    connection.end("the server stops");
    timers.get(1).comesDue();
    assertTrue(isCut);
  }
}
