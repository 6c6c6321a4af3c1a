package outcry;

import java.util.Map;
import outcry.room.Fault;

/**
 * Events as text, for frameworks whose transports carry text. One JSON object each:
 *
 * <pre>
 * {"e": event, "d": data}             an event, either way
 * {"e": event, "d": data, "id": n}    a request, client to server; n is an integer, 0 or more
 * {"r": n, "d": reply}                its reply
 * </pre>
 *
 * @param data null when there is none
 * @param request the request's number; null when no reply is wanted
 */
public record Envelope(String event, RawJson data, Long request) {
  private static final long REQUEST_LIMIT = (1L << 53) - 1;

  /** The envelope in {@code text}; null when there is none. */
  public static Envelope read(String text) {
    try {
      Map<String, RawJson> fields = RawJson.fields(text, "e", "d", "id");
      Long request = fields.containsKey("id") ? RawJson.integer(fields, "id", 0, REQUEST_LIMIT) : null;
      return new Envelope(RawJson.string(fields, "e"), fields.get("d"), request);
    } catch (Fault fault) {
      return null;
    }
  }

  /** An event as text. @param data JSON */
  public static String event(String event, String data) {
    return "{\"e\":\"" + event + "\",\"d\":" + data + "}";
  }

  /** A reply as text. @param reply JSON */
  public static String reply(long request, String reply) {
    return "{\"r\":" + request + ",\"d\":" + reply + "}";
  }
}
