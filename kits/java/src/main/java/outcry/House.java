package outcry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import outcry.room.Clock;
import outcry.room.Control;
import outcry.room.Outputs;
import outcry.room.Room;

/**
 * Takes everything that a framework hands in: connections, and all that comes over them. Any thread may call any method.
 *
 * @param <C> a connection; an equal one is the same
 */
public final class House<C> {
  private static final CompletionStage<Void> TAKEN = CompletableFuture.completedFuture(null);

  private final SerialExecutor turns;
  private final Room<C> room;

  /** Null when the app has none. */
  private final Auction<C> auction;

  /**
   * A house with the load test alone.
   *
   * @param others goes on where one thread has done enough, see {@link SerialExecutor}
   */
  public House(Outputs<C> outputs, Executor others) {
    this(outputs, others, tell -> null);
  }

  /** @param auction makes the auction house */
  public House(Outputs<C> outputs, Executor others, Function<Auction.Tell, Auction<C>> auction) {
    turns = new SerialExecutor(others);
    room = new Room<>(outputs, Clock.steady(), turns);
    // By way of the turns, as everything: an event of a change leaves before the reply to its maker.
    this.auction = auction.apply((event, data) -> tell(outputs, event, new Content(Json.write(data))));
  }

  /** The control paths, for clients with {@code token}; null or empty: for no client. */
  public Control control(String token) {
    return new Control(room, token);
  }

  public void connect(C connection) {
    room.connect(connection);
  }

  /** A connection has ended; saying so twice does no harm. */
  public void disconnect(C connection) {
    room.disconnect(connection);
    if (auction != null) turns.execute(() -> auction.disconnect(connection));
  }

  /**
   * Takes a text that a connection sent, see {@link Envelope}. Those of one connection are taken in the order of the calls.
   *
   * @param reply called with a request's number and its reply; not if the connection has ended
   * @return completed when more may be sent
   */
  public CompletionStage<Void> receive(C from, String text, BiConsumer<Long, Content> reply) {
    long received = room.now();
    Envelope envelope = Envelope.read(text);
    if (envelope == null) return room.unreadable(from);
    if (envelope.request() == null) return event(from, envelope.event(), envelope.data(), received);
    return request(from, envelope.event(), envelope.data(), received, said -> reply.accept(envelope.request(), said));
  }

  /** The time at which something arrives, for {@link #event} and {@link #request}; to be read before anything else. */
  public long now() {
    return room.now();
  }

  /**
   * Takes an event of a framework that has events of its own.
   *
   * @param received the time at which it arrived
   * @return completed when more may be sent
   */
  public CompletionStage<Void> event(C from, String name, Data data, long received) {
    return room.event(from, name, data, received);
  }

  /**
   * Takes a request of a framework that has requests of its own.
   *
   * @param received the time at which it arrived
   * @param answer called with the reply; not if the connection has ended
   * @return completed when more may be sent
   */
  public CompletionStage<Void> request(C from, String name, Data sent, long received, Consumer<Content> answer) {
    if (auction == null || !auction.takes(name)) return room.request(from, name, sent, received, answer);
    RawJson json = sent.toJson();
    JsonNode data = json == null ? null : Json.read(json.text());
    ifOpen(from, () -> auction.request(from, name, data, said -> reply(from, new Content(Json.write(said)), answer)));
    // Not waited for: a connection may ask for more meanwhile, and the auction house says how much.
    return TAKEN;
  }

  /** Refuses data that is no text at all. */
  public CompletionStage<Void> unreadable(C from) {
    return room.unreadable(from);
  }

  /** Has {@code work} done with each connection that is open. */
  public void forEach(Consumer<C> work) {
    turns.execute(() -> List.copyOf(room.open()).forEach(work));
  }

  /** Lets the change under way finish. */
  public void close() {
    if (auction != null) auction.close();
  }

  private void tell(Outputs<C> outputs, String event, Content data) {
    turns.execute(() -> outputs.say(room.open(), event, data));
  }

  private void reply(C to, Content reply, Consumer<Content> answer) {
    ifOpen(to, () -> answer.accept(reply));
  }

  private void ifOpen(C connection, Runnable work) {
    turns.execute(
        () -> {
          if (room.open().contains(connection)) work.run();
        });
  }
}
