package outcry.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The pages")
class PagesTest {
  @TempDir private Path folder;
  private Pages pages;

  @BeforeEach
  void write() throws IOException {
    Path root = Files.createDirectories(folder.resolve("public/assets"));
    Files.writeString(folder.resolve("secret.txt"), "secret");
    Files.writeString(root.resolve("../index.html"), "index");
    Files.writeString(root.resolve("main-Ab12_-cd.js"), "main");
    Files.writeString(root.resolve("a b+c.txt"), "plain");
    Files.createSymbolicLink(root.resolve("link.txt"), folder.resolve("secret.txt"));
    pages = new Pages(folder.resolve("public"));
  }

  @Test
  void areFilesOfTheFolder() {
    assertEquals("text/html; charset=utf-8", pages.at("/").type());
    assertEquals("no-cache", pages.at("/index.html").caching());
    assertEquals("public, max-age=31536000, immutable", pages.at("/assets/main-Ab12_-cd.js").caching());
    assertEquals("a b+c.txt", pages.at("/assets/a%20b+c.txt").file().getFileName().toString());
  }

  @Test
  void areNothingElse() {
    String[] others = {
      "", "x", "/none", "/assets", "/assets/", "/../secret.txt", "/%2e%2e/secret.txt", "//etc/passwd", "/%2Fetc%2Fpasswd",
      "/assets/link.txt", "/index.html%00", "/%", "/%zz", "/..%2fsecret.txt"
    };
    for (String path : others) assertNull(pages.at(path), path);
    assertNull(new Pages(null).at("/"));
  }
}
