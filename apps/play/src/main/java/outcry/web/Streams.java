package outcry.web;

import static play.mvc.Results.ok;

import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;
import play.libs.Comet;
import play.mvc.Http;
import play.mvc.Result;

/** Transports whose way down is a response that never ends. The way up is {@link Posts}. */
final class Streams {
  // Heartbeats, which readers ignore.
  private static final ByteString COMMENT = ByteString.fromString(":\n\n");
  private static final ByteString SPACE = ByteString.fromString(" ");

  /**
   * The function that the scripts of a forever frame call. Each frame finds its own element and a function there, so that any number of
   * them fit on a page, and no name has to be taken from the request, where it could be somebody's script.
   */
  private static final String CALLBACK = "frameElement.receive";

  private final Sessions sessions;
  private final ActorSystem system;

  Streams(Sessions sessions, ActorSystem system) {
    this.sessions = sessions;
    this.system = system;
  }

  /** Transport `sse`. */
  Result eventSource(Http.Request request) {
    Source<ByteString, ?> events = Heartbeat.along(open(request).map(Outgoing::serverSentEvent), COMMENT);
    return ok().chunked(events).as(Http.MimeTypes.EVENT_STREAM).withHeader(Http.HeaderNames.CACHE_CONTROL, "no-store");
  }

  /** Transport `http-streaming`: a forever frame. */
  Result foreverFrame(Http.Request request) {
    Source<ByteString, ?> scripts = Heartbeat.along(open(request).map(Outgoing::script).via(Comet.flow(CALLBACK)), SPACE);
    return ok()
        .chunked(scripts)
        .as(Http.MimeTypes.HTML + "; charset=utf-8")
        .withHeader(Http.HeaderNames.CACHE_CONTROL, "no-store");
  }

  private Source<Outgoing, ?> open(Http.Request request) {
    Sessions.Opened<StreamConnection> session =
        sessions.open(ended -> new StreamConnection(request.remoteAddress(), system, ended));
    return session.connection().source().prepend(Source.single(Outgoing.session(session.name())));
  }
}
