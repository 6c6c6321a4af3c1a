package outcry.web;

import static play.mvc.Results.ok;

import java.util.List;
import java.util.Optional;
import play.api.mvc.Handler;
import play.api.routing.HandlerDef;
import play.core.routing.HandlerInvoker;
import play.core.routing.HandlerInvokerFactory$;
import play.mvc.BodyParser;
import play.mvc.Http;
import play.mvc.Result;
import play.mvc.WebSocket;
import play.routing.Router;
import play.routing.RoutingDsl;

/** The server's paths. */
final class Routes {
  static final String WEBSOCKET = "/play/websocket";
  static final String SESSIONS = "/play/sessions/";

  private Routes() {}

  static Router router(
      BodyParser.Default bodyParser, WebSockets webSockets, Streams streams, Polls polls, Posts posts, Pages pages) {
    Router http =
        new RoutingDsl(bodyParser)
            .GET("/healthz").routingTo(request -> ok("ok\n"))
            .GET("/play/sse").routingTo(streams::eventSource)
            .GET("/play/http-streaming").routingTo(streams::foreverFrame)
            .POST("/play/long-polling").routingTo(polls::open)
            .GET("/play/sessions/:name").routingTo(polls::poll)
            .POST("/play/sessions/:name").routingAsync(posts::events)
            .POST("/play/sessions/:name/close").routingTo(posts::close)
            .GET("/*name").routingTo(pages::page)
            .build();
    return new WebSocketRoute(webSockets).orElse(http);
  }

  /** The routing DSL has no WebSockets: this is what the routes compiler of sbt would write for one. */
  private static final class WebSocketRoute implements Router {
    private final WebSockets webSockets;
    private final HandlerInvoker<WebSocket> invoker;

    WebSocketRoute(WebSockets webSockets) {
      this.webSockets = webSockets;
      HandlerDef definition =
          new HandlerDef(
              getClass().getClassLoader(), "", WebSockets.class.getName(), "socket", null, "GET", WEBSOCKET, "", null);
      invoker = HandlerInvokerFactory$.MODULE$.javaWebSocket().createInvoker(webSockets::socket, definition);
    }

    @Override
    public Optional<Handler> route(Http.RequestHeader request) {
      boolean matches = request.method().equals("GET") && request.path().equals(WEBSOCKET);
      return matches ? Optional.of(invoker.call(webSockets::socket)) : Optional.empty();
    }

    @Override
    public List<RouteDocumentation> documentation() {
      return List.of(new RouteDocumentation("GET", WEBSOCKET, "WebSockets.socket"));
    }

    @Override
    public Router withPrefix(String prefix) {
      throw new UnsupportedOperationException("this server is not part of another");
    }
  }
}
