package outcry.web;

import static play.mvc.Results.notFound;
import static play.mvc.Results.ok;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import play.mvc.FileMimeTypes;
import play.mvc.Http;
import play.mvc.Result;

/** The files of one folder, and nothing outside it; `/` is `index.html`. */
final class Pages {
  /** A name with its content's hash in it, as the page build gives to assets: it never changes what it means. */
  private static final Pattern HASHED = Pattern.compile(".*-[A-Za-z0-9_-]{8,}\\.[a-z0-9]+");

  private final Path folder;
  private final FileMimeTypes types;

  /** @param folder null when there are no pages */
  Pages(Path folder, FileMimeTypes types) {
    this.folder = folder;
    this.types = types;
  }

  Result page(Http.Request request, String name) {
    if (folder == null) return notFound("not found: STATIC_DIR is not set\n");
    Path file = find(name.isEmpty() || name.endsWith("/") ? name + "index.html" : name);
    if (file == null) return notFound("not found\n");
    boolean isForever = HASHED.matcher(file.toString()).matches();
    String type = types.forFileName(file.getFileName().toString()).orElse(Http.MimeTypes.BINARY);
    return ok()
        .sendPath(file, types)
        .as(type.startsWith("text/") ? type + "; charset=utf-8" : type)
        .withHeader(Http.HeaderNames.CACHE_CONTROL, isForever ? "public, max-age=31536000, immutable" : "no-cache")
        .withHeader("X-Content-Type-Options", "nosniff");
  }

  /** The file of that name, when it is one and lies in the folder with all links followed; else null. */
  private Path find(String name) {
    try {
      Path root = folder.toRealPath();
      Path file = root.resolve(name).toRealPath();
      return file.startsWith(root) && Files.isRegularFile(file) ? file : null;
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }
}
