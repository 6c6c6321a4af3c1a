package outcry.room;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Who has joined under which name: one has one at most, and nobody the same as another. For one thread at a time. */
final class Names<C> {
  /** Longest name, UTF-16 units; each is at most six characters of JSON. */
  private static final int LIMIT = 64;

  private static final Set<String> FIELDS = Set.of("name");

  /** In the order in which they were joined under. */
  private final Map<String, C> holders = new LinkedHashMap<>();

  private final Map<C, String> names = new HashMap<>();

  /** Gives {@code connection} the name that the data of its {@code join} asks for. */
  String give(C connection, RawJson data) throws Fault {
    RawJson asked = Bodies.there(Bodies.object(data, FIELDS), "name");
    if (!asked.isString()) throw new Fault("wrong-type", "name must be a string");
    String name = asked.text().length() > 6 * LIMIT + 2 ? "" : asked.string();
    if (name.isEmpty() || name.length() > LIMIT) {
      throw new Fault("out-of-range", "a name has 1 to " + LIMIT + " characters");
    }
    if (names.containsKey(connection)) throw new Fault("wrong-state", "this connection has joined already");
    if (holders.putIfAbsent(name, connection) != null) {
      throw new Fault("name-taken", "another connection has this name");
    }
    names.put(connection, name);
    return name;
  }

  /** Takes the name of {@code connection} back, and gives it; null when it has none. */
  String release(C connection) {
    String name = names.remove(connection);
    if (name != null) holders.remove(name);
    return name;
  }

  C holder(String name) throws Fault {
    C holder = holders.get(name);
    if (holder == null) throw new Fault("unknown-name", "nobody has the name " + name);
    return holder;
  }

  /** In the order in which they were joined under. */
  Collection<String> all() {
    return holders.keySet();
  }
}
