package outcry.web;

import com.fasterxml.jackson.databind.JsonNode;
import outcry.Json;

/**
 * Events as text, since Play's transports carry text. One JSON object each:
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
record Envelope(String event, JsonNode data, Long request) {
  private static final long REQUEST_LIMIT = (1L << 53) - 1;

  /** The envelope in {@code text}; null when there is none. */
  static Envelope read(String text) {
    JsonNode envelope = Json.read(text);
    if (envelope == null || !envelope.isObject() || !envelope.path("e").isTextual()) return null;
    String event = envelope.get("e").textValue();
    JsonNode id = envelope.get("id");
    if (id == null) return new Envelope(event, envelope.get("d"), null);
    double number = id.isNumber() ? id.doubleValue() : -1;
    if (number != Math.rint(number) || number < 0 || number > REQUEST_LIMIT) return null;
    return new Envelope(event, envelope.get("d"), (long) number);
  }
}
