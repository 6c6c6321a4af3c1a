package outcry.web;

import java.util.List;
import outcry.Data;
import outcry.RawJson;
import outcry.room.Fault;

/**
 * An event as it came: its first argument is carried and not looked into.
 *
 * @param name null when there is none, or none that is a string
 * @param received the time at which it came
 */
record Incoming(String name, Data data, long received) {
  /** The event whose arguments, its name first, are the array in {@code text}. */
  static Incoming read(String text, long received) {
    try {
      List<RawJson> parts = RawJson.elements(text, 2);
      String name = parts.isEmpty() ? null : parts.get(0).asText();
      return new Incoming(name, parts.size() < 2 ? Data.NONE : new Data(parts.get(1), null), received);
    } catch (Fault fault) {
      return new Incoming(null, Data.NONE, received);
    }
  }
}
