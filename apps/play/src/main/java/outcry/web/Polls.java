package outcry.web;

import static play.mvc.Results.badRequest;
import static play.mvc.Results.ok;
import static play.mvc.Results.status;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;
import play.http.HttpEntity;
import play.mvc.Http;
import play.mvc.Result;

/** Transport `long-polling`, the way down. */
final class Polls {
  /** The content type of envelopes, one per line. */
  private static final String LINES = "application/x-events";

  private final Sessions sessions;
  private final ActorSystem system;

  Polls(Sessions sessions, ActorSystem system) {
    this.sessions = sessions;
    this.system = system;
  }

  Result open(Http.Request request) {
    Sessions.Opened<PollConnection> session =
        sessions.open(ended -> new PollConnection(request.remoteAddress(), system, ended));
    return fresh(ok(JsonNodeFactory.instance.objectNode().put("session", session.name())));
  }

  /** A poll by a client that has everything up to number {@code after}. */
  Result poll(Http.Request request, String name) {
    Connection connection = sessions.find(name);
    if (connection == null) return Posts.noSession(sessions, name);
    if (!(connection instanceof PollConnection polls)) return status(Http.Status.METHOD_NOT_ALLOWED, "a stream\n");
    CompletableFuture<ByteString> poll = polls.poll(number(request.queryString("after").orElse("")));
    if (poll == null) return badRequest("\"after\" is no number that was given out\n");
    if (poll.isDone()) return fresh(ok().sendEntity(new HttpEntity.Strict(poll.join(), Optional.of(LINES))));
    return fresh(ok().chunked(held(polls, poll)).as(LINES));
  }

  /**
   * The answer, when it comes. The head of the response goes out at once: only so does Play tell that the client has gone
   * while it waits.
   */
  private static Source<ByteString, ?> held(PollConnection polls, CompletableFuture<ByteString> poll) {
    return Source.completionStage(poll)
        .watchTermination(
            (ignored, done) -> done.whenComplete((finished, error) -> polls.abandoned(poll)));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static Result fresh(Result result) {
    return result.withHeader(Http.HeaderNames.CACHE_CONTROL, "no-store");
  }
}
