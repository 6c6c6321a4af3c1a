package outcry.auction;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** `DATABASE_URL`: which database the auction house is in. Reading it opens nothing. */
public sealed interface DatabaseTarget {
  /** A file in the app's own folder, where its server is started. */
  String DEFAULT_URL = "sqlite:data/auction.sqlite";

  String SQLITE_MEMORY = ":memory:";

  /** Says it to people, without the password. */
  String label();

  record Sqlite(String path) implements DatabaseTarget {
    @Override
    public String label() {
      return "sqlite:" + path;
    }
  }

  record Mysql(String host, int port, String user, String password, String database) implements DatabaseTarget {
    @Override
    public String label() {
      return "mysql://" + host + ":" + port + "/" + database;
    }

    /** The target without the password, also where the whole is printed. */
    @Override
    public String toString() {
      return label();
    }
  }

  /**
   * Reads a database URL: `sqlite:<path>`, relative to the app's folder or absolute, `sqlite::memory:`, or
   * `mysql://user:password@host:port/database`, where special characters are written as `%40`.
   *
   * @throws IllegalArgumentException with a sentence that never contains the password
   */
  static DatabaseTarget parse(String text) {
    Matcher scheme = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*", Pattern.DOTALL).matcher(text);
    String kind = scheme.matches() ? scheme.group(1).toLowerCase(java.util.Locale.ROOT) : null;
    if ("sqlite".equals(kind)) return parseSqlite(text.substring("sqlite:".length()));
    if ("mysql".equals(kind)) return parseMysql(text);
    // Without a scheme there is no telling which part would be a password: nothing of the text is repeated.
    String found = kind == null ? "names no kind of database" : "asks for \"" + kind + "\", which is not known here";
    throw new IllegalArgumentException(
        "DATABASE_URL "
            + found
            + ". Write sqlite:<path of a file> or mysql://<user>:<password>@<host>:<port>/<database>.");
  }

  private static DatabaseTarget parseSqlite(String rest) {
    String path = rest.startsWith("//") ? rest.substring(2) : rest;
    if (path.isEmpty() || path.indexOf('\0') >= 0 || (rest.startsWith("//") && !path.startsWith("/"))) {
      throw new IllegalArgumentException(
          "DATABASE_URL names no SQLite file. Write sqlite:data/auction.sqlite (relative to the app)"
              + " or sqlite:/absolute/path.sqlite.");
    }
    return new Sqlite(path);
  }

  private static DatabaseTarget parseMysql(String text) {
    URI url;
    try {
      url = new URI(text);
    } catch (URISyntaxException e) {
      // The error's own message would repeat the URL with its password.
      throw wrong("is not a URL that can be read; special characters of user and password are written as %40");
    }
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      throw wrong("has something after the name of the database");
    }
    if (url.getHost() == null) throw wrong("names no host");
    String database = url.getRawPath() == null ? "" : decode(url.getRawPath().replaceFirst("^/", ""));
    if (database.isEmpty() || database.contains("/") || database.contains("?")) throw wrong("names no database");
    String[] user = (url.getRawUserInfo() == null ? "" : url.getRawUserInfo()).split(":", 2);
    if (user[0].isEmpty()) throw wrong("names no user");
    int port = url.getPort() < 0 ? 3306 : url.getPort();
    return new Mysql(url.getHost(), port, decode(user[0]), user.length < 2 ? "" : decode(user[1]), database);
  }

  private static String decode(String part) {
    // A plus is a plus here, and a space in forms only.
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(
        "DATABASE_URL " + what + ". Write mysql://<user>:<password>@<host>:<port>/<database>.");
  }
}
