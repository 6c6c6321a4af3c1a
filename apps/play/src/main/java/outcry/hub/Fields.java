package outcry.hub;

import com.fasterxml.jackson.databind.JsonNode;

/** The fields of an event's data, read and checked one by one. Nothing here knows the state of a test. */
final class Fields {
  /** The largest whole number that every language's JSON carries exactly. */
  static final long MOST = (1L << 53) - 1;

  private final JsonNode data;

  /** @throws Fault when {@code data} is absent or not an object */
  Fields(JsonNode data) throws Fault {
    if (data == null || !data.isObject()) throw new Fault("wrong-type", "data must be a JSON object");
    this.data = data;
  }

  String text(String field) throws Fault {
    JsonNode value = value(field);
    if (!value.isTextual()) throw Fault.wrongType(field, "a string");
    return value.textValue();
  }

  double finite(String field) throws Fault {
    double value = number(field, value(field));
    if (!Double.isFinite(value)) throw Fault.outOfRange(field, "a finite number");
    return value;
  }

  long integer(String field, long least, long most) throws Fault {
    return integer(field, value(field), least, most);
  }

  private JsonNode value(String field) throws Fault {
    JsonNode value = data.get(field);
    if (value == null) throw Fault.missing(field);
    return value;
  }

  static double number(String field, JsonNode value) throws Fault {
    if (!value.isNumber()) throw Fault.wrongType(field, "a number");
    return value.doubleValue();
  }

  /** A whole number: 2.0 is one too. */
  static long integer(String field, JsonNode node, long least, long most) throws Fault {
    double value = number(field, node);
    if (value == Math.rint(value) && value >= least && value <= most) return (long) value;
    throw Fault.outOfRange(
        field, most == MOST ? "an integer, " + least + " or more" : "an integer from " + least + " to " + most);
  }
}
