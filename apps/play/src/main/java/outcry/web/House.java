package outcry.web;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.Done;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import outcry.auction.AuctionHouse;
import outcry.auction.DatabaseTarget;
import outcry.hub.HubEvent;

/** What the transports are wired to: connections, and all that comes over them, go in here. */
public final class House {
  private static final CompletionStage<Done> TAKEN = CompletableFuture.completedFuture(Done.getInstance());

  private final ActorRef hub;
  private final AuctionHouse<Connection> auction;

  public House(ActorSystem system, DatabaseTarget database) {
    hub = system.actorOf(HubActor.props(), "hub");
    AuctionHouse.Staff staff =
        new AuctionHouse.Staff(
            system.dispatchers().lookup("outcry.passwords"), system.dispatchers().lookup("outcry.desk"));
    // By way of the hub, as everything: an event of a change leaves before the reply to who made it.
    auction =
        new AuctionHouse<>(
            database,
            (event, data) -> tell(new HubActor.SayToAll(Outgoing.event(event, data))),
            Connection::address,
            staff);
  }

  void connect(Connection connection) {
    tell(new HubActor.Connect(connection));
  }

  /** A connection has ended; saying so twice does no harm. */
  void disconnect(Connection connection) {
    tell(new HubActor.Disconnect(connection));
    auction.disconnect(connection);
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
    // Not waited for: a connection may ask for more meanwhile, and the auction house says how much.
    auction.request(
        connection,
        envelope.event(),
        envelope.data(),
        reply -> tell(new HubActor.Say(connection, Outgoing.reply(envelope.request(), reply))));
    return TAKEN;
  }

  /** What came is no text at all. */
  CompletionStage<Done> unreadable(Connection connection) {
    return take(connection, HubEvent.UNREADABLE);
  }

  /** Ends all connections: the server is about to stop. */
  public void endAll(String reason) {
    tell(new HubActor.EndAll(reason));
  }

  /** Lets the change under way finish. */
  public void close() {
    auction.close();
  }

  private CompletionStage<Done> take(Connection connection, HubEvent event) {
    CompletableFuture<Done> taken = new CompletableFuture<>();
    tell(new HubActor.Take(connection, event, taken));
    return taken;
  }

  private void tell(Object message) {
    hub.tell(message, ActorRef.noSender());
  }
}
