package outcry.web;

import com.corundumstudio.socketio.SingleRoomBroadcastOperations;
import com.corundumstudio.socketio.SocketIOClient;
import com.corundumstudio.socketio.namespace.Namespace;
import com.corundumstudio.socketio.store.StoreFactory;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import outcry.Content;
import outcry.room.Outputs;
import outcry.server.Pace;

/** The room's way to connections: the framework's broadcast, which encodes a packet once for each of them. */
final class Wire implements Outputs<Connection> {
  private final StoreFactory stores;

  Wire(StoreFactory stores) {
    this.stores = stores;
  }

  @Override
  public void say(Collection<Connection> to, String event, Content data) {
    String json = data.toJson();
    List<SocketIOClient> clients =
        to.stream().filter(connection -> connection.takes(json.length())).map(Connection::client).toList();
    // To the connections that the room knows: the framework's own room has some that have not been accepted yet.
    new SingleRoomBroadcastOperations(Namespace.DEFAULT_NAME, Namespace.DEFAULT_NAME, clients, stores)
        .sendEvent(event, new RawValue(json));
  }

  @Override
  public CompletionStage<Void> caughtUp(Collection<Connection> to) {
    return Pace.allCaughtUp(to, Connection::caughtUp);
  }
}
