package outcry.room;

import java.nio.charset.StandardCharsets;
import outcry.Content;
import outcry.Json;
import outcry.RawJson;

/**
 * A body that a verb carries: one of the two.
 *
 * @param json null where it is a text
 * @param text to be sent without escapes where a transport can; null where it is JSON
 */
record Body(String json, String text) {
  static final Body NULL = new Body("null", null);

  /** A body is refused if its JSON text is longer, bytes of UTF-8: a payload, and room for fields around it. */
  static final int LIMIT = Bodies.PAYLOAD_LIMIT + 65_536;

  /** A body that is nested deeper is refused. */
  private static final int DEPTH_LIMIT = 32;

  /** The most bytes of JSON that a UTF-16 unit takes. */
  private static final int BYTES_PER_UNIT = 6;

  /** @param json null when there is none @throws Fault when it cannot be taken */
  static Body of(RawJson json) {
    if (json == null) throw new Fault("missing-field", "there is no body; null would be one");
    if (json.isOver(LIMIT)) throw tooLarge();
    if (json.depth() > DEPTH_LIMIT) {
      throw new Fault("too-large", "a body may be nested " + DEPTH_LIMIT + " levels deep, and this one is deeper");
    }
    String text = json.asText();
    // UTF-8 cannot carry half of a surrogate pair, and JSON can.
    return text == null || Json.halfAt(text, 0) >= 0 ? new Body(json.text(), null) : new Body(null, text);
  }

  /** @throws Fault when it cannot be taken */
  static Body ofText(String text) {
    // Only what may be over is encoded to know it.
    boolean mayBeOver = (long) text.length() * BYTES_PER_UNIT + 2 > LIMIT;
    if (mayBeOver && Json.write(text).getBytes(StandardCharsets.UTF_8).length > LIMIT) throw tooLarge();
    return new Body(null, text);
  }

  /** The data of an envelope with this body. @param before fields, each with its comma @param after fields */
  Content between(String before, String after) {
    if (text != null) return new Content("{" + before + after + "}", text);
    return new Content("{" + before + "\"body\":" + json + "," + after + "}");
  }

  private static Fault tooLarge() {
    return new Fault("too-large", "a body may be " + LIMIT + " bytes of JSON, and this one is over it");
  }
}
