package outcry.room;

import outcry.Json;

/**
 * A fault in what was sent: thrown where it is found, answered with its code and reason where the thing came in. So ordinary that
 * it has no stack.
 */
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;
  private final int status;

  public Fault(String code, String reason) {
    this(code, reason, 400);
  }

  /** @param status the HTTP status that it has as an answer of control */
  Fault(String code, String reason, int status) {
    super(reason, null, false, false);
    this.code = code;
    this.status = status;
  }

  public String code() {
    return code;
  }

  int status() {
    return status;
  }

  /** The content of every refusal, as the fields of a JSON object. */
  String fields() {
    return "\"code\":" + Json.write(code) + ",\"reason\":" + Json.write(getMessage());
  }
}
