package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A client that falls behind")
class ConnectionTest {
  private static final String MEBIBYTE = "x".repeat(1_048_576);

  private final CountDownLatch isClosing = new CountDownLatch(1);
  private final List<Connection> ended = new ArrayList<>();
  private final Connection connection = new Connection(this::close, null, "198.51.100.1", ended::add);

  /** Closes a connection whose client takes nothing, not even the end. */
  private void close() {
    isClosing.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void hasAFeedWaitUntilItHasCaughtUp() {
    assertTrue(connection.takes(MEBIBYTE));
    assertNull(connection.caughtUp(), "a mebibyte is not behind");
    assertTrue(connection.takes("y"));
    CompletableFuture<Void> caughtUp = connection.caughtUp();
    assertFalse(caughtUp.isDone());
    connection.wentOut("y");
    assertTrue(caughtUp.isDone());
  }

  @Test
  void isEndedOnceAndNothingWaitsForThat() throws InterruptedException {
    for (int n = 0; n <= 16; n++) assertTrue(connection.takes(MEBIBYTE));
    CompletableFuture<Void> feed = connection.caughtUp();
    assertFalse(connection.takes(MEBIBYTE));
    assertFalse(connection.takes(MEBIBYTE));
    assertEquals(List.of(connection), ended);
    assertTrue(feed.isDone());
    assertTrue(isClosing.await(60, TimeUnit.SECONDS));
    connection.ended();
    assertEquals(List.of(connection), ended);
  }
}
