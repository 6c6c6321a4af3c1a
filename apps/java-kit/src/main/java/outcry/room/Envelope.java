package outcry.room;

import java.util.Map;
import java.util.Set;

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
  private static final Set<String> FIELDS = Set.of("e", "d", "id");
  private static final double REQUEST_LIMIT = (1L << 53) - 1;

  /** The envelope in {@code text}; null when there is none. */
  public static Envelope read(String text) {
    Map<String, RawJson> fields;
    try {
      fields = RawJson.fields(text, FIELDS);
    } catch (Fault fault) {
      return null;
    }
    RawJson event = fields.get("e");
    RawJson id = fields.get("id");
    if (event == null || !event.isString()) return null;
    if (id == null) return new Envelope(event.string(), fields.get("d"), null);
    double number = id.isNumber() ? id.number() : -1;
    if (number != Math.rint(number) || number < 0 || number > REQUEST_LIMIT) return null;
    return new Envelope(event.string(), fields.get("d"), (long) number);
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
