package outcry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/**
 * The auction house of `outcry.auction`, as {@link House} uses it. An app without one never loads that package.
 *
 * @param <C> a connection
 */
public interface Auction<C> extends AutoCloseable {
  /** Sends an event to every connection. */
  @FunctionalInterface
  interface Tell {
    void all(String event, Object data);
  }

  /** True if it answers requests of that name. */
  boolean takes(String name);

  /** Answers a request by calling {@code answer} once, on some thread; for one connection in the order of the requests. */
  void request(C connection, String name, JsonNode data, Consumer<ObjectNode> answer);

  /** The connection has ended. */
  void disconnect(C connection);

  @Override
  void close();
}
