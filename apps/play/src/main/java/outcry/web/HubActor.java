package outcry.web;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.Done;
import org.apache.pekko.actor.AbstractActorWithTimers;
import org.apache.pekko.actor.Props;
import outcry.hub.Clock;
import outcry.hub.Deadlines;
import outcry.hub.Hub;
import outcry.hub.HubEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one owner of the hub and of who is connected. Whatever thread an event comes on, it is read and checked there and then
 * waits in this actor's mailbox; so nothing is counted twice or not at all, and everybody hears everything in one order, harvest
 * after the last message. Sending is only a place in each client's own queue: no lock is held, and nobody is waited for.
 */
final class HubActor extends AbstractActorWithTimers {
  record Connect(Connection connection) {}

  record Disconnect(Connection connection) {}

  /** @param taken completed when the hub has looked at the event: who sends more than that waits */
  record Take(Connection connection, HubEvent event, CompletableFuture<Done> taken) {}

  record Say(Connection connection, Outgoing outgoing) {}

  record SayToAll(Outgoing outgoing) {}

  /** The server stops. */
  record EndAll(String reason) {}

  private enum Tick {
    TICK
  }

  private static final Logger LOG = LoggerFactory.getLogger(HubActor.class);

  /** How often the deadlines are looked at. */
  private static final Duration TICKS = Duration.ofMillis(250);

  private final Set<Connection> connections = new LinkedHashSet<>();

  private final Hub<Connection> hub =
      new Hub<>(
          new Hub.Outputs<>() {
            @Override
            public void send(Connection connection, String event, Object data) {
              connection.send(Outgoing.event(event, data));
            }

            @Override
            public void broadcast(String event, Object data) {
              sayToAll(Outgoing.event(event, data));
            }
          },
          Clock.steady(),
          Deadlines.USUAL);

  static Props props() {
    return Props.create(HubActor.class, HubActor::new);
  }

  @Override
  public void preStart() {
    getTimers().startTimerWithFixedDelay(Tick.TICK, Tick.TICK, TICKS);
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder()
        .match(Take.class, this::take)
        .match(Connect.class, this::connect)
        .match(Disconnect.class, this::disconnect)
        .match(Say.class, say -> say.connection().send(say.outgoing()))
        .match(SayToAll.class, say -> sayToAll(say.outgoing()))
        .match(EndAll.class, end -> new ArrayList<>(connections).forEach(each -> each.end(end.reason())))
        .match(Tick.class, tick -> hub.tick())
        .build();
  }

  private void take(Take take) {
    try {
      hub.receive(take.connection(), take.event());
    } catch (RuntimeException e) {
      // A fault of ours must not cost the others their test: an actor that fails would begin anew, knowing nobody.
      LOG.error("the hub failed at an event", e);
    } finally {
      take.taken().complete(Done.getInstance());
    }
  }

  private void connect(Connect connect) {
    connections.add(connect.connection());
    hub.connect(connect.connection());
  }

  private void disconnect(Disconnect disconnect) {
    connections.remove(disconnect.connection());
    hub.disconnect(disconnect.connection());
  }

  /** Those who fall behind by it leave by a message of their own, not while this goes round. */
  private void sayToAll(Outgoing outgoing) {
    for (Connection connection : connections) connection.send(outgoing);
  }
}
