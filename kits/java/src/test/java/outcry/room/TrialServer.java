package outcry.room;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import outcry.Content;
import outcry.Envelope;
import outcry.Json;
import outcry.SerialExecutor;
import outcry.room.Control.Answer;

/** A room whose time stands still until it is moved, whose connections are letters, and which writes down what it says. */
final class TrialServer {
  private final boolean sendsText;
  private final List<JsonNode> said = new ArrayList<>();
  private double at;
  private boolean isFedToOne;
  private final Outputs<String> outputs =
      new Outputs<>() {
        @Override
        public void say(Collection<String> to, String event, Content data) {
          if (to.isEmpty()) return;
          // One that only ever goes to one is written as one.
          boolean isToOne = List.of("echo", "greet", "refused").contains(event) || isFedToOne;
          write(Json.MAPPER.valueToTree(isToOne ? to.iterator().next() : to), "event", event, data);
        }

        @Override
        public CompletionStage<Void> caughtUp(Collection<String> to) {
          return CompletableFuture.completedFuture(null);
        }
      };
  private final Room<String> room = new Room<>(outputs, () -> Math.round(at * 1_000), new SerialExecutor(Runnable::run));
  private final Control control = new Control(room, "token");

  /** @param sendsText true if clients send bodies that are text as they are, and not as JSON */
  TrialServer(boolean sendsText) {
    this.sendsText = sendsText;
  }

  List<JsonNode> said() {
    return said;
  }

  /** The answer to {@code GET /outcry/counts}, without the clock and verbs that counted nothing. */
  JsonNode counts() {
    ObjectNode counts = (ObjectNode) Json.read(now(control.counts()).json());
    counts.remove("clock");
    List<String> silent = new ArrayList<>();
    counts.get("verbs").fields().forEachRemaining(verb -> {
      if (verb.getValue().get("received").isEmpty()) silent.add(verb.getKey());
    });
    ((ObjectNode) counts.get("verbs")).remove(silent);
    return counts;
  }

  /** Plays one step of a vector. */
  void play(JsonNode step) {
    at = step.get("at").asDouble();
    if (step.has("connect")) room.connect(step.get("connect").asText());
    else if (step.has("disconnect")) room.disconnect(step.get("disconnect").asText());
    else if (step.has("begin")) controlled(now(control.begin(step.get("begin").toString())));
    else if (step.has("feed")) feed(step.get("feed").asText(), step.has("to") ? step.get("to").asText() : null);
    else send(step.get("from").asText(), step);
  }

  private void feed(String line, String to) {
    Feed feed = control.feed(to);
    isFedToOne = to != null;
    controlled(now(feed.begin().thenCompose(begun -> feed.line(line)).handle((done, failure) -> answer(feed, failure))));
    isFedToOne = false;
  }

  private void send(String from, JsonNode step) {
    if (step.has("unreadable")) {
      room.unreadable(from);
      return;
    }
    boolean isRequest = step.has("request");
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    text.set("e", step.get(isRequest ? "request" : "event"));
    if (isRequest) text.put("id", 7);
    Envelope sent = Envelope.read(frame(text, step.get("data")));
    long received = room.now();
    if (!isRequest) room.event(from, sent.event(), sent.data(), received);
    else {
      room.request(
          from,
          sent.event(),
          sent.data(),
          received,
          reply -> write(Json.MAPPER.valueToTree(from), "reply", sent.event(), reply));
    }
  }

  /** @param data null when there is none */
  private String frame(ObjectNode envelope, JsonNode data) {
    if (data != null && sendsText && data.isTextual()) return "T" + envelope + "\t" + data.textValue();
    if (data != null && sendsText && data.path("body").isTextual()) {
      ObjectNode fields = data.deepCopy();
      envelope.set("d", fields);
      return "T" + envelope + "\t" + fields.remove("body").textValue();
    }
    if (data != null) envelope.set("d", data);
    return envelope.toString();
  }

  private static Answer answer(Feed feed, Throwable failure) {
    return failure == null ? feed.end() : feed.failed(failure);
  }

  /** Writes down an answer, if it is a refusal. */
  private void controlled(Answer answer) {
    if (answer.status() == 200) return;
    ObjectNode refused = JsonNodeFactory.instance.objectNode().put("at", at);
    refused.putObject("control").set("code", Json.read(answer.json()).get("code"));
    said.add(refused);
  }

  private void write(JsonNode to, String kind, String name, Content data) {
    ObjectNode output = JsonNodeFactory.instance.objectNode().put("at", at);
    output.set("to", to);
    output.put(kind, name).set("data", Json.read(data.toJson()));
    said.add(output);
  }

  /** The value of {@code stage}, which is there already, since this thread takes all turns. */
  private static <T> T now(CompletionStage<T> stage) {
    return stage.toCompletableFuture().getNow(null);
  }
}
