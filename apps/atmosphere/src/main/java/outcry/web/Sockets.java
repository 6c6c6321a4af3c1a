package outcry.web;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.AtmosphereResourceEvent;
import org.atmosphere.cpr.AtmosphereResourceEventListenerAdapter;
import org.atmosphere.cpr.Broadcaster;
import org.atmosphere.websocket.WebSocket;
import org.atmosphere.websocket.WebSocketHandlerAdapter;
import outcry.House;

/** Transport {@code websocket}: one text message, one envelope, both ways. Clients are known by their WebSockets, for they choose their ids. */
final class Sockets extends WebSocketHandlerAdapter {
  private final House<Connection> house;
  private final Broadcaster all;
  private final Map<WebSocket, Connection> open = new ConcurrentHashMap<>();

  Sockets(House<Connection> house, Broadcaster all) {
    this.house = house;
    this.all = all;
  }

  @Override
  public void onOpen(WebSocket webSocket) {
    AtmosphereResource resource = webSocket.resource();
    Connection connection = new Connection(webSocket::close, resource, resource.getRequest().getRemoteAddr(), house::disconnect);
    resource.setBroadcaster(all);
    resource.addEventListener(
        new AtmosphereResourceEventListenerAdapter() {
          @Override
          public void onBroadcast(AtmosphereResourceEvent event) {
            connection.wentOut(event.getMessage());
          }
        });
    open.put(webSocket, connection);
    house.connect(connection);
  }

  @Override
  public void onTextMessage(WebSocket webSocket, String text) {
    Connection connection = open.get(webSocket);
    if (connection == null) return;
    house.receive(connection, text, (request, reply) -> connection.reply(all, request, reply)).toCompletableFuture().join();
  }

  @Override
  public void onByteMessage(WebSocket webSocket, byte[] data, int offset, int length) {
    Connection connection = open.get(webSocket);
    if (connection != null) house.unreadable(connection);
  }

  @Override
  public void onClose(WebSocket webSocket) {
    Connection connection = open.remove(webSocket);
    if (connection != null) connection.ended();
  }
}
