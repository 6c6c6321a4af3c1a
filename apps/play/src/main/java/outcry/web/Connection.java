package outcry.web;

import java.util.concurrent.CompletableFuture;
import outcry.Content;
import outcry.server.Pace;

/** A client's connection, over whatever transport. Compared by identity. All methods may be called by any thread. */
interface Connection {
  /** A client may fall this far behind, in UTF-16 units; then its connection is ended, with the reason, and nothing is dropped. */
  long QUEUE_LIMIT = 16 * 1_048_576;

  String TOO_SLOW = "fell more than " + QUEUE_LIMIT + " characters behind";

  /** A listener to the end of a connection, and its reason. May be called more than once; the first time counts. */
  @FunctionalInterface
  interface Ended {
    void ended(Connection connection, String reason);
  }

  /** The network address it comes from. */
  String address();

  /** Takes something to send, or ends the connection as too slow. Never waits. Does nothing once it has ended. */
  void send(Outgoing outgoing);

  default void reply(long request, Content reply) {
    send(Outgoing.reply(request, reply));
  }

  /** Completed when a feed may go on; null when it need not wait for this connection. See {@link Pace}. */
  CompletableFuture<Void> caughtUp();

  /** Ends the connection; the client is told {@code reason}. */
  void end(String reason);
}
