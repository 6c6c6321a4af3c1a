package outcry.web;

import java.util.Collection;
import java.util.concurrent.CompletionStage;
import outcry.Content;
import outcry.room.Outputs;
import outcry.server.Pace;

/** The room's way to connections: a place in each one's own queue, for a text that is made once. */
final class Wire implements Outputs<Connection> {
  @Override
  public void say(Collection<Connection> to, String event, Content data) {
    Outgoing outgoing = Outgoing.event(event, data);
    for (Connection connection : to) connection.send(outgoing);
  }

  @Override
  public CompletionStage<Void> caughtUp(Collection<Connection> to) {
    return Pace.allCaughtUp(to, Connection::caughtUp);
  }
}
