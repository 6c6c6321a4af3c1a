package outcry.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Content;
import outcry.Data;
import outcry.Envelope;
import outcry.Frame;
import outcry.Json;
import outcry.RawJson;
import outcry.SerialExecutor;

@DisplayName("The room, told things by many threads at once")
class ManyThreadsTest {
  private static final int THREADS = 8;
  private static final int CLIENTS = 32;
  private static final int MESSAGES = 200;

  /** A client that keeps what it is told. No lock: what is told in turns needs none. */
  private static final class Listener {
    final List<String> heard = new ArrayList<>();

    List<JsonNode> heard(String event) {
      String start = event + " ";
      return heard.stream().filter(each -> each.startsWith(start)).map(each -> Json.read(each.substring(start.length()))).toList();
    }
  }

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final Outputs<Listener> outputs =
      new Outputs<>() {
        @Override
        public void say(Collection<Listener> to, String event, Content data) {
          for (Listener each : to) each.heard.add(event + " " + data.json());
        }

        @Override
        public CompletionStage<Void> caughtUp(Collection<Listener> to) {
          return CompletableFuture.completedFuture(null);
        }
      };
  private final Room<Listener> room = new Room<>(outputs, Clock.steady(), new SerialExecutor(threads));
  private final Control control = new Control(room, "token");
  private final List<Listener> clients = new ArrayList<>();

  ManyThreadsTest() {
    for (int n = 0; n < CLIENTS; n++) clients.add(new Listener());
  }

  @AfterEach
  void stop() {
    threads.shutdown();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private JsonNode counts() throws Exception {
    return Json.read(get(control.counts()).json());
  }

  private static int sum(JsonNode list) {
    int sum = 0;
    for (JsonNode count : list) sum += count.asInt();
    return sum;
  }

  /** Has each thread do its part at the same time as the others. */
  private void together(IntConsumer part) throws Exception {
    CountDownLatch ready = new CountDownLatch(THREADS);
    List<CompletableFuture<Void>> done = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int number = thread;
      done.add(
          CompletableFuture.runAsync(
              () -> {
                ready.countDown();
                while (ready.getCount() > 0) Thread.onSpinWait();
                part.accept(number);
              },
              threads));
    }
    for (CompletableFuture<Void> each : done) get(each);
  }

  @Test
  void countsEverythingOnceAndTellsAllInOneOrder() throws Exception {
    clients.forEach(room::connect);
    get(control.begin("{\"bucketMs\":10}"));
    together(
        thread -> {
          for (int seq = 0; seq < MESSAGES; seq++) {
            for (int n = thread; n < CLIENTS; n += THREADS) {
              String body = "[" + n + "," + seq + "]";
              Envelope event = Envelope.read(Frame.event(seq % 4 == 0 ? "echo" : "publish", new Content(body)).text());
              room.event(clients.get(n), event.event(), event.data(), room.now());
              if (seq % 20 == 0) room.event(clients.get(n), "nonsense", event.data(), room.now());
            }
          }
        });
    JsonNode counts = counts();
    int echoes = CLIENTS * MESSAGES / 4;
    int publishes = CLIENTS * MESSAGES - echoes;
    assertEquals(echoes, sum(counts.at("/verbs/echo/received")));
    assertEquals(echoes, sum(counts.at("/verbs/echo/sent")));
    assertEquals(publishes, sum(counts.at("/verbs/publish/received")));
    assertEquals(publishes * CLIENTS, sum(counts.at("/verbs/publish/sent")));
    assertEquals(CLIENTS * MESSAGES / 20, counts.get("refused").asInt());
    List<JsonNode> first = clients.get(0).heard("publish");
    for (Listener client : clients) {
      List<JsonNode> heard = client.heard("publish");
      assertEquals(publishes, heard.size(), "each comes once");
      assertEquals(first, heard, "and to all in the same order");
      Map<Integer, Integer> last = new HashMap<>();
      for (JsonNode each : heard) {
        int seq = each.at("/body/1").asInt();
        Integer before = last.put(each.at("/body/0").asInt(), seq);
        assertTrue(before == null || before < seq, "those of one client in the order in which it sent them");
      }
      client.heard("echo").forEach(each -> assertTrue(client == clients.get(each.at("/body/0").asInt())));
      assertEquals(MESSAGES / 4, client.heard("echo").size());
    }
  }

  @Test
  void aNameThatAllWantAtOnceIsHadByOneAtATime() throws Exception {
    int rounds = 4_000;
    clients.subList(0, THREADS).forEach(room::connect);
    Data data = new Data(new RawJson("{\"name\":\"anna\"}", 1), null);
    AtomicInteger holders = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger joined = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    together(
        thread -> {
          Listener client = clients.get(thread);
          for (int round = 0; round < rounds; round++) {
            room.request(client, "join", data, room.now(), reply -> {
              if (reply.json().contains("\"ok\":true")) {
                joined.incrementAndGet();
                most.accumulateAndGet(holders.incrementAndGet(), Math::max);
              } else if (reply.json().contains("name-taken")) refused.incrementAndGet();
            });
            room.request(client, "leave", Data.NONE, room.now(), reply -> {
              if (reply.json().contains("\"ok\":true")) holders.decrementAndGet();
              else if (reply.json().contains("wrong-state")) refused.incrementAndGet();
            });
          }
        });
    get(control.counts());
    assertEquals(1, most.get());
    assertEquals(0, holders.get(), "who joined has left");
    assertEquals(2 * THREADS * rounds, 2 * joined.get() + refused.get());
    List<String> told = clients.get(0).heard;
    assertEquals(2 * joined.get(), told.size());
    for (int n = 0; n < told.size(); n++) assertTrue(told.get(n).startsWith(n % 2 == 0 ? "joined " : "left "), "in turn");
  }

  @Test
  void whoComesAndGoesAmongPublishesIsCountedAsItIsTold() throws Exception {
    get(control.begin("{\"bucketMs\":1000,\"greet\":{\"body\":0}}"));
    Data body = new Data(new RawJson("1", 0), null);
    together(
        thread -> {
          for (int round = 0; round < MESSAGES; round++) {
            for (int n = thread; n < CLIENTS; n += THREADS) {
              room.connect(clients.get(n));
              room.event(clients.get(n), "publish", body, room.now());
              room.disconnect(clients.get(n));
              room.event(clients.get(n), "publish", body, room.now());
            }
          }
        });
    JsonNode counts = counts();
    assertEquals(0, counts.get("connections").asInt());
    assertEquals(CLIENTS * MESSAGES, sum(counts.at("/verbs/publish/received")), "only those of the open ones");
    int heard = 0;
    for (Listener client : clients) {
      heard += client.heard("publish").size();
      assertEquals(MESSAGES, client.heard("greet").size());
      assertTrue(client.heard.get(0).startsWith("greet "), "the greeting is the first thing one hears");
    }
    assertEquals(heard, sum(counts.at("/verbs/publish/sent")));
  }

  @Test
  void aTurnThatFailsCostsOnlyItself() throws Exception {
    SerialExecutor turns = new SerialExecutor(threads);
    turns.execute(() -> { throw new IllegalStateException("made up by a test"); });
    List<String> order = new ArrayList<>();
    turns.execute(
        () -> {
          turns.execute(() -> order.add("second"));
          order.add("first");
        });
    turns.execute(() -> order.add("third"));
    assertEquals(List.of("first", "second", "third"), order);
  }
}
