package outcry.auction;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** The numbered SQL files of `kits/schema`, which the build puts beside the classes: which of them a database still lacks. */
final class Migrations {
  private Migrations() {}

  /**
   * Applies to a database of schema {@code current} (0 when it is empty) what it still lacks.
   *
   * @throws IllegalStateException when the database is newer than this program
   */
  static void apply(Connection connection, String kind, long current, String label) throws SQLException {
    int newest = newest(kind);
    if (current > newest) {
      throw new IllegalStateException(
          label + " has schema " + current + ", and this app knows schemas up to " + newest
              + ": update the app, or give it another database");
    }
    try (Statement statement = connection.createStatement()) {
      for (int version = (int) current + 1; version <= newest; version++) {
        for (String sql : statementsOf(read(kind, version))) statement.execute(sql);
      }
    }
  }

  private static int newest(String kind) {
    int version = 0;
    while (Migrations.class.getResource(resource(kind, version + 1)) != null) version++;
    return version;
  }

  private static String resource(String kind, int version) {
    return "/schema/" + kind + "/" + version + ".sql";
  }

  private static String read(String kind, int version) {
    try (InputStream file = Migrations.class.getResourceAsStream(resource(kind, version))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The statements of a file: each ends with `;` at the end of a line, and comments have lines of their own. */
  private static List<String> statementsOf(String sql) {
    return Arrays.stream(sql.replaceAll("(?m)^--.*$", "").split("(?m);\\s*$"))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }
}
