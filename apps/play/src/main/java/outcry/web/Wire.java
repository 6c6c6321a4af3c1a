package outcry.web;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import outcry.Content;
import outcry.room.Outputs;

/** The room's way to connections: a place in each one's own queue, for a text that is made once. */
final class Wire implements Outputs<Connection> {
  @Override
  public void say(Collection<Connection> to, String event, Content data) {
    Outgoing outgoing = Outgoing.event(event, data);
    for (Connection connection : to) connection.send(outgoing);
  }

  @Override
  public CompletionStage<Void> caughtUp(Collection<Connection> to) {
    List<CompletableFuture<Void>> behind = to.stream().map(Connection::caughtUp).filter(Objects::nonNull).toList();
    return CompletableFuture.allOf(behind.toArray(CompletableFuture[]::new));
  }
}
