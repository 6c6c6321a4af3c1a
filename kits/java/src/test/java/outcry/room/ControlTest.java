package outcry.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Content;
import outcry.Json;
import outcry.SerialExecutor;

@DisplayName("Control")
class ControlTest {
  private final List<String> said = new ArrayList<>();
  private CompletableFuture<Void> caughtUp = CompletableFuture.completedFuture(null);
  private final Outputs<String> outputs =
      new Outputs<>() {
        @Override
        public void say(Collection<String> to, String event, Content data) {
          said.add(to + " " + Json.read(data.toJson()).get("body"));
        }

        @Override
        public CompletionStage<Void> caughtUp(Collection<String> to) {
          return caughtUp;
        }
      };
  private final Room<String> room = new Room<>(outputs, () -> 1_500, new SerialExecutor(Runnable::run));
  private final Control control = new Control(room, "secret");

  private static String code(Control.Answer answer) {
    return answer.status() + " " + Json.read(answer.json()).get("code").asText();
  }

  @Test
  void tellsTheClockInMillisecondsToTheMicrosecond() {
    assertEquals("{\"clock\":1.500}", control.clock().json());
    assertEquals("-0.001", Clock.millis(-1).toString());
    assertEquals("-12.030", Clock.millis(-12_030).toString());
  }

  @Test
  void aFeedReadsOnWhenWhatItSentHasGoneOut() {
    room.connect("A");
    Feed feed = control.feed(null);
    caughtUp = new CompletableFuture<>();
    CompletableFuture<Void> begun = feed.begin().toCompletableFuture();
    assertFalse(begun.isDone());
    caughtUp.complete(null);
    assertTrue(begun.isDone());
    caughtUp = new CompletableFuture<>();
    CompletableFuture<Void> next = feed.line("1").toCompletableFuture();
    assertEquals(List.of("[A] 1"), said);
    assertFalse(next.isDone());
    caughtUp.complete(null);
    assertTrue(next.isDone());
    assertEquals("{\"lines\":1,\"sent\":1}", feed.end().json());
  }

  @Test
  void aFeedThatCannotGoOnSaysAtWhichLine() {
    Feed feed = control.feed(null);
    feed.line("1");
    feed.line("  ");
    Throwable failure = feed.line("{").handle((done, why) -> why).toCompletableFuture().join();
    Control.Answer answer = feed.failed(failure);
    assertEquals("400 bad-json", code(answer));
    assertTrue(answer.json().contains("line 3: "), answer.json());
    assertTrue(feed.tooLong().json().contains("line 4: "), "what does not end is the next line");
  }
}
