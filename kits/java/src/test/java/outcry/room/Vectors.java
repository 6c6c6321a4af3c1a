package outcry.room;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import outcry.Json;

/** Reads the recorded conversations of {@code protocol/vectors} and plays them to a room; their format is in the README there. */
final class Vectors {
  private static final Path FOLDER = Path.of("..", "..", "protocol", "vectors");

  /** The events that were said, in order, as the vectors write them, and the counts at the end. */
  record Played(List<JsonNode> said, JsonNode counts) {}

  private Vectors() {}

  static Stream<Path> files() throws IOException {
    return Files.list(FOLDER).filter(file -> file.toString().endsWith(".json")).sorted();
  }

  static JsonNode read(Path file) {
    try {
      return expand(Json.MAPPER.readTree(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  private static JsonNode expand(JsonNode node) {
    if (node.has("$repeat")) return repeat(expand(node.get("$repeat").get(0)), node.get("$repeat").get(1).asInt());
    if (node.has("$bytes")) return JsonNodeFactory.instance.textNode(filling(node.get("$bytes").asInt()));
    if (node.has("$nested")) return nested(node.get("$nested").asInt());
    if (node.isArray()) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      for (JsonNode entry : node) copy.add(expand(entry));
      return copy;
    }
    if (!node.isObject()) return node;
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    node.fields().forEachRemaining(field -> copy.set(field.getKey(), expand(field.getValue())));
    return copy;
  }

  private static JsonNode repeat(JsonNode what, int times) {
    if (what.isTextual()) return JsonNodeFactory.instance.textNode(what.asText().repeat(times));
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < times; i++) list.addAll((ArrayNode) what);
    return list;
  }

  private static String filling(int length) {
    String text = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789";
    return text.repeat(length / text.length() + 1).substring(0, length);
  }

  private static JsonNode nested(int levels) {
    ArrayNode outermost = JsonNodeFactory.instance.arrayNode();
    ArrayNode innermost = outermost;
    for (int level = 1; level < levels; level++) innermost = innermost.addArray();
    return outermost;
  }

  /** @param sendsText true if clients send bodies that are text as they are, and not as JSON */
  static Played play(JsonNode vector, boolean sendsText) {
    TrialServer server = new TrialServer(sendsText);
    for (JsonNode step : vector.get("steps")) server.play(step);
    return new Played(server.said(), server.counts());
  }
}
