package outcry.server;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/** The files of one folder, and nothing outside it; {@code /} is {@code index.html}. For whatever serves HTTP. */
public final class Pages {
  private static final String BINARY = "application/octet-stream";

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("json", "application/json; charset=utf-8"),
          Map.entry("map", "application/json; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("png", "image/png"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("wasm", "application/wasm"),
          Map.entry("woff2", "font/woff2"));

  /** A name with its content's hash in it, as the page build gives to assets: it never changes what it means. */
  private static final Pattern HASHED = Pattern.compile(".*-[A-Za-z0-9_-]{8,}\\.[a-z0-9]+");

  /** A file, and how it is served. */
  public record Page(Path file, String type, String caching) {}

  private final Path folder;

  /** @param folder null when there are no pages */
  public Pages(Path folder) {
    this.folder = folder;
  }

  /** The page at {@code path}, percent signs and all; null when there is none. */
  public Page at(String path) {
    if (folder == null || !path.startsWith("/")) return null;
    try {
      // A plus stands for itself in a path.
      String name = URLDecoder.decode(path.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
      return find(name);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The page of that name, when it is a file and lies in the folder with all links followed; else null. */
  public Page find(String name) {
    if (folder == null) return null;
    try {
      Path root = folder.toRealPath();
      Path file = root.resolve(name.isEmpty() || name.endsWith("/") ? name + "index.html" : name).toRealPath();
      return file.startsWith(root) && Files.isRegularFile(file) ? page(file) : null;
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }

  private static Page page(Path file) {
    String name = file.getFileName().toString();
    String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), BINARY);
    boolean isForever = HASHED.matcher(name).matches();
    return new Page(file, type, isForever ? "public, max-age=31536000, immutable" : "no-cache");
  }
}
