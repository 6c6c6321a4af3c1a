package outcry.room;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import outcry.Json;
import outcry.room.Counts.Verb;

/**
 * The room: all connections of a server, the verbs they have, who has joined under which name, and what was counted. It knows no
 * transport and nothing of what is measured. {@code protocol/README.md} is its specification. Any thread may call what is public:
 * it is done in {@link Turns}. The rest is for {@link Control}, which asks in a turn.
 *
 * @param <C> a connection; an equal one is the same
 */
public final class Room<C> {
  /** A longer event name is not repeated to whoever sent it. */
  private static final int EVENT_LIMIT = 100;

  /** What may be refused. */
  private interface Work {
    void run() throws Fault;
  }

  private final Outputs<C> outputs;
  private final Clock clock;
  private final Turns turns;

  /** In the order in which they were opened. */
  private final Set<C> open = new LinkedHashSet<>();

  private final Names<C> names = new Names<>();
  private Counts counts = new Counts(0);
  private String greeting;

  public Room(Outputs<C> outputs, Clock clock, Turns turns) {
    this.outputs = outputs;
    this.clock = clock;
    this.turns = turns;
  }

  /** Microseconds. Who receives something reads when, before anything else. */
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
    turns.take(
        () -> {
          open.add(connection);
          if (greeting == null) return;
          counts.add(Verb.GREET, received, 0, 1);
          outputs.say(List.of(connection), "greet", relayed(greeting, received));
        });
  }

  /** A connection has ended; saying so twice does no harm. */
  public void disconnect(C connection) {
    long received = now();
    turns.take(
        () -> {
          open.remove(connection);
          String name = names.release(connection);
          if (name != null) left(name, received, 0);
        });
  }

  /**
   * Takes an event.
   *
   * @param body null when there is none
   * @return completed when it has been dealt with
   */
  public CompletionStage<Void> event(C from, String event, RawJson body, long received) {
    return take(
        from,
        () -> {
          if (!event.equals("echo") && !event.equals("publish") && !event.equals("sink")) throw unknown("event");
          Bodies.check(body);
          switch (event) {
            case "echo" -> {
              counts.add(Verb.ECHO, received, 1, 1);
              outputs.say(List.of(from), event, relayed(body.text(), received));
            }
            case "publish" -> {
              counts.add(Verb.PUBLISH, received, 1, open.size());
              outputs.say(open, event, relayed(body.text(), received));
            }
            default -> counts.add(Verb.SINK, received, 1, 0);
          }
        },
        fault -> refuse(from, event.length() <= EVENT_LIMIT ? event : null, fault));
  }

  /** Refuses what is no event. */
  public CompletionStage<Void> unreadable(C from) {
    Work none =
        () -> {
          throw new Fault("bad-json", "not a JSON envelope with the name of an event");
        };
    return take(from, none, fault -> refuse(from, null, fault));
  }

  /**
   * Takes a request.
   *
   * @param data null when there is none
   * @param reply called once with the reply, JSON, in a turn; not if the connection has ended
   * @return completed when it has been dealt with
   */
  public CompletionStage<Void> request(C from, String request, RawJson data, long received, Consumer<String> reply) {
    return take(
        from,
        () -> reply.accept("{\"ok\":true" + answer(from, request, data, received) + "}"),
        fault -> reply.accept("{\"ok\":false," + why(fault) + "}"));
  }

  /** Has a question answered in a turn; fails as the question does. */
  <T> CompletionStage<T> ask(Callable<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    turns.take(
        () -> {
          try {
            answer.complete(question.call());
          } catch (Exception e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  /** Counts anew. @param body what new connections are greeted with, JSON; null: they are not */
  void begin(int bucketMs, String body) {
    counts = new Counts(bucketMs);
    greeting = body;
  }

  /** The answer of {@code GET /outcry/counts}. */
  String counts() {
    return counts.toJson(now(), open.size());
  }

  /** Sends a line of a feed; gives how many it went to. @param to a name; null: all */
  int feed(RawJson body, String to, long received) throws Fault {
    Collection<C> receivers = receivers(to);
    counts.add(Verb.FEED, received, 1, receivers.size());
    outputs.say(receivers, "feed", relayed(body.text(), received));
    return receivers.size();
  }

  /** Completed when a feed to {@code to} may go on. */
  CompletionStage<Void> caughtUp(String to) throws Fault {
    return outputs.caughtUp(receivers(to));
  }

  private Collection<C> receivers(String to) throws Fault {
    return to == null ? open : List.of(names.holder(to));
  }

  /** The fields of a reply that follow its first one. */
  private String answer(C from, String request, RawJson data, long received) throws Fault {
    switch (request) {
      case "request" -> {
        String body = Bodies.asked(data);
        counts.add(Verb.REQUEST, received, 1, 1);
        return "," + bodyAndHops(body, received);
      }
      case "join" -> {
        String name = names.give(from, data);
        counts.add(Verb.JOIN, received, 1, open.size());
        outputs.say(open, "joined", named(name));
        return ",\"names\":" + Json.write(names.all());
      }
      case "leave" -> {
        String name = names.release(from);
        if (name == null) throw new Fault("wrong-state", "this connection has not joined");
        left(name, received, 1);
        return "";
      }
      default -> throw unknown("request");
    }
  }

  private CompletionStage<Void> take(C from, Work work, Consumer<Fault> refused) {
    return turns.take(
        () -> {
          // What was still on its way when a connection was ended comes from nobody.
          if (!open.contains(from)) return;
          try {
            work.run();
          } catch (Fault fault) {
            counts.refused();
            refused.accept(fault);
          }
        });
  }

  private void left(String name, long received, int asked) {
    counts.add(Verb.LEAVE, received, asked, open.size());
    outputs.say(open, "left", named(name));
  }

  private void refuse(C connection, String event, Fault fault) {
    outputs.say(List.of(connection), "refused", "{\"event\":" + Json.write(event) + "," + why(fault) + "}");
  }

  private String relayed(String body, long received) {
    return "{" + bodyAndHops(body, received) + "}";
  }

  private String bodyAndHops(String body, long received) {
    return "\"body\":" + body + ",\"hops\":[" + Clock.millis(received) + "," + Clock.millis(now()) + "]";
  }

  private static String named(String name) {
    return "{\"name\":" + Json.write(name) + "}";
  }

  private static String why(Fault fault) {
    return why(fault.code(), fault.getMessage());
  }

  /** The two fields that every refusal has, JSON. */
  static String why(String code, String reason) {
    return "\"code\":" + Json.write(code) + ",\"reason\":" + Json.write(reason);
  }

  private static Fault unknown(String kind) {
    return new Fault("unknown-event", "no such " + kind + "; names are exact, and an event is no request");
  }
}
