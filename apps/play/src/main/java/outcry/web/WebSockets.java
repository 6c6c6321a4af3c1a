package outcry.web;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;
import outcry.House;
import play.http.websocket.Message;
import play.libs.F;
import play.mvc.Http;
import play.mvc.Result;
import play.mvc.WebSocket;

/** Transport `websocket`: one text frame, one envelope, both ways. */
final class WebSockets {
  /** Close code "going away": the server ends the connection, and says why in the reason. */
  private static final int GOING_AWAY = 1001;

  private static final Message PING = new Message.Ping(ByteString.emptyByteString());

  private final House<Connection> house;
  private final ActorSystem system;

  WebSockets(House<Connection> house, ActorSystem system) {
    this.house = house;
    this.system = system;
  }

  WebSocket socket() {
    return new WebSocket() {
      @Override
      public CompletionStage<F.Either<Result, Flow<Message, Message, ?>>> apply(Http.RequestHeader request) {
        return CompletableFuture.completedFuture(F.Either.Right(accept(request.remoteAddress())));
      }
    };
  }

  private Flow<Message, Message, NotUsed> accept(String address) {
    StreamConnection connection = new StreamConnection(address, system, (ended, reason) -> house.disconnect(ended));
    house.connect(connection);
    Sink<Message, NotUsed> up =
        Flow.of(Message.class).mapAsync(1, message -> receive(connection, message)).to(Sink.ignore());
    Source<Message, ?> down = Heartbeat.along(connection.source().map(WebSockets::message), PING);
    return Flow.fromSinkAndSourceCoupled(up, down);
  }

  private CompletionStage<Void> receive(Connection connection, Message message) {
    if (message instanceof Message.Text text) return house.receive(connection, text.data(), connection::reply);
    if (message instanceof Message.Binary) return house.unreadable(connection);
    return CompletableFuture.completedFuture(null);
  }

  private static Message message(Outgoing outgoing) {
    if (!outgoing.isEnd()) return new Message.Text(outgoing.text());
    return new Message.Close(Optional.of(GOING_AWAY), outgoing.reason());
  }
}
