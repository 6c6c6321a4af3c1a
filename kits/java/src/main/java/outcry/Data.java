package outcry;

/**
 * The data of an envelope that came: JSON, a text, or an object whose field {@code body} is a text.
 *
 * @param json null where the text is the data, and where there is no data
 * @param text as it came, without escapes; null where all is in the JSON
 */
public record Data(RawJson json, String text) {
  public static final Data NONE = new Data(null, null);

  /** All of it as JSON; null where there is none. A text beside JSON becomes the field of the object that it is. */
  public RawJson toJson() {
    if (text == null) return json;
    String quoted = Json.write(text);
    if (json == null) return new RawJson(quoted, 0);
    if (!json.text().startsWith("{")) return json;
    return new RawJson(Content.withBody(json.text(), quoted), json.depth());
  }
}
