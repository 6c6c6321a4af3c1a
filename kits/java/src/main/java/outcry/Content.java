package outcry;

/**
 * The data of an envelope that is to be sent.
 *
 * @param json an object, without its body where that is a text
 * @param text the body, to be sent without escapes where a transport can; null where all is in the JSON
 */
public record Content(String json, String text) {
  public Content(String json) {
    this(json, null);
  }

  /** All of it as JSON. */
  public String toJson() {
    return text == null ? json : withBody(json, Json.write(text));
  }

  /** The JSON {@code object} with {@code body}, JSON too, as its last field. */
  static String withBody(String object, String body) {
    String fields = object.substring(0, object.lastIndexOf('}')).stripTrailing();
    return fields + (fields.endsWith("{") ? "" : ",") + "\"body\":" + body + "}";
  }
}
