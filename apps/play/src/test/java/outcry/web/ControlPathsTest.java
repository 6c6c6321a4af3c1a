package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Json;
import outcry.auction.DatabaseTarget;
import play.ApplicationLoader;
import play.Environment;
import play.Mode;
import play.core.server.PekkoHttpServer;

@DisplayName("Control over HTTP")
class ControlPathsTest {
  private static final String HOST = "127.0.0.1";
  private static final String TOKEN = "a token made up by a test";

  private static PekkoHttpServer server;
  private static String origin;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    Environment here = new Environment(new File("."), ControlPathsTest.class.getClassLoader(), Mode.TEST);
    DatabaseTarget database = DatabaseTarget.parse("sqlite::memory:");
    Map<String, Object> settings = Main.settings();
    // A refusal that cancels a body closes its connection at once, before the answer.
    settings.put("pekko.http.server.stream-cancellation-delay", "0ms");
    Components components = new Components(ApplicationLoader.create(here, settings), database, null, TOKEN);
    server = Main.serve(components, HOST, 0);
    origin = HOST + ":" + server.mainAddress().getPort();
  }

  @AfterAll
  static void stop() {
    server.stop();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + origin + path)).header("Authorization", "Bearer " + TOKEN);
  }

  /** The status, and the code of a refusal or else the whole answer. */
  private String answer(HttpRequest request) throws Exception {
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    String code = Json.read(response.body()).path("code").asText();
    return response.statusCode() + " " + (code.isEmpty() ? response.body() : code);
  }

  private String post(String path, String body) throws Exception {
    return answer(request(path).POST(BodyPublishers.ofString(body)).build());
  }

  /** The messages to a WebSocket, as they come. */
  private BlockingQueue<String> listen() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    WebSocket.Listener listener =
        new WebSocket.Listener() {
          private final StringBuilder message = new StringBuilder();

          @Override
          public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean isLast) {
            message.append(data);
            if (isLast) {
              heard.add(message.toString());
              message.setLength(0);
            }
            webSocket.request(1);
            return null;
          }
        };
    client.newWebSocketBuilder().buildAsync(URI.create("ws://" + origin + "/play/websocket"), listener).get();
    return heard;
  }

  @Test
  void answersWhoHasNoTokenBeforeItHasSentItsBody() throws Exception {
    try (Socket socket = new Socket(HOST, server.mainAddress().getPort())) {
      socket.setSoTimeout(60_000);
      write(socket, "POST /outcry/feed HTTP/1.1\r\nhost: " + origin + "\r\ncontent-length: 1000000000\r\n\r\n");
      byte[] answered = socket.getInputStream().readNBytes("HTTP/1.1 401".length());
      assertEquals("HTTP/1.1 401", new String(answered, StandardCharsets.US_ASCII));
    }
    HttpRequest.Builder nobody = HttpRequest.newBuilder(URI.create("http://" + origin + "/outcry/clock"));
    assertEquals("401 unauthorized", answer(nobody.build()));
  }

  @Test
  void beginsAndCountsAndGreets() throws Exception {
    assertTrue(post("/outcry/begin", "{\"bucketMs\":1000,\"greet\":{\"body\":[1]}}").startsWith("200 {\"clock\":"));
    BlockingQueue<String> heard = listen();
    assertTrue(heard.poll(60, TimeUnit.SECONDS).startsWith("{\"e\":\"greet\",\"d\":{\"body\":[1],\"hops\":["));
    String counts = answer(request("/outcry/counts").build());
    assertTrue(counts.contains("\"greet\":{\"received\":[0],\"sent\":[1]}"), counts);
  }

  @Test
  void refusesWhatItCannotTakeWithItsStatus() throws Exception {
    assertEquals("400 bad-json", post("/outcry/begin", "{"));
    assertEquals("400 out-of-range", post("/outcry/begin", "{\"bucketMs\":9}"));
    assertEquals("413 too-large", post("/outcry/begin", " ".repeat(2 * 1_048_576 + 1)));
    assertEquals("404 not-found", post("/outcry/nothing", "{}"));
    assertEquals("405 wrong-method", answer(request("/outcry/begin").build()));
    assertEquals("404 unknown-name", post("/outcry/feed?to=nobody", "1"));
  }

  @Test
  void feedsEachLineAsSoonAsItIsComplete() throws Exception {
    BlockingQueue<String> heard = listen();
    try (Socket backend = new Socket(HOST, server.mainAddress().getPort())) {
      backend.setSoTimeout(60_000);
      String head = "POST /outcry/feed HTTP/1.1\r\nhost: " + origin + "\r\nauthorization: Bearer " + TOKEN;
      write(backend, head + "\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n");
      for (int n = 0; n < 3; n++) {
        writeChunk(backend, "{\"n\":" + n);
        writeChunk(backend, "}\n\n");
        String told = heard.poll(60, TimeUnit.SECONDS);
        assertTrue(told.startsWith("{\"e\":\"feed\",\"d\":{\"body\":{\"n\":" + n + "},\"hops\":["), told);
      }
      writeChunk(backend, "\"the last one goes without a newline\"");
      writeChunk(backend, "");
      String answer = new String(backend.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(answer.contains("{\"lines\":4,"), answer);
    }
  }

  @Test
  void endsAFeedAtALineThatItCannotTake() throws Exception {
    HttpRequest broken = request("/outcry/feed").POST(BodyPublishers.ofString("1\n2\n{\n4\n")).build();
    HttpResponse<String> response = client.send(broken, BodyHandlers.ofString());
    assertEquals(400, response.statusCode());
    assertTrue(response.body().contains("line 3: "), response.body());
    assertEquals("400 too-large", post("/outcry/feed", "1\n\"" + "x".repeat(1_200_000) + "\""));
    assertEquals("400 too-large", post("/outcry/feed", " ".repeat(4 * 1_048_576 + 1)));
  }

  @Test
  void answersWhoHasNotSentAllOfABodyThatItCannotTake() throws Exception {
    assertEquals("HTTP/1.1 400", statusOfAnOpenBody("/outcry/feed", "1\n{\n"));
    assertEquals("HTTP/1.1 400", statusOfAnOpenBody("/outcry/feed", " ".repeat(4 * 1_048_576 + 1)));
    assertEquals("HTTP/1.1 413", statusOfAnOpenBody("/outcry/begin", " ".repeat(2 * 1_048_576 + 1)));
  }

  /** The status line that is answered when `body` has been sent and may go on. */
  private static String statusOfAnOpenBody(String path, String body) throws IOException {
    try (Socket socket = new Socket(HOST, server.mainAddress().getPort())) {
      socket.setSoTimeout(60_000);
      String head = "POST " + path + " HTTP/1.1\r\nhost: " + origin + "\r\nauthorization: Bearer " + TOKEN;
      write(socket, head + "\r\ncontent-length: 1000000000\r\n\r\n" + body);
      byte[] answered = socket.getInputStream().readNBytes("HTTP/1.1 400".length());
      return new String(answered, StandardCharsets.US_ASCII);
    }
  }

  private static void write(Socket to, String text) throws IOException {
    to.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static void writeChunk(Socket to, String text) throws IOException {
    write(to, Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
  }
}
