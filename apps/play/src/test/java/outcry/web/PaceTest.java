package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.ActorSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Content;
import outcry.server.Pace;

@DisplayName("A feed waits")
class PaceTest {
  private static final Outgoing MEBIBYTE = Outgoing.event("x", new Content("1".repeat(1_048_576)));

  private final ActorSystem system = ActorSystem.create("test", TestSettings.dispatchers());
  private final ClientQueue queue = new ClientQueue();

  @AfterEach
  void stop() {
    system.terminate();
  }

  @Test
  void forAClientUntilItHasCaughtUp() {
    assertNull(queue.pace().caughtUp(), "nothing waits");
    queue.offer(MEBIBYTE);
    queue.offer(MEBIBYTE);
    CompletableFuture<Void> caughtUp = queue.pace().caughtUp();
    assertFalse(caughtUp.isDone());
    queue.poll();
    assertFalse(caughtUp.isDone(), "the second one is over a mebibyte with its envelope");
    queue.poll();
    assertTrue(caughtUp.isDone());
    assertNull(queue.pace().caughtUp());
  }

  @Test
  void noLongerForAClientThatHasGone() {
    queue.offer(MEBIBYTE);
    CompletableFuture<Void> caughtUp = queue.pace().caughtUp();
    queue.clear();
    assertTrue(caughtUp.isDone());
  }

  @Test
  void notForEverForOneThatTakesNothingAndThenNotAgainBeforeItHasCaughtUp() throws Exception {
    AtomicLong weight = new AtomicLong(Pace.BEHIND + 1);
    Pace pace = new Pace(weight::get, 1);
    pace.caughtUp().get(60, TimeUnit.SECONDS);
    assertNull(pace.caughtUp(), "it has been given up");
    weight.set(Pace.BEHIND);
    assertNull(pace.caughtUp());
    weight.set(Pace.BEHIND + 1);
    assertNotNull(pace.caughtUp(), "it had caught up");
  }

  @Test
  void forAClientThatPollsUntilItHasAcknowledged() {
    PollConnection connection = new PollConnection("198.51.100.1", system, (ended, reason) -> {});
    connection.send(MEBIBYTE);
    CompletableFuture<Void> caughtUp = connection.caughtUp();
    connection.poll(0);
    assertFalse(caughtUp.isDone());
    connection.poll(1);
    assertTrue(caughtUp.isDone());
  }

  @Test
  void forTheSlowestOfThoseItGoesTo() {
    PollConnection slow = new PollConnection("198.51.100.1", system, (ended, reason) -> {});
    PollConnection quick = new PollConnection("198.51.100.2", system, (ended, reason) -> {});
    Wire wire = new Wire();
    wire.say(List.of(slow, quick), "feed", new Content("1".repeat(1_048_576)));
    quick.poll(1);
    assertNull(quick.caughtUp());
    CompletableFuture<Void> caughtUp = wire.caughtUp(List.of(slow, quick)).toCompletableFuture();
    assertFalse(caughtUp.isDone());
    slow.end("it has gone");
    assertEquals(null, caughtUp.join());
  }
}
