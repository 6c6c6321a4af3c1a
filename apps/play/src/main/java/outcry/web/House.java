package outcry.web;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.Done;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import outcry.hub.HubEvent;

/** What the transports are wired to: connections, and all that comes over them, go in here. */
public final class House {
  private static final CompletionStage<Done> TAKEN = CompletableFuture.completedFuture(Done.getInstance());

  private final ActorRef hub;

  public House(ActorSystem system) {
    hub = system.actorOf(HubActor.props(), "hub");
  }

  void connect(Connection connection) {
    hub.tell(new HubActor.Connect(connection), ActorRef.noSender());
  }

  /** A connection has ended; saying so twice does no harm. */
  void disconnect(Connection connection) {
    hub.tell(new HubActor.Disconnect(connection), ActorRef.noSender());
  }

  /**
   * Takes a text that a connection sent. Events of one connection are taken in the order of the calls.
   *
   * @return completed when more may be sent
   */
  CompletionStage<Done> receive(Connection connection, String text) {
    Envelope envelope = Envelope.read(text);
    if (envelope == null) return unreadable(connection);
    if (envelope.request() == null) return take(connection, HubEvent.read(envelope.event(), envelope.data()));
    Object reply = java.util.Map.of("ok", false, "code", "unknown-event", "reason", "no such request");
    hub.tell(new HubActor.Say(connection, Outgoing.reply(envelope.request(), reply)), ActorRef.noSender());
    return TAKEN;
  }

  /** What came is no text at all. */
  CompletionStage<Done> unreadable(Connection connection) {
    return take(connection, HubEvent.UNREADABLE);
  }

  /** Ends all connections: the server is about to stop. */
  public void endAll(String reason) {
    hub.tell(new HubActor.EndAll(reason), ActorRef.noSender());
  }

  private CompletionStage<Done> take(Connection connection, HubEvent event) {
    CompletableFuture<Done> taken = new CompletableFuture<>();
    hub.tell(new HubActor.Take(connection, event, taken), ActorRef.noSender());
    return taken;
  }
}
