package outcry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.auction.AuctionHouse;
import outcry.auction.DatabaseTarget;
import outcry.room.Outputs;

@DisplayName("The house")
class HouseTest {
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final Outputs<String> outputs =
      new Outputs<>() {
        @Override
        public void say(Collection<String> to, String event, Content data) {
          for (String each : to) said.add(each + " " + Frame.event(event, data).text());
        }

        @Override
        public CompletionStage<Void> caughtUp(Collection<String> to) {
          return CompletableFuture.completedFuture(null);
        }
      };
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final House<String> house =
      new House<>(
          outputs,
          threads,
          tell ->
              new AuctionHouse<>(
                  DatabaseTarget.parse("sqlite::memory:"),
                  tell,
                  connection -> null,
                  new AuctionHouse.Staff(threads, threads)));

  @AfterEach
  void stop() {
    threads.shutdown();
    house.close();
  }

  private void send(String from, String text) {
    house.receive(from, text, (request, reply) -> said.add(from + " " + Frame.reply(request, reply).text()));
  }

  private String next() throws Exception {
    return said.poll(60, TimeUnit.SECONDS);
  }

  @Test
  void givesEventsAndRequestsToTheRoomAndTheRestToTheAuction() throws Exception {
    house.connect("A");
    send("A", "{\"e\":\"echo\",\"d\":1}");
    assertTrue(next().startsWith("A {\"e\":\"echo\",\"d\":{\"body\":1,"));
    send("A", "{\"e\":\"request\",\"d\":{\"bytes\":3},\"id\":1}");
    assertTrue(next().matches("A T\\{\"r\":1,\"d\":\\{\"ok\":true,\"hops\":\\[.*]}}\teta"));
    send("A", "T{\"e\":\"echo\"}\ta \"quote\"");
    assertTrue(next().matches("A T\\{\"e\":\"echo\",\"d\":\\{\"hops\":\\[.*]}}\ta \"quote\""));
    send("A", "{\"e\":\"listItems\",\"d\":{},\"id\":2}");
    assertEquals("A {\"r\":2,\"d\":{\"items\":[],\"revision\":0,\"ok\":true}}", next());
    send("A", "{\"e\":\"nonsense\",\"id\":3}");
    assertTrue(next().startsWith("A {\"r\":3,\"d\":{\"ok\":false,\"code\":\"unknown-event\""));
    send("A", "{\"e\":\"listItems\"}");
    assertTrue(next().startsWith("A {\"e\":\"refused\",\"d\":{\"event\":\"listItems\",\"code\":\"unknown-event\""));
    send("A", "nonsense");
    assertTrue(next().startsWith("A {\"e\":\"refused\",\"d\":{\"event\":null,\"code\":\"bad-json\""));
  }

  @Test
  void answersTheAuctionsRequestsOfOneConnectionInTheirOrder() throws Exception {
    house.connect("A");
    for (int id = 0; id < 20; id++) send("A", "{\"e\":\"listItems\",\"d\":{},\"id\":" + id + "}");
    for (int id = 0; id < 20; id++) {
      String reply = next();
      assertTrue(reply.startsWith("A {\"r\":" + id + ","), reply);
    }
  }

  @Test
  void tellsAllOfAChangeBeforeWhoMadeItHasTheReply() throws Exception {
    house.connect("A");
    house.connect("B");
    send("A", "{\"e\":\"register\",\"d\":{\"name\":\"Anna\",\"password\":\"correct horse battery\"},\"id\":1}");
    JsonNode registered = Json.read(next().substring(2));
    assertTrue(registered.at("/d/ok").asBoolean(), registered.toString());
    send("A", "{\"e\":\"addItem\",\"d\":{\"name\":\"a chair\",\"description\":\"\",\"minimumPrice\":1},\"id\":2}");
    List<String> starts = new ArrayList<>();
    for (int n = 0; n < 3; n++) starts.add(next().substring(0, 9));
    assertEquals(List.of("A {\"e\":\"i", "B {\"e\":\"i", "A {\"r\":2,"), starts);
  }

  @Test
  void doesNothingForAConnectionThatHasEnded() throws Exception {
    house.connect("A");
    house.connect("B");
    house.disconnect("A");
    send("A", "{\"e\":\"listItems\",\"d\":{},\"id\":1}");
    send("A", "{\"e\":\"request\",\"d\":{\"bytes\":3},\"id\":2}");
    send("B", "{\"e\":\"listItems\",\"d\":{},\"id\":3}");
    String reply = next();
    assertTrue(reply.startsWith("B {\"r\":3,"), reply);
    assertTrue(said.isEmpty());
  }

  @Test
  void withoutAnAuctionRefusesItsRequestsAsUnknown() throws Exception {
    House<String> load = new House<>(outputs, threads);
    load.connect("A");
    load.receive("A", "{\"e\":\"listItems\",\"d\":{},\"id\":1}", (request, reply) -> said.add(reply.json()));
    assertTrue(next().contains("\"code\":\"unknown-event\""));
    load.disconnect("A");
    load.close();
  }
}
