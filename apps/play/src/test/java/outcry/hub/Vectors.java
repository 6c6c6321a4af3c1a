package outcry.hub;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import outcry.Json;

/** Reads the vectors of `protocol/vectors` and plays them to a hub; their format is in the README there. */
final class Vectors {
  private static final Path FOLDER = Path.of("..", "..", "loadtests", "protocol", "vectors");

  /** What a hub said, in order, as the vectors write it, and its state at the end. */
  record Played(List<JsonNode> said, String state) {}

  private Vectors() {}

  static Path file(String name) {
    return FOLDER.resolve(name);
  }

  static Stream<Path> files() throws IOException {
    return Files.list(FOLDER).filter(file -> file.toString().endsWith(".json")).sorted();
  }

  static JsonNode read(Path file) {
    try {
      JsonNode vector = Json.MAPPER.readTree(file.toFile());
      return expand(vector, vector.path("define"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode expand(JsonNode node, JsonNode define) {
    if (node.has("$repeat")) return repeat(node.get("$repeat"));
    if (node.has("$use")) {
      ObjectNode used = define.get(node.get("$use").asText()).deepCopy();
      if (node.has("$with")) used.setAll((ObjectNode) expand(node.get("$with"), define));
      return expand(used, define);
    }
    if (node.isArray()) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      for (JsonNode entry : node) copy.add(expand(entry, define));
      return copy;
    }
    if (!node.isObject()) return node;
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    node.fields().forEachRemaining(field -> copy.set(field.getKey(), expand(field.getValue(), define)));
    return copy;
  }

  private static JsonNode repeat(JsonNode whatAndTimes) {
    JsonNode what = whatAndTimes.get(0);
    int times = whatAndTimes.get(1).asInt();
    if (what.isTextual()) return JsonNodeFactory.instance.textNode(what.asText().repeat(times));
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < times; i++) list.addAll((ArrayNode) what);
    return list;
  }

  static Played play(JsonNode vector) {
    double[] at = {0};
    List<String> open = new ArrayList<>();
    List<JsonNode> said = new ArrayList<>();
    Hub.Outputs<String> outputs =
        new Hub.Outputs<>() {
          @Override
          public void send(String to, String event, Object data) {
            said.add(output(at[0], Json.MAPPER.valueToTree(to), event, data));
          }

          @Override
          public void broadcast(String event, Object data) {
            said.add(output(at[0], Json.MAPPER.valueToTree(open), event, data));
          }
        };
    JsonNode times = vector.get("deadlines");
    Deadlines deadlines =
        new Deadlines(times.get("vanish").asLong(), times.get("silence").asLong(), times.get("report").asLong());
    Hub<String> hub = new Hub<>(outputs, () -> at[0], deadlines);
    for (JsonNode step : vector.get("steps")) {
      at[0] = step.get("at").asDouble();
      // Connections are compared by identity.
      String who = step.path("connect").asText(step.path("disconnect").asText(step.path("from").asText())).intern();
      if (step.has("connect")) {
        open.add(who);
        hub.connect(who);
      } else if (step.has("disconnect")) {
        open.remove(who);
        hub.disconnect(who);
      } else if (step.has("tick")) hub.tick();
      else if (step.has("unreadable")) hub.receive(who, HubEvent.UNREADABLE);
      else hub.receive(who, HubEvent.read(step.get("event").asText(), step.get("data")));
    }
    return new Played(said, hub.state());
  }

  private static ObjectNode output(double at, JsonNode to, String event, Object data) {
    ObjectNode output = JsonNodeFactory.instance.objectNode();
    output.put("at", at).set("to", to);
    // Through text and back, as a client gets it.
    output.put("event", event).set("data", Json.read(Json.write(data)));
    return output;
  }
}
