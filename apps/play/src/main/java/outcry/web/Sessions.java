package outcry.web;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.pekko.actor.ActorSystem;
import outcry.House;

/**
 * The connections over plain HTTP, by names that nobody can guess. Why a session has ended is known for a while, for a client
 * that comes back after it.
 */
final class Sessions {
  /** A session that has just begun. */
  record Opened<T extends Connection>(String name, T connection) {}

  private record Past(String reason, long endedAt) {}

  private static final Duration SWEEPS = Duration.ofMillis(500);
  private static final long REASON_NANOS = Duration.ofSeconds(30).toNanos();
  private static final int NAME_BYTES = 18;

  private final House<Connection> house;
  private final SecureRandom random = new SecureRandom();
  private final ConcurrentHashMap<String, Connection> open = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Past> past = new ConcurrentHashMap<>();

  Sessions(House<Connection> house, ActorSystem system) {
    this.house = house;
    Looks looks = new Looks(system.dispatcher(), this::sweep);
    system.scheduler().scheduleWithFixedDelay(SWEEPS, SWEEPS, looks, system.dispatcher());
  }

  /** Begins a session with the connection that {@code make} makes. */
  <T extends Connection> Opened<T> open(Function<Connection.Ended, T> make) {
    byte[] bytes = new byte[NAME_BYTES];
    random.nextBytes(bytes);
    String name = Base64.getUrlEncoder().encodeToString(bytes);
    T connection = make.apply((ended, reason) -> close(name, ended, reason));
    open.put(name, connection);
    house.connect(connection);
    return new Opened<>(name, connection);
  }

  /** The open session of that name; null when there is none. */
  Connection find(String name) {
    return open.get(name);
  }

  /** The reason why the session of that name has ended; null when it has not, or not lately, or never was. */
  String whyEnded(String name) {
    Past session = past.get(name);
    return session == null ? null : session.reason();
  }

  private void close(String name, Connection connection, String reason) {
    if (!open.remove(name, connection)) return;
    past.put(name, new Past(reason, System.nanoTime()));
    house.disconnect(connection);
  }

  private void sweep() {
    for (Connection connection : open.values()) {
      if (connection instanceof PollConnection polls && polls.isGone()) polls.end("stopped polling");
    }
    long now = System.nanoTime();
    past.values().removeIf(session -> now - session.endedAt() > REASON_NANOS);
  }
}
