package outcry.auction;

import com.fasterxml.jackson.databind.JsonNode;
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

/** Reads the recorded conversations of {@code shared-ui/auction/vectors}; the README there describes their format. */
final class Conversations {
  private static final Path FOLDER = Path.of("..", "..", "shared-ui", "auction", "vectors");

  /** One request, abbreviations written out. {@code step} says what must come of it; {@code field} is the one that was varied. */
  record Ask(String from, String address, String request, JsonNode data, JsonNode step, String field) {}

  private Conversations() {}

  static List<JsonNode> all() {
    List<JsonNode> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
        Json.MAPPER.readTree(file.toFile()).forEach(all::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /** The requests that a step makes at once. */
  static List<Ask> asks(JsonNode step) {
    List<Ask> asks = new ArrayList<>();
    step.path("together").forEach(one -> asks.addAll(asks(one)));
    if (!step.has("request")) return asks;
    for (int n = 1; n <= step.path("times").asInt(1); n++) {
      if (step.has("eachData")) for (JsonNode data : step.get("eachData")) asks.add(ask(step, n, data, null));
      else if (step.has("each")) asks.addAll(varied(step, n));
      else asks.add(ask(step, n, dataOf(step), null));
    }
    return asks;
  }

  private static List<Ask> varied(JsonNode step, int n) {
    List<Ask> asks = new ArrayList<>();
    step.get("each")
        .fields()
        .forEachRemaining(
            varied -> {
              for (JsonNode value : varied.getValue()) {
                ObjectNode data = dataOf(step).deepCopy();
                if (value.has("$missing")) data.remove(varied.getKey());
                else data.set(varied.getKey(), value);
                asks.add(ask(step, n, data, varied.getKey()));
              }
            });
    return asks;
  }

  private static ObjectNode dataOf(JsonNode step) {
    return step.has("data") ? (ObjectNode) step.get("data") : JsonNodeFactory.instance.objectNode();
  }

  private static Ask ask(JsonNode step, int n, JsonNode data, String field) {
    String from = written(step.get("from"), n).textValue();
    String request = written(step.get("request"), n).textValue();
    return new Ask(from, step.path("address").textValue(), request, written(data, n), step, field);
  }

  /** Writes out <code>{n}</code> in texts and <code>{"$repeat": [text, times]}</code>. */
  static JsonNode written(JsonNode value, int n) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (value.isTextual()) return nodes.textNode(value.textValue().replace("{n}", String.valueOf(n)));
    JsonNode repeat = value.path("$repeat");
    if (repeat.isArray()) return nodes.textNode(repeat.get(0).textValue().repeat(repeat.get(1).asInt()));
    if (!value.isObject()) return value;
    ObjectNode copy = nodes.objectNode();
    value.fields().forEachRemaining(field -> copy.set(field.getKey(), written(field.getValue(), n)));
    return copy;
  }
}
