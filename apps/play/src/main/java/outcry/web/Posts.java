package outcry.web;

import static play.mvc.Results.noContent;
import static play.mvc.Results.notFound;
import static play.mvc.Results.status;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.util.ByteString;
import outcry.House;
import play.mvc.Http;
import play.mvc.Result;

/** The way up of the transports over plain HTTP: envelopes, one per line. */
final class Posts {
  private final Sessions sessions;
  private final House<Connection> house;

  Posts(Sessions sessions, House<Connection> house) {
    this.sessions = sessions;
    this.house = house;
  }

  /** Takes the lines in order; a broken one is refused like any other event, and spoils no other. */
  CompletionStage<Result> events(Http.Request request, String name) {
    Connection connection = sessions.find(name);
    if (connection == null) return CompletableFuture.completedFuture(noSession(sessions, name));
    CompletionStage<Void> taken = CompletableFuture.completedFuture(null);
    // Each is taken in the order of these calls; the last one is taken last.
    for (String line : text(request.body().asBytes()).split("\n")) {
      if (!line.isEmpty()) taken = house.receive(connection, line, connection::reply);
    }
    return taken.thenApply(done -> noContent());
  }

  Result close(Http.Request request, String name) {
    Connection connection = sessions.find(name);
    if (connection == null) return noSession(sessions, name);
    connection.end("closed by the client");
    return noContent();
  }

  /** Play has refused a body for its size: its sender cannot go on as if it had been taken. */
  void tooLarge(String name) {
    Connection connection = sessions.find(name);
    if (connection != null) connection.end("sent more at once than is taken");
  }

  static Result noSession(Sessions sessions, String name) {
    String reason = sessions.whyEnded(name);
    return reason == null ? notFound("no such session\n") : status(Http.Status.GONE, reason);
  }

  private static String text(ByteString body) {
    return body == null ? "" : body.utf8String();
  }
}
