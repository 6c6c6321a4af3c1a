package outcry.web;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Broadcaster;
import outcry.Content;
import outcry.Frame;
import outcry.room.Outputs;
import outcry.server.Pace;

/** The room's way to connections: the framework's broadcaster, with a text that is made once. */
final class Wire implements Outputs<Connection> {
  private volatile Broadcaster all;

  /** Says by {@code broadcaster} from now on. */
  void use(Broadcaster broadcaster) {
    all = broadcaster;
  }

  @Override
  public void say(Collection<Connection> to, String event, Content data) {
    // As JSON: the client takes spaces from the ends of what comes, and a text may have some.
    String text = Frame.event(event, data).toJson();
    Set<AtmosphereResource> receivers =
        to.stream().filter(connection -> connection.takes(text)).map(Connection::resource).collect(Collectors.toSet());
    if (!receivers.isEmpty()) all.broadcast(text, receivers);
  }

  @Override
  public CompletionStage<Void> caughtUp(Collection<Connection> to) {
    return Pace.allCaughtUp(to, Connection::caughtUp);
  }
}
