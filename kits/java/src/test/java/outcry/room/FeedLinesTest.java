package outcry.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Content;
import outcry.Json;
import outcry.SerialExecutor;
import outcry.room.Control.Answer;

@DisplayName("The lines of a feed")
class FeedLinesTest {
  private final List<String> said = new ArrayList<>();
  private CompletableFuture<Void> caughtUp = CompletableFuture.completedFuture(null);
  private final Outputs<String> outputs =
      new Outputs<>() {
        @Override
        public void say(Collection<String> to, String event, Content data) {
          said.add(Json.read(data.toJson()).get("body").toString());
        }

        @Override
        public CompletionStage<Void> caughtUp(Collection<String> to) {
          return caughtUp;
        }
      };
  private final Room<String> room = new Room<>(outputs, () -> 1_500, new SerialExecutor(Runnable::run));
  private final FeedLines lines = new FeedLines(new Control(room, "secret").feed(null));

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Answer now(CompletionStage<Answer> stage) {
    return stage.toCompletableFuture().join();
  }

  @Test
  void areTheSameWhereverTheBodyIsCut() {
    byte[] body = bytes("1\n\"\u00f8\"\n\n[3]");
    for (int cut = 0; cut <= body.length; cut++) {
      said.clear();
      FeedLines feed = new FeedLines(new Control(room, "secret").feed(null));
      assertNull(now(feed.take(Arrays.copyOf(body, cut))));
      assertNull(now(feed.take(Arrays.copyOfRange(body, cut, body.length))));
      assertEquals("{\"lines\":3,\"sent\":0}", now(feed.end()).json());
      assertEquals(List.of("1", "\"\u00f8\"", "[3]"), said);
    }
  }

  @Test
  void waitForEachOther() {
    caughtUp = new CompletableFuture<>();
    CompletableFuture<Answer> taken = lines.take(bytes("1\n2\n")).toCompletableFuture();
    assertEquals(List.of("1"), said);
    CompletableFuture<Void> first = caughtUp;
    caughtUp = CompletableFuture.completedFuture(null);
    first.complete(null);
    assertEquals(List.of("1", "2"), said);
    assertTrue(taken.isDone());
  }

  @Test
  void endAtOneWithAFaultAndAtOneThatDoesNotEnd() {
    assertTrue(now(lines.take(bytes("1\nNaN\n2\n"))).json().contains("line 2: "));
    assertEquals(List.of("1"), said);
    FeedLines other = new FeedLines(new Control(room, "secret").feed(null));
    byte[] half = new byte[Control.LINE_LIMIT / 2 + 1];
    Arrays.fill(half, (byte) '1');
    assertNull(now(other.take(half)));
    Answer answer = now(other.take(half));
    assertTrue(answer.json().contains("too-large") && answer.json().contains("line 1: "), answer.json());
  }

  @Test
  void areNotBegunForANameThatThereIsNot() {
    assertFalse(now(new FeedLines(new Control(room, "secret").feed("anna")).begin()) == null);
  }
}
