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

  private Sockets(House<Connection> house) {
    this.house = house;
  }

  /** The framework's server, not started yet. @param json reads events, {@link RawEvents} */
  static SocketIOServer server(Configuration configuration, House<Connection> house) {
    SocketIOServer server = new SocketIOServer(configuration);
    Sockets sockets = new Sockets(house);
    server.addConnectListener(sockets::connected);
    server.addDisconnectListener(sockets::disconnected);
    server.addEventListener(RawEvents.ALL, Incoming.class, sockets::received);
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
   * Is called by the framework for the transport's connection (over polls by any of them, also after the end), and, if the client is not in
   * the room of all by then, for the client's own packet. A client takes no events before that one, so that alone is the beginning.
   */
  private void connected(SocketIOClient client) {
    ClientHead head = ((NamespaceClient) client).getBaseClient();
    if (!Gate.reads(head)) {
      client.leaveRoom(Namespace.DEFAULT_NAME);
      return;
    }
    synchronized (head) {
      Connection before = client.get(CONNECTION);
      if (before != null && !before.isOver()) return;
      Connection connection = new Connection(client, head, client.get(Gate.CHANNEL));
      client.set(CONNECTION, connection);
      house.connect(connection);
    }
  }

  private void disconnected(SocketIOClient client) {
    Connection connection = client.get(CONNECTION);
    if (connection == null) return;
    connection.ended();
    house.disconnect(connection);
  }

  private void received(SocketIOClient client, Incoming event, AckRequest acknowledgement) {
    Connection connection = client.get(CONNECTION);
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
