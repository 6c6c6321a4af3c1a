package outcry;

/**
 * An envelope on its way out, as text. A body that is text comes last and as it is; everything else is JSON.
 * {@code protocol/README.md} is the specification, and {@link Envelope} reads what clients send in this form.
 *
 * @param head the beginning of a JSON object, up to its data
 */
public record Frame(String head, Content data) {
  /** The first character of a frame whose body is text. No JSON begins with it. */
  static final char MARK = 'T';

  /** The end of such a frame's head. */
  static final char HEAD_END = '\t';

  public static Frame event(String event, Content data) {
    return new Frame("{\"e\":\"" + event + "\",\"d\":", data);
  }

  public static Frame reply(long request, Content reply) {
    return new Frame("{\"r\":" + request + ",\"d\":", reply);
  }

  /** The frame. */
  public String text() {
    return data.text() == null ? toJson() : MARK + head + data.json() + "}" + HEAD_END + data.text();
  }

  /** The frame as one line, for transports that carry lines: a text with a line break is put into JSON. */
  public String line() {
    String text = data.text();
    return text != null && (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) ? toJson() : text();
  }

  /** The envelope as one JSON object. */
  public String toJson() {
    return head + data.toJson() + "}";
  }
}
