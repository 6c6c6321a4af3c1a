package outcry.auction;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import outcry.Json;

/** The tests of every language: {@code kits/schema/vectors}; the README there says what is in them. */
final class SchemaVectors {
  private static final Path FOLDER = Path.of("..", "schema", "vectors");

  private SchemaVectors() {}

  static List<JsonNode> read(String file) {
    try {
      return list(Json.MAPPER.readTree(FOLDER.resolve(file).toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }
}
