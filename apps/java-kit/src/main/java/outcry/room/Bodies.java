package outcry.room;

import java.util.Map;
import java.util.Set;

/** What a body may be, and how one of so many bytes is made. */
final class Bodies {
  /** A longer body is refused, bytes of JSON: a payload of 1 MiB, and room for fields around it. */
  static final int LIMIT = 1_048_576 + 65_536;

  /** A body that is nested deeper is refused. */
  private static final int DEPTH_LIMIT = 32;

  /** Most that can be asked for. */
  private static final int BYTES_LIMIT = 1_048_576;

  private static final String FILLING = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789";

  private static final String MOST_FILLING = FILLING.repeat(BYTES_LIMIT / FILLING.length() + 1);
  private static final Set<String> FIELDS = Set.of("body", "bytes");

  private Bodies() {}

  /** @param body null when there is none */
  static void check(RawJson body) throws Fault {
    if (body == null) throw new Fault("missing-field", "there is no body");
    if (body.isOver(LIMIT)) {
      throw new Fault("too-large", "a body may be " + LIMIT + " bytes of JSON, and this one is over it");
    }
    if (body.depth() > DEPTH_LIMIT) {
      throw new Fault("too-large", "a body may be nested " + DEPTH_LIMIT + " levels deep, and this one is over it");
    }
  }

  /**
   * The body that {@code {"body": any}} or {@code {"bytes": n}} asks for, as JSON.
   *
   * @param what null when there is none
   * @throws Fault when it asks for neither, both, or what cannot be
   */
  static String asked(RawJson what) throws Fault {
    Map<String, RawJson> fields = object(what, FIELDS);
    RawJson body = fields.get("body");
    RawJson bytes = fields.get("bytes");
    if (body != null && bytes != null) throw new Fault("out-of-range", "ask for body or for bytes, not for both");
    if (body == null) return '"' + MOST_FILLING.substring(0, integer(fields, "bytes", 0, BYTES_LIMIT)) + '"';
    check(body);
    return body.text();
  }

  /** @throws Fault when {@code data} is null or no object */
  static Map<String, RawJson> object(RawJson data, Set<String> wanted) throws Fault {
    if (data == null || !data.isObject()) throw new Fault("wrong-type", "data must be a JSON object");
    return RawJson.fields(data.text(), wanted);
  }

  static int integer(Map<String, RawJson> fields, String field, int least, int most) throws Fault {
    RawJson value = there(fields, field);
    if (!value.isNumber()) throw new Fault("wrong-type", field + " must be a number");
    double number = value.number();
    if (number == Math.rint(number) && number >= least && number <= most) return (int) number;
    throw new Fault("out-of-range", field + " must be an integer from " + least + " to " + most);
  }

  static RawJson there(Map<String, RawJson> fields, String field) throws Fault {
    RawJson value = fields.get(field);
    if (value == null) throw new Fault("missing-field", field + " is missing");
    return value;
  }
}
