package outcry.web;

import static play.mvc.Results.ok;
import static play.mvc.Results.status;

import java.util.List;
import java.util.Optional;
import outcry.room.Control;
import play.api.mvc.Handler;
import play.api.routing.HandlerDef;
import play.core.routing.HandlerInvoker;
import play.core.routing.HandlerInvokerFactory$;
import play.libs.streams.Accumulator;
import play.mvc.BodyParser;
import play.mvc.EssentialAction;
import play.mvc.Http;
import play.mvc.Result;
import play.mvc.WebSocket;
import play.routing.Router;
import play.routing.RoutingDsl;

/** The server's paths. */
final class Routes {
  /** Under it are the transports' paths. */
  private static final String OWN = "/play/";

  static final String WEBSOCKET = "/play/websocket";
  static final String SESSIONS = "/play/sessions/";

  private Routes() {}

  /** True if it is for a transport, and not for a page or control. */
  static boolean isOwn(Http.RequestHeader request) {
    return request.path().startsWith(OWN);
  }

  static Router router(
      BodyParser.Default bodyParser,
      ControlPaths control,
      WebSockets webSockets,
      Streams streams,
      Polls polls,
      Posts posts,
      PageAction pages) {
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
    return new OtherRoutes(control, webSockets).orElse(http).orElse(new NotToBeWritten());
  }

  /** Answers 405 to other methods than GET and HEAD, on all paths that no other route has: they are only read. */
  private static final class NotToBeWritten implements Router {
    private static final EssentialAction ACTION =
        EssentialAction.of(
            request -> Accumulator.done(status(Http.Status.METHOD_NOT_ALLOWED).withHeader(Http.HeaderNames.ALLOW, "GET, HEAD")));

    @Override
    public Optional<Handler> route(Http.RequestHeader request) {
      // Play asks for GET where there is no HEAD.
      boolean isRead = request.method().equals("GET") || request.method().equals("HEAD");
      return isRead || isOwn(request) ? Optional.empty() : Optional.of(ACTION);
    }

    @Override
    public List<RouteDocumentation> documentation() {
      return List.of(new RouteDocumentation("*", "/*name", "405"));
    }

    @Override
    public Router withPrefix(String prefix) {
      throw new UnsupportedOperationException("this server is not part of another");
    }
  }

  /** Routes that the routing DSL lacks: paths for any method, and WebSockets, as the routes compiler of sbt would write them. */
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
