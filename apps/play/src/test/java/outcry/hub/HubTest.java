package outcry.hub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Json;

@DisplayName("The hub")
class HubTest {
  private final List<String> said = new ArrayList<>();
  private final Hub<String> hub =
      new Hub<>(
          new Hub.Outputs<>() {
            @Override
            public void send(String to, String event, Object data) {
              said.add(event + (data instanceof Said.Refused refused ? " " + refused.code() : ""));
            }

            @Override
            public void broadcast(String event, Object data) {
              said.add(event);
            }
          },
          () -> 0,
          Deadlines.USUAL);

  private void receive(String event, String data) {
    hub.receive("A", HubEvent.read(event, Json.read(data)));
  }

  @Test
  void numbersThatJsonCanWriteAndAClockCannotMeanAreOutOfRange() {
    hub.connect("A");
    receive("initTest", "{\"testType\":\"echo\",\"clientCount\":1,\"spacing\":1,\"startTime\":1e999}");
    receive("initTest", "{\"testType\":\"echo\",\"clientCount\":1e400,\"spacing\":1,\"startTime\":0}");
    assertEquals(List.of("refused out-of-range", "refused out-of-range"), said);
  }

  @Test
  void aWholeNumberMayBeWrittenWithAFraction() {
    hub.connect("A");
    receive("initTest", "{\"testType\":\"echo\",\"clientCount\":1.0,\"spacing\":1e0,\"startTime\":0}");
    receive("complete", "{\"clientId\":1.0}");
    assertEquals(List.of("testStarted", "harvest"), said);
  }

  @Test
  void reportsThatWouldNotFitInMemoryAreTooLarge() {
    hub.connect("A");
    int clients = 30;
    receive("initTest", "{\"testType\":\"echo\",\"clientCount\":" + clients + ",\"spacing\":1,\"startTime\":0}");
    for (int clientId = 1; clientId <= clients; clientId++) receive("complete", "{\"clientId\":" + clientId + "}");
    said.clear();
    ObjectNode report = (ObjectNode) Vectors.read(Vectors.file("echo.json")).at("/define/report").deepCopy();
    for (String histogram : List.of("fromSent", "fromDue", "delivery", "lateness")) {
      report.put(histogram, "x".repeat(1_000_000));
    }
    for (int clientId = 1; clientId <= clients; clientId++) {
      report.putArray("clientIds").add(clientId);
      receive("report", report.toString());
    }
    assertTrue(said.size() > 0);
    assertEquals(Set.of("refused too-large"), new HashSet<>(said));
  }

  @Test
  void nestingWithoutEndIsNoJson() {
    assertEquals(null, Json.read("[".repeat(50_000) + "]".repeat(50_000)));
    assertEquals(null, Json.read("1".repeat(100_000)));
    assertEquals(null, Json.read("{} {}"));
  }

  @Test
  void textThatUtf8CannotCarryIsRepairedWhenItIsWritten() {
    assertEquals("\"a\ufffdb\ufffd\ud83d\ude00\"", Json.write("a\ud800b\udc00\ud83d\ude00"));
  }
}
