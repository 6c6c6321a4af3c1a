package outcry.room;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import outcry.room.Control.Answer;

/** A backend's lines on their way to the room, or to one name. To be given one line at a time. */
public final class Feed {
  private final Room<?> room;
  private final String to;

  /** The number of the line that was taken last, from 1. */
  private long number;

  private long lines;
  private long sent;

  /** @param to null: all */
  Feed(Room<?> room, String to) {
    this.room = room;
    this.to = to;
  }

  /** Completed when the first line may be read; failed when there can be no such feed. */
  public CompletionStage<Void> begin() {
    return room.caughtUp(to);
  }

  /** Sends a line. Completed when the next one may be read; failed when the feed ends here. */
  public CompletionStage<Void> line(String text) {
    long received = room.now();
    number++;
    if (text.isBlank()) return CompletableFuture.completedFuture(null);
    return room.feed(text, to, received)
        .thenCompose(
            reached -> {
              lines++;
              sent += reached;
              return room.caughtUp(to);
            });
  }

  /** The answer when all lines have been taken. */
  public Answer end() {
    return new Answer(200, "{\"lines\":" + lines + ",\"sent\":" + sent + "}");
  }

  /** The answer when a line could not be taken. @param failure of {@link #begin} or {@link #line} */
  public Answer failed(Throwable failure) {
    return Answer.refused(failure, number == 0 ? "" : "line " + number + ": ");
  }

  /** The answer when the next line does not end. */
  public Answer tooLong() {
    number++;
    return failed(new Fault("too-large", "longer than " + Control.LINE_LIMIT + " bytes"));
  }
}
