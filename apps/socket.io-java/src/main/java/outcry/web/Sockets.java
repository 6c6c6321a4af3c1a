package outcry.web;

import com.corundumstudio.socketio.AckMode;
import com.corundumstudio.socketio.AckRequest;
import com.corundumstudio.socketio.AuthorizationResult;
import com.corundumstudio.socketio.Configuration;
import com.corundumstudio.socketio.HandshakeData;
import com.corundumstudio.socketio.SocketIOClient;
import com.corundumstudio.socketio.SocketIOServer;
import com.corundumstudio.socketio.handler.ClientHead;
import com.corundumstudio.socketio.namespace.Namespace;
import com.corundumstudio.socketio.transport.NamespaceClient;
import com.fasterxml.jackson.databind.util.RawValue;
import outcry.House;
import outcry.server.Settings;

/** Wires the framework to the house: connections, and what they send. */
final class Sockets {
  /** Most that is taken at once, bytes: a payload of 1 MiB, and room for what is around it and for several packets of a poll. */
  static final int TRANSPORT_LIMIT = 4 * 1_048_576;

  /** Connections that wait to be accepted. */
  private static final int BACKLOG = 4_096;

  /** Key of a client's {@link Connection} in what the framework keeps for it. */
  static final String CONNECTION = "connection";

  private final House<Connection> house;

  Sockets(House<Connection> house) {
    this.house = house;
  }

  /** The framework's server, not started yet. Who reads its packets has to tell of connections, {@link #begin}. */
  SocketIOServer server(Configuration configuration) {
    SocketIOServer server = new SocketIOServer(configuration);
    server.addDisconnectListener(this::disconnected);
    server.addEventListener(RawEvents.ALL, Incoming.class, this::received);
    return server;
  }

  /** The framework's settings: each that is not its default is in the README. */
  static Configuration configuration(Settings settings, RawEvents json) {
    Configuration configuration = new Configuration();
    configuration.setHostname(settings.host());
    configuration.setPort(settings.port());
    configuration.getSocketConfig().setAcceptBackLog(BACKLOG);
    configuration.getSocketConfig().setReuseAddress(true);
    configuration.setMaxHttpContentLength(TRANSPORT_LIMIT);
    configuration.setMaxFramePayloadLength(TRANSPORT_LIMIT);
    configuration.setHttpCompression(settings.compresses());
    configuration.setWebsocketCompression(settings.compresses());
    configuration.setJsonSupport(json);
    // Replies are given later, in the room's turn.
    configuration.setAckMode(AckMode.MANUAL);
    // By default a cookie names the session, and all clients of a browser have it in common.
    configuration.setRandomSession(true);
    configuration.setAuthorizationListener(Sockets::authorize);
    configuration.setExceptionListener(new Exceptions());
    return configuration;
  }

  /** Accepts the protocol of today alone: a broadcast's packet is one for all, and a client of an older one would spoil it for others. */
  private static AuthorizationResult authorize(HandshakeData data) {
    return new AuthorizationResult("4".equals(data.getSingleUrlParam("EIO")));
  }

  /**
   * Begins a connection; called when the framework has answered the client's own packet, before which a client takes no events. The
   * framework's listener tells of that packet only if no poll of the client is being told of at the same time, and of polls otherwise.
   */
  void begin(ClientHead head) {
    synchronized (head) {
      Connection before = head.getStore().get(CONNECTION);
      if (before != null && !before.isOver()) return;
      for (Namespace namespace : head.getNamespaces()) {
        if (namespace.getName().equals(Namespace.DEFAULT_NAME)) begin(head, head.getChildClient(namespace));
      }
    }
  }

  private void begin(ClientHead head, SocketIOClient client) {
    Connection connection = new Connection(client, head, head.getStore().get(Gate.CHANNEL));
    head.getStore().set(CONNECTION, connection);
    house.connect(connection);
    // It may have ended meanwhile, when there was nothing to end.
    if (!head.isConnected()) ended(connection);
  }

  private void disconnected(SocketIOClient client) {
    Connection connection = client.get(CONNECTION);
    if (connection != null) ended(connection);
  }

  private void ended(Connection connection) {
    connection.ended();
    house.disconnect(connection);
  }

  /** The connection of {@code client}; null if it has none. Waits while one begins: the client may be quicker than {@link #begin}. */
  private static Connection connectionOf(SocketIOClient client) {
    Connection connection = client.get(CONNECTION);
    if (connection != null) return connection;
    synchronized (((NamespaceClient) client).getBaseClient()) {
      return client.get(CONNECTION);
    }
  }

  private void received(SocketIOClient client, Incoming event, AckRequest acknowledgement) {
    Connection connection = connectionOf(client);
    if (connection == null) return;
    if (event.name() == null) {
      house.unreadable(connection);
    } else if (acknowledgement.isAckRequested()) {
      house.request(
          connection,
          event.name(),
          event.data(),
          event.received(),
          reply -> acknowledgement.sendAckData(new RawValue(reply.toJson())));
    } else {
      house.event(connection, event.name(), event.data(), event.received());
    }
  }
}
