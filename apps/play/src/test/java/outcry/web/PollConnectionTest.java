package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Content;

@DisplayName("A client that polls")
class PollConnectionTest {
  private final ActorSystem system = ActorSystem.create("test", TestSettings.dispatchers());
  private final List<String> ends = new ArrayList<>();
  private final PollConnection connection =
      new PollConnection("198.51.100.1", system, (ended, reason) -> ends.add(reason));

  @AfterEach
  void stop() {
    system.terminate();
  }

  private static String body(CompletableFuture<ByteString> poll) throws Exception {
    return poll.get(20, TimeUnit.SECONDS).utf8String();
  }

  private static String messages(int first, String... events) {
    List<String> envelopes = new ArrayList<>();
    for (String event : events) envelopes.add("{\"e\":\"" + event + "\",\"d\":1}\n");
    return "{\"first\":" + first + "}\n" + String.join("", envelopes);
  }

  private void say(String event) {
    connection.send(Outgoing.event(event, new Content("1")));
  }

  @Test
  void getsWhatItWasAnsweredAgainUntilItAcknowledgesIt() throws Exception {
    say("a");
    say("b");
    assertEquals(messages(1, "a", "b"), body(connection.poll(0)));
    assertEquals(messages(1, "a", "b"), body(connection.poll(0)));
    say("c");
    assertEquals(messages(3, "c"), body(connection.poll(2)));
  }

  @Test
  void isHeldUntilThereIsSomethingToSay() throws Exception {
    CompletableFuture<ByteString> poll = connection.poll(0);
    assertFalse(poll.isDone());
    say("late");
    assertEquals(messages(1, "late"), body(poll));
  }

  @Test
  void hasTheOlderOfTwoPollsAnswered() throws Exception {
    CompletableFuture<ByteString> older = connection.poll(0);
    CompletableFuture<ByteString> newer = connection.poll(0);
    assertEquals(messages(1), body(older));
    say("a");
    assertEquals(messages(1, "a"), body(newer));
  }

  @Test
  void cannotAcknowledgeWhatWasNeverGivenOut() {
    assertNull(connection.poll(1));
    assertNull(connection.poll(-1));
  }

  @Test
  void isEndedWithTheReasonWhenItStaysBehind() throws Exception {
    Outgoing mebibyte = Outgoing.event("x", new Content("1".repeat(1_048_576)));
    for (int n = 0; n < 16; n++) connection.send(mebibyte);
    assertTrue(ends.isEmpty());
    for (int n = 0; n < 2; n++) connection.send(mebibyte);
    assertEquals(List.of(Connection.TOO_SLOW), ends);
  }

  private boolean isGoneAfterLooks(int looks) {
    boolean isGone = false;
    for (int look = 0; look < looks; look++) isGone = connection.isGone();
    return isGone;
  }

  @Test
  void isNotGoneWhileAPollIsHeldNorRightAfterOne() {
    connection.poll(0);
    assertFalse(isGoneAfterLooks(40));
    say("a");
    assertFalse(isGoneAfterLooks(10));
    connection.poll(0);
    assertFalse(isGoneAfterLooks(10));
  }

  @Test
  void isGoneWhenItHasNotPolledForAWhileWhateverIsSaidToIt() {
    CompletableFuture<ByteString> poll = connection.poll(0);
    connection.abandoned(poll);
    assertFalse(isGoneAfterLooks(10));
    say("a");
    assertTrue(isGoneAfterLooks(1));
  }
}
