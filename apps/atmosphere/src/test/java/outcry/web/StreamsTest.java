package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Json;
import outcry.server.Settings;

@DisplayName("A client over server-sent events")
class StreamsTest {
  private static final String DATA = "data:";
  private static final String TOKEN = "only-for-tests";
  private static final String STREAM =
      "GET /atmosphere?X-Atmosphere-tracking-id=0&X-Atmosphere-Framework=3.1.3-javascript&X-Atmosphere-Transport=sse"
          + "&X-atmo-protocol=true HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";

  private final HttpClient http = HttpClient.newHttpClient();
  private EmbeddedServer server;

  @BeforeEach
  void start() throws Exception {
    server = EmbeddedServer.start(new Settings("127.0.0.1", 0, "sqlite::memory:", null, TOKEN, false));
  }

  @AfterEach
  void stop() {
    server.farewell();
    server.stop();
  }

  private HttpRequest.Builder request(String id, String transport) {
    String query = "?X-Atmosphere-tracking-id=" + id + "&X-Atmosphere-Framework=3.1.3-javascript&X-Atmosphere-Transport=" + transport;
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/atmosphere" + query));
  }

  /** Opens a stream, and gives the data of its events, the id first. */
  private Iterator<String> open() throws Exception {
    HttpRequest stream = request("0", "sse&X-atmo-protocol=true").header("Accept", "text/event-stream").build();
    Stream<String> lines = http.send(stream, HttpResponse.BodyHandlers.ofLines()).body();
    return lines.filter(line -> line.startsWith(DATA)).map(line -> line.substring(DATA.length())).iterator();
  }

  private HttpResponse<String> say(String id, String text) throws Exception {
    HttpRequest message = request(id, "polling").POST(HttpRequest.BodyPublishers.ofString(text)).build();
    return http.send(message, HttpResponse.BodyHandlers.ofString());
  }

  private static String id(Iterator<String> events) {
    return events.next().split("\\|")[0];
  }

  @Test
  void isAnsweredOnItsStream() throws Exception {
    Iterator<String> events = open();
    String id = id(events);
    HttpResponse<String> taken = say(id, "{\"e\":\"echo\",\"d\":[1,\"é\"]}");
    assertEquals(200, taken.statusCode());
    assertEquals("taken", taken.body().strip());
    JsonNode echo = Json.read(events.next());
    assertEquals("[1,\"é\"]", echo.get("d").get("body").toString());
    say(id, "no envelope");
    assertEquals("bad-json", Json.read(events.next()).get("d").get("code").textValue());
  }

  @Test
  void hearsWhyAMessageWasNotTaken() throws Exception {
    HttpResponse<String> unknown = say("an-id-that-no-client-has", "{}");
    assertEquals(410, unknown.statusCode());
    assertEquals("no such connection", unknown.body().strip());
    assertEquals(413, say(id(open()), "x".repeat(4 * 1_048_576 + 1)).statusCode());
  }

  @Test
  void isGoneWhenItSaysSo() throws Exception {
    String id = id(open());
    HttpRequest close = request(id, "close").POST(HttpRequest.BodyPublishers.noBody()).build();
    http.send(close, HttpResponse.BodyHandlers.discarding());
    assertEquals(410, say(id, "{\"e\":\"echo\",\"d\":1}").statusCode());
  }

  private int connections() throws Exception {
    URI counts = URI.create("http://127.0.0.1:" + server.port() + "/outcry/counts");
    HttpRequest asked = HttpRequest.newBuilder(counts).header("Authorization", "Bearer " + TOKEN).build();
    return Json.read(http.send(asked, HttpResponse.BodyHandlers.ofString()).body()).get("connections").intValue();
  }

  @Test
  void isGoneWhenItsGreetingCouldNotBeWritten() throws Exception {
    String id = id(open());
    for (int n = 0; n < 20; n++) {
      try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        client.setSoLinger(true, 0);
        client.getOutputStream().write(STREAM.getBytes(StandardCharsets.US_ASCII));
      }
    }
    // A stream that the server began before its client had gone shows that when something is written to it.
    do {
      say(id, "{\"e\":\"publish\",\"d\":1}");
    } while (connections() > 1);
  }
}
