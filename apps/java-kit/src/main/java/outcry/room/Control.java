package outcry.room;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import outcry.Json;

/** The control paths: what is answered, for whatever serves HTTP. {@code protocol/README.md} is the specification. */
public final class Control {
  /** All of them begin so. */
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
  private static final Map<String, Integer> STATUS =
      Map.of("unauthorized", 401, "not-found", 404, "unknown-name", 404, "wrong-method", 405);
  private static final Set<String> BEGIN_FIELDS = Set.of("bucketMs", "greet");
  private static final int LEAST_BUCKET_MS = 10;
  private static final int MOST_BUCKET_MS = 3_600_000;

  /** What is answered. @param json the body */
  public record Answer(int status, String json) {
    /** @throws CompletionException when the failure is no {@link Fault}, but ours */
    static Answer refused(Throwable failure, String where) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      if (!(cause instanceof Fault fault)) throw new CompletionException(cause);
      String why = Room.why(fault.code(), where + fault.getMessage());
      return new Answer(STATUS.getOrDefault(fault.code(), 400), "{" + why + "}");
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
    try {
      if (expected == null) throw new Fault("not-found", "this server was started without a token");
      // Takes as long whatever part of the token was right.
      if (!MessageDigest.isEqual(expected, authorization.getBytes(StandardCharsets.UTF_8))) {
        throw new Fault("unauthorized", "control wants the header Authorization: Bearer with the server's token");
      }
      String asked = METHODS.get(path);
      if (asked == null) throw new Fault("not-found", "no such path");
      if (!asked.equals(method)) throw new Fault("wrong-method", path + " is for " + asked);
      return null;
    } catch (Fault fault) {
      return Answer.refused(fault, "");
    }
  }

  /** @param text what was sent, at most {@link #BEGIN_LIMIT} long */
  public CompletionStage<Answer> begin(String text) {
    return room.ask(
            () -> {
              Map<String, RawJson> fields = Bodies.object(RawJson.read(text), BEGIN_FIELDS);
              int bucketMs = Bodies.integer(fields, "bucketMs", LEAST_BUCKET_MS, MOST_BUCKET_MS);
              RawJson greet = fields.get("greet");
              room.begin(bucketMs, greet == null || greet.isNull() ? null : Bodies.asked(greet));
              return clock();
            })
        .exceptionally(failure -> Answer.refused(failure, ""));
  }

  /** The answer to a {@code begin} that is too long to be looked at. */
  public Answer beginTooLarge() {
    return new Answer(413, "{" + Room.why("too-large", "begin may be " + BEGIN_LIMIT + " bytes") + "}");
  }

  public Answer clock() {
    return new Answer(200, "{\"clock\":" + Clock.millis(room.now()) + "}");
  }

  public CompletionStage<Answer> counts() {
    return room.ask(() -> new Answer(200, room.counts()));
  }

  /** @param to who it goes to, by name; null: all */
  public Feed feed(String to) {
    return new Feed(room, to);
  }
}
