package outcry.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.AtmosphereResource.TRANSPORT;
import org.atmosphere.cpr.AtmosphereResourceEvent;
import org.atmosphere.cpr.AtmosphereResourceEventListenerAdapter;
import org.atmosphere.cpr.AtmosphereResponse;
import org.atmosphere.cpr.Broadcaster;
import org.atmosphere.handler.AbstractReflectorAtmosphereHandler;
import org.eclipse.jetty.ee9.nested.Request;
import outcry.House;

/** Transport {@code sse}: messages come down as events of a stream, and each goes up as a POST. */
final class Streams extends AbstractReflectorAtmosphereHandler {
  private final House<Connection> house;
  private final Broadcaster all;
  private final int limit;

  /** Connections by their ids. Each is there from when the client may know its id, and complete when the room knows it. */
  private final Map<String, CompletableFuture<Connection>> open = new ConcurrentHashMap<>();

  /** @param limit most bytes of a message */
  Streams(House<Connection> house, Broadcaster all, int limit) {
    this.house = house;
    this.all = all;
    this.limit = limit;
  }

  @Override
  public void onRequest(AtmosphereResource resource) throws IOException {
    // The framework asks for WebSockets too, before it tells their own handler.
    if (resource.transport() == TRANSPORT.WEBSOCKET) return;
    String method = resource.getRequest().getMethod();
    if (method.equals("POST")) {
      take(resource);
    } else if (method.equals("GET") && resource.transport() == TRANSPORT.SSE) {
      begin(resource);
    } else {
      answer(resource, HttpServletResponse.SC_BAD_REQUEST, "neither a stream nor a message");
    }
  }

  private void begin(AtmosphereResource resource) {
    String id = resource.uuid();
    CompletableFuture<Connection> begun = new CompletableFuture<>();
    org.eclipse.jetty.io.Connection tcp = Request.getBaseRequest(resource.getRequest()).getHttpChannel().getConnection();
    TcpEnd tcpEnd = new TcpEnd();
    Connection connection =
        new Connection(
            () -> close(resource),
            resource,
            resource.getRequest().getRemoteAddr(),
            ended -> {
              tcp.removeEventListener(tcpEnd);
              open.remove(id, begun);
              house.disconnect(ended);
              begun.complete(ended);
            });
    tcpEnd.of = connection;
    tcp.addEventListener(tcpEnd);
    CompletableFuture<Connection> before = open.put(id, begun);
    if (before != null) before.thenAccept(Connection::end);
    resource.setBroadcaster(all);
    resource.addEventListener(
        new AtmosphereResourceEventListenerAdapter() {
          @Override
          public void onSuspend(AtmosphereResourceEvent event) {
            house.connect(connection);
            if (connection.isOver()) house.disconnect(connection);
            begun.complete(connection);
          }

          @Override
          public void onBroadcast(AtmosphereResourceEvent event) {
            connection.wentOut(event.getMessage());
          }

          @Override
          public void onDisconnect(AtmosphereResourceEvent event) {
            connection.ended();
          }

          @Override
          public void onClose(AtmosphereResourceEvent event) {
            connection.ended();
          }

          @Override
          public void onThrowable(AtmosphereResourceEvent event) {
            connection.ended();
          }
        });
    resource.suspend(-1);
    // A POST waits for what has begun.
    if (!begun.isDone() || !tcp.getEndPoint().isOpen()) connection.end();
  }

  /** Ends a connection with its TCP connection: the framework passes over a greeting and a heartbeat that could not be written. */
  private static final class TcpEnd implements org.eclipse.jetty.io.Connection.Listener {
    private Connection of;

    @Override
    public void onClosed(org.eclipse.jetty.io.Connection tcp) {
      of.end();
    }
  }

  private static void close(AtmosphereResource resource) {
    try {
      resource.close();
    } catch (IOException e) {
      // The client has gone by itself.
    }
  }

  private void take(AtmosphereResource resource) throws IOException {
    CompletableFuture<Connection> begun = open.get(resource.uuid());
    if (begun == null) {
      answer(resource, HttpServletResponse.SC_GONE, "no such connection");
      return;
    }
    Connection connection = begun.join();
    byte[] body = resource.getRequest().getInputStream().readNBytes(limit + 1);
    if (body.length > limit) {
      answer(resource, HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, "too large");
      connection.end();
      return;
    }
    String text = new String(body, StandardCharsets.UTF_8);
    house.receive(connection, text, (request, reply) -> connection.reply(all, request, reply)).toCompletableFuture().join();
    answer(resource, HttpServletResponse.SC_OK, "taken");
  }

  /** Answers with a body: the client hears of no other answer. */
  private static void answer(AtmosphereResource resource, int status, String body) throws IOException {
    AtmosphereResponse response = resource.getResponse();
    response.setStatus(status);
    response.setContentType("text/plain");
    response.getOutputStream().write(body.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void destroy() {
    // Connections end with the process.
  }
}
