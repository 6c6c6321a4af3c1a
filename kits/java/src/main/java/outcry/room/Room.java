package outcry.room;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import outcry.Content;
import outcry.Data;
import outcry.Json;
import outcry.RawJson;
import outcry.SerialExecutor;

/**
 * The room: all connections of a server, and the verbs they have. It knows no transport, no clock but the one it is given, and
 * nothing of what is measured. {@code protocol/README.md} is its specification. Any thread may call it: what it is told is done in
 * {@link SerialExecutor}.
 *
 * @param <C> a connection; an equal one is the same
 */
public final class Room<C> {
  /** A longer event name is not repeated to its sender. */
  private static final int EVENT_NAME_LIMIT = 100;

  private static final int LEAST_BUCKET_MS = 10;
  private static final int MOST_BUCKET_MS = 3_600_000;

  /** The event that all get about a name, and the verb that it is counted by. */
  private record Told(String event, String verb) {}

  private final Outputs<C> outputs;
  private final Clock clock;
  private final SerialExecutor turns;

  /** Open connections, in the order in which they were opened. */
  private final Set<C> open = new LinkedHashSet<>();

  private final Names<C> names = new Names<>();
  private Counts counts = new Counts(0);

  /** The greeting of new connections; null: none. */
  private Body greeting;

  public Room(Outputs<C> outputs, Clock clock, SerialExecutor turns) {
    this.outputs = outputs;
    this.clock = clock;
    this.turns = turns;
  }

  /** The time, microseconds. Receivers read it before anything else. */
  public long now() {
    return clock.micros();
  }

  /** The connections that are open. To be looked at in a turn. */
  public Collection<C> open() {
    return Collections.unmodifiableSet(open);
  }

  /** A connection is open. */
  public void connect(C connection) {
    long received = now();
    turns.execute(
        () -> {
          open.add(connection);
          if (greeting != null) relay("greet", List.of(connection), greeting, received, 0);
        });
  }

  /** A connection has ended; saying so twice does no harm. */
  public void disconnect(C connection) {
    long received = now();
    turns.execute(
        () -> {
          open.remove(connection);
          String name = names.take(connection);
          if (name != null) tell(new Told("left", "leave"), name, Body.NULL, received, 0);
        });
  }

  /**
   * Takes an event; what cannot be taken is refused.
   *
   * @return completed when it has been dealt with
   */
  public CompletionStage<Void> event(C from, String event, Data data, long received) {
    return take(
        from,
        () -> {
          switch (event) {
            case "echo" -> relay(event, List.of(from), Bodies.of(data), received, 1);
            case "publish" -> relay(event, open, Bodies.of(data), received, 1);
            case "sink" -> {
              Bodies.of(data);
              counts.add(event, received, 1, 0);
            }
            default -> throw unknown("event");
          }
        },
        fault -> refuse(from, event.length() <= EVENT_NAME_LIMIT ? event : null, fault));
  }

  /** Refuses what never became an event. */
  public CompletionStage<Void> unreadable(C from) {
    Runnable work =
        () -> {
          throw new Fault("bad-json", "not a JSON envelope with the name of an event");
        };
    return take(from, work, fault -> refuse(from, null, fault));
  }

  /**
   * Takes a request.
   *
   * @param reply called once with the reply, in a turn; not if the connection has ended
   * @return completed when it has been dealt with
   */
  public CompletionStage<Void> request(C from, String request, Data data, long received, Consumer<Content> reply) {
    return take(
        from,
        () -> reply.accept(answer(from, request, data, received)),
        fault -> reply.accept(new Content("{\"ok\":false," + fault.fields() + "}")));
  }

