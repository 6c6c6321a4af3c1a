package outcry.room;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names of those that have joined: each has at most one, and no two have the same. For one thread at a time. */
final class Names<C> {
  /** Longest name, UTF-16 units. */
  private static final int LIMIT = 64;

  /** Holders by name, in the order in which they joined. */
  private final Map<String, C> holders = new LinkedHashMap<>();

  private final Map<C, String> names = new HashMap<>();

  Collection<String> all() {
    return holders.keySet();
  }

  /** @throws Fault when no connection has the name {@code name} */
  C holder(String name) {
    C holder = holders.get(name);
    if (holder == null) throw new Fault("unknown-name", "nobody has that name", 404);
    return holder;
  }

  /** @throws Fault when {@code name} is no name, another connection's, or this connection has one */
  void give(String name, C connection) {
    if (name.isEmpty() || name.length() > LIMIT) {
      throw new Fault("out-of-range", "name must be 1 to " + LIMIT + " UTF-16 units long");
    }
    if (names.containsKey(connection)) throw new Fault("wrong-state", "this connection has a name; leave first");
    if (holders.putIfAbsent(name, connection) != null) throw new Fault("name-taken", "another connection has that name");
    names.put(connection, name);
  }

  /** Takes the connection's name back, and gives it; null when it has none. */
  String take(C connection) {
    String name = names.remove(connection);
    if (name != null) holders.remove(name);
    return name;
  }
}
