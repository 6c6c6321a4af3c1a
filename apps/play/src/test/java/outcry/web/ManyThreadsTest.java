package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.Done;
import org.apache.pekko.actor.ActorSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import outcry.Json;
import outcry.auction.DatabaseTarget;

@DisplayName("The house, told things by many threads at once")
class ManyThreadsTest {
  private static final int THREADS = 8;
  private static final int CLIENTS = 32;
  private static final int MESSAGES = 60;

  private final ActorSystem system = ActorSystem.create("test", TestSettings.dispatchers());
  private final House house = new House(system, DatabaseTarget.parse("sqlite::memory:"));
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stop() throws Exception {
    threads.shutdown();
    house.close();
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  /** A client that keeps what it is sent. */
  private static final class Listener implements Connection {
    final List<JsonNode> heard = new ArrayList<>();
    final CountDownLatch harvest = new CountDownLatch(1);
    final CountDownLatch dataset = new CountDownLatch(1);

    @Override
    public String address() {
      return "198.51.100.1";
    }

    @Override
    public synchronized void send(Outgoing outgoing) {
      JsonNode envelope = Json.read(outgoing.text());
      heard.add(envelope);
      if (envelope.get("e").asText().equals("harvest")) harvest.countDown();
      if (envelope.get("e").asText().equals("harvestComplete")) dataset.countDown();
    }

    @Override
    public void end(String reason) {}

    synchronized List<JsonNode> heard(String event) {
      return heard.stream().filter(envelope -> envelope.get("e").asText().equals(event)).map(e -> e.get("d")).toList();
    }
  }

  private CompletionStage<Done> emit(Connection from, String event, Object data) {
    return house.receive(from, Json.write(Map.of("e", event, "d", data)));
  }

  private static Map<String, Object> message(int clientId, int seq) {
    return Map.of(
        "id", "c:" + clientId + "m:" + seq, "clientId", clientId, "seq", seq, "due", 1, "sent", 1, "payload", "x");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void countEverythingExactlyOnceAndHarvestLast(long seed) throws Exception {
    List<Listener> clients = new ArrayList<>();
    for (int n = 0; n < CLIENTS; n++) clients.add(new Listener());
    clients.forEach(house::connect);
    Listener master = clients.get(0);
    emit(master, "initTest", Map.of("testType", "broadcast", "clientCount", CLIENTS, "spacing", 1, "startTime", 0))
        .toCompletableFuture().get(20, TimeUnit.SECONDS);

    CountDownLatch sent = new CountDownLatch(THREADS);
    for (int thread = 0; thread < THREADS; thread++) {
      int first = thread;
      Random random = new Random(seed * 100 + thread);
      threads.execute(() -> {
        // Each thread speaks for some of the clients, interleaved as chance has it, and sometimes says what is refused.
        List<Integer> turns = new ArrayList<>();
        for (int n = first; n < CLIENTS; n += THREADS) for (int seq = 0; seq < MESSAGES; seq++) turns.add(n);
        java.util.Collections.shuffle(turns, random);
        Map<Integer, Integer> next = new HashMap<>();
        for (int n : turns) {
          int seq = next.merge(n, 1, Integer::sum) - 1;
          emit(clients.get(n), "message", message(n + 1, seq));
          if (random.nextInt(20) == 0) emit(clients.get(n), "message", message(CLIENTS + 1, seq));
          if (seq == MESSAGES - 1) emit(clients.get(n), "complete", Map.of("clientId", n + 1));
        }
        sent.countDown();
      });
    }
    assertTrue(sent.await(60, TimeUnit.SECONDS));
    for (Listener client : clients) assertTrue(client.harvest.await(60, TimeUnit.SECONDS), "everybody hears the harvest");

    int total = CLIENTS * MESSAGES;
    for (Listener client : clients) {
      List<JsonNode> messages = client.heard("message");
      assertEquals(total, messages.size(), "every message comes once");
      Map<Integer, Integer> next = new HashMap<>();
      for (JsonNode each : messages) {
        int clientId = each.get("clientId").asInt();
        assertEquals(next.merge(clientId, 1, Integer::sum) - 1, each.get("seq").asInt(), "in the order it was sent");
      }
      assertEquals(total, client.heard("harvest").get(0).get("broadcasts").asInt());
      String last = client.heard.get(client.heard.size() - 1).get("e").asText();
      assertTrue(last.equals("harvest") || last.equals("refused"), "no message after the harvest, but " + last);
    }
    assertEquals(clients.get(1).heard("message"), clients.get(2).heard("message"), "all hear the same in the same order");

    ObjectNode report = TestSettings.report(CLIENTS);
    house.receive(master, Json.write(Map.of("e", "report", "d", report)));
    assertTrue(master.dataset.await(20, TimeUnit.SECONDS));
    JsonNode counted = master.heard("harvestComplete").get(0).get("dataset").get("server");
    assertEquals(total, sum(counted.get("receivedByServer")));
    assertEquals(total * CLIENTS, sum(counted.get("sentByServer")));
    int refused = clients.stream().mapToInt(client -> client.heard("refused").size()).sum();
    assertEquals(refused, counted.get("refused").asInt());
    assertTrue(refused > 0);
  }

  @Test
  void answersRequestsOfOneConnectionInTheirOrder() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    Connection asking = new Connection() {
      final List<Long> replies = new ArrayList<>();

      @Override
      public String address() {
        return null;
      }

      @Override
      public void send(Outgoing outgoing) {
        JsonNode reply = Json.read(outgoing.text());
        replies.add(reply.get("r").asLong());
        if (replies.size() < 20) return;
        for (int n = 0; n < 20; n++) assertEquals(n, replies.get(n));
        answered.countDown();
      }

      @Override
      public void end(String reason) {}
    };
    house.connect(asking);
    for (int id = 0; id < 20; id++) house.receive(asking, "{\"e\":\"listItems\",\"d\":{},\"id\":" + id + "}");
    assertTrue(answered.await(60, TimeUnit.SECONDS), "twenty replies in their order");
  }

  private static int sum(JsonNode counts) {
    int sum = 0;
    for (JsonNode count : counts) sum += count.asInt();
    return sum;
  }
}
