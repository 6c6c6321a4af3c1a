package outcry.web;

import java.time.Duration;
import org.apache.pekko.stream.javadsl.Source;

/**
 * Says something on a quiet connection now and then, so that neither proxies nor this server's idle timeout take it for a dead one. Pekko's
 * own {@code keepAlive}, which Play's keep-alive for WebSockets is too, waits for one moment at a time and gives up for good, or fails the
 * stream, when it is woken before it (https://github.com/akka/akka-core/issues/28993); a tick comes again.
 */
final class Heartbeat {
  private static final Duration EVERY = Duration.ofSeconds(25);

  private Heartbeat() {}

  /** The elements of {@code source}, and {@code beat} in between; it ends with {@code source}. */
  static <T> Source<T, ?> along(Source<T, ?> source, T beat) {
    return along(source, beat, EVERY);
  }

  static <T> Source<T, ?> along(Source<T, ?> source, T beat, Duration every) {
    return source.merge(Source.tick(every, every, beat), true);
  }
}