  /** Counts anew, as {@code POST /outcry/begin} asks. Fails with a {@link Fault} when it asks for what cannot be. */
  CompletionStage<Void> begin(String asked) {
    return ask(
        () -> {
          Map<String, RawJson> fields = RawJson.fieldsOf(RawJson.read(asked), "bucketMs", "greet");
          long bucketMs = RawJson.integer(fields, "bucketMs", LEAST_BUCKET_MS, MOST_BUCKET_MS);
          RawJson greet = fields.get("greet");
          greeting = greet == null || greet.isNull() ? null : Bodies.askedFor(new Data(greet, null));
          counts = new Counts((int) bucketMs);
          return null;
        });
  }

  /** The answer to {@code GET /outcry/counts}. */
  CompletionStage<String> counts() {
    return ask(() -> counts.toJson(now(), open.size()));
  }

  /** Sends a line of a feed to all (null), or to the one named {@code to}; returns the number of receivers. Fails with a {@link Fault}. */
  CompletionStage<Integer> feed(String line, String to, long received) {
    return ask(
        () -> {
          Collection<C> receivers = receivers(to);
          relay("feed", receivers, Body.of(RawJson.read(line)), received, 1);
          return receivers.size();
        });
  }

  /** Completed when a feed to {@code to} may go on. Fails with a {@link Fault} when nobody has that name. */
  CompletionStage<Void> caughtUp(String to) {
    return ask(() -> outputs.caughtUp(receivers(to))).thenCompose(Function.identity());
  }

  private Collection<C> receivers(String to) {
    return to == null ? open : List.of(names.holder(to));
  }

  private Content answer(C from, String request, Data data, long received) {
    switch (request) {
      case "request" -> {
        Body body = Bodies.askedFor(data);
        counts.add(request, received, 1, 1);
        return body.between("\"ok\":true,", hops(received));
      }
      case "join" -> {
        String name = RawJson.string(RawJson.fieldsOf(data.json(), "name"), "name");
        Body body = Bodies.beside(data);
        names.give(name, from);
        tell(new Told("joined", request), name, body, received, 1);
        return new Content("{\"ok\":true,\"names\":" + Json.write(names.all()) + "}");
      }
      case "leave" -> {
        Body body = Bodies.beside(data);
        String name = names.take(from);
        if (name == null) throw new Fault("wrong-state", "this connection has not joined");
        tell(new Told("left", request), name, body, received, 1);
        return new Content("{\"ok\":true}");
      }
      default -> throw unknown("request");
    }
  }

  private CompletionStage<Void> take(C from, Runnable work, Consumer<Fault> refused) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    turns.execute(
        () -> {
          try {
            // Messages that arrive after their connection has ended have no sender.
            if (open.contains(from)) work.run();
          } catch (Fault fault) {
            counts.addRefused();
            refused.accept(fault);
          } finally {
            done.complete(null);
          }
        });
    return done;
  }

  /** Has a question answered in a turn; fails as the question does. */
  private <T> CompletableFuture<T> ask(Supplier<T> question) {
    return CompletableFuture.supplyAsync(question, turns);
  }

  /** Sends a body on. @param asked the number of events received for it: 0 or 1 */
  private void relay(String verb, Collection<C> to, Body body, long received, int asked) {
    counts.add(verb, received, asked, to.size());
    outputs.say(to, verb, body.between("", hops(received)));
  }

  /** Tells all that a name has come or gone. @param asked the number of requests received for it: 0 or 1 */
  private void tell(Told told, String name, Body body, long received, int asked) {
    counts.add(told.verb, received, asked, open.size());
    outputs.say(open, told.event, body.between("\"name\":" + Json.write(name) + ",", hops(received)));
  }

  private void refuse(C connection, String event, Fault fault) {
    Content refusal = new Content("{\"event\":" + Json.write(event) + "," + fault.fields() + "}");
    outputs.say(List.of(connection), "refused", refusal);
  }

  private String hops(long received) {
    return "\"hops\":[" + Clock.millis(received) + "," + Clock.millis(now()) + "]";
  }

  private static Fault unknown(String kind) {
    return new Fault("unknown-event", "no such " + kind + "; names are exact, and an event is no request");
  }
}
