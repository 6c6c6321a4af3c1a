package outcry.room;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import outcry.room.Control.Answer;

/** Cuts the body of a feed into lines, and hands them on one after the other. For one caller at a time, for whatever serves HTTP. */
public final class FeedLines {
  private static final byte NEWLINE = '\n';

  private final Feed feed;

  /** The beginning of a line whose end has not come. */
  private final ByteArrayOutputStream rest = new ByteArrayOutputStream();

  public FeedLines(Feed feed) {
    this.feed = feed;
  }

  /** Completed when the first bytes may be read: with null, or with the answer when there can be no such feed. */
  public CompletionStage<Answer> begin() {
    return feed.begin().handle((begun, failure) -> failure == null ? null : feed.failed(failure));
  }

  /** Takes the bytes that come next. Completed when more may be read: with null, or with the answer when the feed ends here. */
  public CompletionStage<Answer> take(byte[] bytes) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    boolean isTooLong = false;
    for (int at = 0; at < bytes.length && !isTooLong; at++) {
      if (bytes[at] != NEWLINE) continue;
      isTooLong = isTooLong(at - start);
      if (!isTooLong) lines.add(line(bytes, start, at));
      start = at + 1;
    }
    isTooLong |= isTooLong(bytes.length - start);
    if (!isTooLong) rest.write(bytes, start, bytes.length - start);
    boolean endsHere = isTooLong;
    return hand(lines, 0).thenApply(answer -> answer == null && endsHere ? feed.tooLong() : answer);
  }

  /** The answer when all has been taken; the last line may lack its newline. */
  public CompletionStage<Answer> end() {
    List<String> last = rest.size() == 0 ? List.of() : List.of(line(new byte[0], 0, 0));
    return hand(last, 0).thenApply(answer -> answer == null ? feed.end() : answer);
  }

  private boolean isTooLong(int more) {
    return (long) rest.size() + more > Control.LINE_LIMIT;
  }

  private String line(byte[] bytes, int start, int end) {
    rest.write(bytes, start, end - start);
    String line = rest.toString(StandardCharsets.UTF_8);
    rest.reset();
    return line;
  }

  /** Hands on the lines from number {@code first} on. A loop while they are taken at once: a body may have very many. */
  private CompletionStage<Answer> hand(List<String> lines, int first) {
    for (int at = first; at < lines.size(); at++) {
      CompletableFuture<Void> taken = feed.line(lines.get(at)).toCompletableFuture();
      int next = at + 1;
      if (!taken.isDone()) {
        return taken
            .handle((done, failure) -> failure == null ? hand(lines, next) : answered(feed.failed(failure)))
            .thenCompose(stage -> stage);
      }
      if (taken.isCompletedExceptionally()) return taken.handle((done, failure) -> feed.failed(failure));
    }
    return answered(null);
  }

  private static CompletionStage<Answer> answered(Answer answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
