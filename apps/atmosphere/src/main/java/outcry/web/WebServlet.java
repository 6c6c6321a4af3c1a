package outcry.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import outcry.room.Control;
import outcry.room.Control.Answer;
import outcry.room.FeedLines;
import outcry.server.Pages;

/** Pages, health and control. A feed has its thread, which waits for the lines before it reads on. */
final class WebServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final int CHUNK = 65_536;

  private final transient Control control;
  private final transient Pages pages;

  WebServlet(Control control, Pages pages) {
    this.control = control;
    this.pages = pages;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String path = request.getRequestURI();
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (path.startsWith(Control.ROOT)) {
      send(response, answer(request, path));
    } else if (!request.getMethod().equals("GET") && !request.getMethod().equals("HEAD")) {
      response.setHeader("Allow", "GET, HEAD");
      response.setStatus(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
    } else if (path.equals("/healthz")) {
      response.getOutputStream().write("ok\n".getBytes(StandardCharsets.UTF_8));
    } else {
      page(response, pages.at(path));
    }
  }

  private static void page(HttpServletResponse response, Pages.Page page) throws IOException {
    if (page == null) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      response.setContentType("text/plain; charset=utf-8");
      response.getOutputStream().write("not found\n".getBytes(StandardCharsets.UTF_8));
      return;
    }
    response.setContentType(page.type());
    response.setHeader("Cache-Control", page.caching());
    response.setContentLengthLong(Files.size(page.file()));
    Files.copy(page.file(), response.getOutputStream());
  }

  private Answer answer(HttpServletRequest request, String path) throws IOException {
    String authorization = request.getHeader("Authorization");
    Answer refusal = control.refusal(request.getMethod(), path, authorization == null ? "" : authorization);
    if (refusal != null) return refusal;
    return switch (path) {
      case Control.BEGIN -> begin(request.getInputStream());
      case Control.COUNTS -> now(control.counts());
      case Control.CLOCK -> control.clock();
      default -> feed(request.getInputStream(), to(request.getQueryString()));
    };
  }

  private Answer begin(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(Control.BEGIN_LIMIT + 1);
    if (bytes.length > Control.BEGIN_LIMIT) return control.beginTooLarge();
    return now(control.begin(new String(bytes, StandardCharsets.UTF_8)));
  }

  private Answer feed(InputStream body, String to) throws IOException {
    FeedLines lines = new FeedLines(control.feed(to));
    Answer ended = now(lines.begin());
    byte[] chunk = new byte[CHUNK];
    while (ended == null) {
      int length = body.read(chunk);
      if (length < 0) return now(lines.end());
      ended = now(lines.take(Arrays.copyOf(chunk, length)));
    }
    return ended;
  }

  /** The name that a feed goes to. From the query alone: a servlet's parameters would read the body as a form's. */
  private static String to(String query) {
    if (query == null) return null;
    for (String field : query.split("&")) {
      if (field.startsWith("to=")) return java.net.URLDecoder.decode(field.substring(3), StandardCharsets.UTF_8);
    }
    return null;
  }

  private static Answer now(CompletionStage<Answer> answer) {
    return answer.toCompletableFuture().join();
  }

  private static void send(HttpServletResponse response, Answer answer) throws IOException {
    byte[] json = answer.json().getBytes(StandardCharsets.UTF_8);
    response.setStatus(answer.status());
    response.setContentType("application/json");
    response.setHeader("Cache-Control", "no-store");
    response.setContentLength(json.length);
    response.getOutputStream().write(json);
  }
}
