package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.corundumstudio.socketio.Configuration;
import com.corundumstudio.socketio.HandshakeData;
import com.corundumstudio.socketio.SocketIOServer;
import com.corundumstudio.socketio.Transport;
import com.corundumstudio.socketio.handler.ClientHead;
import com.corundumstudio.socketio.handler.ClientsBox;
import com.corundumstudio.socketio.namespace.Namespace;
import com.corundumstudio.socketio.scheduler.HashedWheelTimeoutScheduler;
import com.corundumstudio.socketio.store.MemoryStoreFactory;
import com.corundumstudio.socketio.transport.NamespaceClient;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.House;

@DisplayName("Connections")
class SocketsTest {
  // One for all: a server that is never started has a timer that nothing ends.
  private static final Configuration CONFIGURATION = new Configuration();
  private static final House<Connection> HOUSE = new House<>(new Wire(new MemoryStoreFactory()), Runnable::run);
  private static final Sockets SOCKETS = new Sockets(HOUSE);
  private static final SocketIOServer SERVER = SOCKETS.server(CONFIGURATION);
  private static final Namespace NAMESPACE = (Namespace) SERVER.getNamespace(Namespace.DEFAULT_NAME);
  private static final HashedWheelTimeoutScheduler SCHEDULER = new HashedWheelTimeoutScheduler();

  private final ClientHead head =
      new ClientHead(
          UUID.randomUUID(), null, left -> {}, new MemoryStoreFactory(), new HandshakeData(), new ClientsBox(), Transport.POLLING,
          SCHEDULER, CONFIGURATION, Map.of("EIO", List.of("4")));

  private long open() {
    AtomicLong open = new AtomicLong();
    HOUSE.forEach(each -> {
      if (each.client().getSessionId().equals(head.getSessionId())) open.incrementAndGet();
    });
    return open.get();
  }

  @Test
  void beginByTheClientsOwnPacketAlone() {
    NamespaceClient client = head.addNamespaceClient(NAMESPACE);
    NAMESPACE.onConnect(client);
    assertEquals(0, open(), "a poll alone is no connection");
    SOCKETS.begin(head);
    assertEquals(1, open(), "also where a poll has brought it into the framework's room before");
    SOCKETS.begin(head);
    assertEquals(1, open(), "one, however often");
  }

  @Test
  void endAndMayBeginAgain() {
    NamespaceClient client = head.addNamespaceClient(NAMESPACE);
    SOCKETS.begin(head);
    NAMESPACE.onDisconnect(client);
    assertEquals(0, open());
    head.addNamespaceClient(NAMESPACE);
    SOCKETS.begin(head);
    assertEquals(1, open());
  }

  @Test
  void areOverWhereTheClientHasLeftWhileItsPacketWasRead() {
    head.addNamespaceClient(NAMESPACE);
    head.onChannelDisconnect();
    head.addNamespaceClient(NAMESPACE);
    SOCKETS.begin(head);
    assertEquals(0, open());
  }
}
