package outcry.web;

import static play.mvc.Results.ok;

import java.util.List;
import java.util.Optional;
import outcry.room.Control;
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
      BodyParser.Default bodyParser,
      ControlPaths control,
      WebSockets webSockets,
      Streams streams,
      Polls polls,
      Posts posts,
      Pages pages) {
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
    return new OtherRoutes(control, webSockets).orElse(http);
  }

  /** What the routing DSL lacks: paths for any method, and WebSockets, as the routes compiler of sbt would write them. */
  private static final class OtherRoutes implements Router {
    private final ControlPaths control;
    private final WebSockets webSockets;
    private final HandlerInvoker<WebSocket> invoker;

    OtherRoutes(ControlPaths control, WebSockets webSockets) {
      this.control = control;
      this.webSockets = webSockets;
      HandlerDef definition =
          new HandlerDef(
              getClass().getClassLoader(), "", WebSockets.class.getName(), "socket", null, "GET", WEBSOCKET, "", null);
      invoker = HandlerInvokerFactory$.MODULE$.javaWebSocket().createInvoker(webSockets::socket, definition);
    }

    @Override
    public Optional<Handler> route(Http.RequestHeader request) {
      if (request.path().startsWith(Control.ROOT)) return Optional.of(control.action());
      boolean matches = request.method().equals("GET") && request.path().equals(WEBSOCKET);
      return matches ? Optional.of(invoker.call(webSockets::socket)) : Optional.empty();
    }

    @Override
    public List<RouteDocumentation> documentation() {
      return List.of(
          new RouteDocumentation("GET", WEBSOCKET, "WebSockets.socket"),
          new RouteDocumentation("*", Control.ROOT, "ControlPaths.action"));
    }

    @Override
    public Router withPrefix(String prefix) {
      throw new UnsupportedOperationException("this server is not part of another");
    }
  }
}
