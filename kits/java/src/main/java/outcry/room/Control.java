package outcry.room;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** The control paths: what is answered, for whatever serves HTTP. {@code protocol/README.md} is the specification. */
public final class Control {
  /** The prefix of all control paths. */
  public static final String ROOT = "/outcry/";

  public static final String BEGIN = ROOT + "begin";
  public static final String COUNTS = ROOT + "counts";
  public static final String CLOCK = ROOT + "clock";
  public static final String FEED = ROOT + "feed";

  /** Longest body of a {@code begin}, bytes. */
  public static final int BEGIN_LIMIT = 2 * 1_048_576;

  /** A line of a feed that is longer, bytes, is not read to its end. */
  public static final int LINE_LIMIT = 4 * 1_048_576;

  private static final Map<String, String> METHODS = Map.of(BEGIN, "POST", COUNTS, "GET", CLOCK, "GET", FEED, "POST");

  /** An answer to a control request. @param json the body */
  public record Answer(int status, String json) {
    /** @throws CompletionException when the failure is no {@link Fault}, but ours */
    static Answer refused(Throwable failure, String where) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      if (!(cause instanceof Fault fault)) throw new CompletionException(cause);
      Fault there = new Fault(fault.code(), where + fault.getMessage());
      return new Answer(fault.status(), "{" + there.fields() + "}");
    }
  }

  private final Room<?> room;
  private final byte[] expected;

  /** @param token null or empty: there is no control */
  public Control(Room<?> room, String token) {
    this.room = room;
    expected = token == null || token.isEmpty() ? null : ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Looks at the head of a request for a path under {@link #ROOT}, before any of its body is read.
   *
   * @param authorization the header of that name; empty when there is none
   * @return why it is not answered; null when it is
   */
  public Answer refusal(String method, String path, String authorization) {
    String asked = METHODS.get(path);
    Fault fault = null;
    if (expected == null) fault = new Fault("not-found", "this server was started without a token", 404);
    // Takes as long whatever part of the token was right.
    else if (!MessageDigest.isEqual(expected, authorization.getBytes(StandardCharsets.UTF_8))) {
      fault = new Fault("unauthorized", "control wants the header Authorization: Bearer with the server's token", 401);
    } else if (asked == null) fault = new Fault("not-found", "no such path", 404);
    else if (!asked.equals(method)) fault = new Fault("wrong-method", path + " is for " + asked, 405);
    return fault == null ? null : Answer.refused(fault, "");
  }

  /** @param text the body, at most {@link #BEGIN_LIMIT} long */
  public CompletionStage<Answer> begin(String text) {
    return room.begin(text).thenApply(begun -> clock()).exceptionally(failure -> Answer.refused(failure, ""));
  }

  /** The answer to a {@code begin} that is too long to be looked at. */
  public Answer beginTooLarge() {
    return Answer.refused(new Fault("too-large", "begin may be " + BEGIN_LIMIT + " bytes", 413), "");
  }

  public Answer clock() {
    return new Answer(200, "{\"clock\":" + Clock.millis(room.now()) + "}");
  }

  public CompletionStage<Answer> counts() {
    return room.counts().thenApply(counts -> new Answer(200, counts));
  }

  /** @param to the receiver's name; null: all */
  public Feed feed(String to) {
    return new Feed(room, to);
  }
}
