package outcry.server;

import java.nio.file.Path;
import java.util.Map;

/**
 * The environment of a server process; {@code protocol/server-process.md} is the specification.
 *
 * @param database the URL of the auction house's database; null where the app's default is meant
 * @param pages the folder of the pages; null when there are none
 * @param token controls the server; null: there is no control
 * @param compresses true if messages are to be compressed
 */
public record Settings(String host, int port, String database, Path pages, String token, boolean compresses) {
  private static final int PORT_LIMIT = 65_535;

  /** The settings in {@code environment}, where an empty value is none. @throws IllegalArgumentException with a sentence for people */
  public static Settings of(Map<String, String> environment) {
    String host = read(environment, "HOST");
    String port = read(environment, "PORT");
    String pages = read(environment, "STATIC_DIR");
    return new Settings(
        host == null ? "127.0.0.1" : host,
        port == null ? 0 : port(port),
        read(environment, "DATABASE_URL"),
        pages == null ? null : Path.of(pages),
        read(environment, "CONTROL_TOKEN"),
        "deflate".equals(read(environment, "COMPRESSION")));
  }

  private static String read(Map<String, String> environment, String name) {
    String value = environment.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  private static int port(String text) {
    if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= PORT_LIMIT) return Integer.parseInt(text);
    throw new IllegalArgumentException("PORT is \"" + text + "\"; it must be a number from 0 to " + PORT_LIMIT);
  }
}
