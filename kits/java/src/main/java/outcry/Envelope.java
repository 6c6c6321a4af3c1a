package outcry;

import java.util.Map;
import outcry.room.Fault;

/**
 * An envelope that came as text, for frameworks whose transports carry text. {@code protocol/README.md} is the specification.
 *
 * @param request the request's number; null when no reply is wanted
 */
public record Envelope(String event, Data data, Long request) {
  private static final long REQUEST_LIMIT = (1L << 53) - 1;

  /** The envelope in {@code frame}; null when there is none. */
  public static Envelope read(String frame) {
    boolean hasText = !frame.isEmpty() && frame.charAt(0) == Frame.MARK;
    int end = hasText ? frame.indexOf(Frame.HEAD_END) : frame.length();
    if (end < 0) return null;
    try {
      Map<String, RawJson> fields = RawJson.fields(hasText ? frame.substring(1, end) : frame, "e", "d", "id");
      Long request = fields.containsKey("id") ? RawJson.integer(fields, "id", 0, REQUEST_LIMIT) : null;
      RawJson json = fields.get("d");
      // A text is the body of an object, or the data itself.
      if (hasText && json != null && !json.isObject()) return null;
      return new Envelope(RawJson.string(fields, "e"), new Data(json, hasText ? frame.substring(end + 1) : null), request);
    } catch (Fault fault) {
      return null;
    }
  }
}
