package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Json;
import outcry.server.Settings;

@DisplayName("A server that runs")
class EmbeddedServerTest {
  private static final String TOKEN = "only-for-tests";
  private static final String UPGRADE =
      "GET /atmosphere HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

  private EmbeddedServer server;
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void start() throws Exception {
    server = EmbeddedServer.start(new Settings("127.0.0.1", 0, "sqlite::memory:", null, TOKEN, false));
  }

  @AfterEach
  void stop() {
    server.farewell();
    server.stop();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private HttpResponse<String> ask(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** What a client hears: whole messages. */
  private static final class Heard implements WebSocket.Listener {
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final StringBuilder parts = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence part, boolean isLast) {
      parts.append(part);
      if (isLast) {
        messages.add(parts.toString());
        parts.setLength(0);
      }
      webSocket.request(1);
      return null;
    }

    JsonNode next() throws InterruptedException {
      return Json.read(messages.poll(60, TimeUnit.SECONDS));
    }
  }

  private WebSocket connect(Heard heard) {
    return http.newWebSocketBuilder()
        .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/atmosphere"), heard)
        .join();
  }

  /** Opens a WebSocket of a client that then reads no more. */
  private Socket openAndStall() throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
    client.getOutputStream().write(UPGRADE.getBytes(StandardCharsets.US_ASCII));
    assertTrue(client.getInputStream().read() >= 0);
    return client;
  }

  private int connections() throws Exception {
    HttpResponse<String> counts = ask(request("/outcry/counts").header("Authorization", "Bearer " + TOKEN));
    return Json.read(counts.body()).get("connections").intValue();
  }

  @Test
  void hasPagesThatAreOnlyRead() throws Exception {
    assertEquals(200, ask(request("/healthz")).statusCode());
    assertEquals(404, ask(request("/no-page")).statusCode());
    HttpResponse<String> answer = ask(request("/").DELETE());
    assertEquals(405, answer.statusCode());
    assertEquals("GET, HEAD", answer.headers().firstValue("Allow").orElse(null));
  }

  @Test
  void isControlledByTheHolderOfTheToken() throws Exception {
    assertEquals(401, ask(request("/outcry/clock")).statusCode());
    assertEquals(200, ask(request("/outcry/clock").header("Authorization", "Bearer " + TOKEN)).statusCode());
  }

  @Test
  void keepsTheSpacesOfAText() throws Exception {
    Heard heard = new Heard();
    WebSocket client = connect(heard);
    client.sendText("T{\"e\":\"echo\"}\t text ", true).join();
    JsonNode echo = heard.next();
    assertEquals("echo", echo.get("e").textValue());
    assertEquals(" text ", echo.get("d").get("body").textValue());
    client.abort();
  }

  @Test
  void endsAClientThatDoesNotReadAndTheOthersHearEverything() throws Exception {
    Heard heard = new Heard();
    WebSocket quick = connect(heard);
    try (Socket slow = openAndStall()) {
      while (connections() < 2) Thread.onSpinWait();
      String text = "x".repeat(1_000_000);
      do {
        quick.sendText("T{\"e\":\"publish\"}\t" + text, true).join();
        assertEquals(text, heard.next().get("d").get("body").textValue());
      } while (connections() == 2);
      assertTrue(slow.isConnected());
    }
    quick.abort();
  }
}
