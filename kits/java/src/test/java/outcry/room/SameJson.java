package outcry.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Compares JSON as the vectors do: 2 and 2.0 are the same, and `{"$any": "string"}` is any string with something in it. */
final class SameJson {
  private SameJson() {}

  static void assertSame(JsonNode expected, JsonNode actual, String path) {
    if (expected.has("$any")) {
      assertTrue(actual.isTextual() && !actual.asText().isBlank(), path + " must be a sentence, but is " + actual);
    } else if (expected.isNumber()) {
      assertTrue(actual.isNumber(), path + " must be a number, but is " + actual);
      assertEquals(expected.doubleValue(), actual.doubleValue(), path);
    } else if (expected.isArray()) {
      assertTrue(actual.isArray(), path + " must be a list, but is " + actual);
      assertEquals(expected.size(), actual.size(), path + ": length");
      for (int i = 0; i < expected.size(); i++) assertSame(expected.get(i), actual.get(i), path + "[" + i + "]");
    } else if (expected.isObject()) {
      assertTrue(actual.isObject(), path + " must be an object, but is " + actual);
      assertEquals(names(expected), names(actual), path + ": fields");
      for (String name : names(expected)) assertSame(expected.get(name), actual.get(name), path + "." + name);
    } else {
      assertEquals(expected, actual, path);
    }
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    names.sort(null);
    return names;
  }
}
