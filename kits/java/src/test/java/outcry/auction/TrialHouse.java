package outcry.auction;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import outcry.Json;

/** A house with cheap passwords, a clock that stands still until it is moved, and ears. */
final class TrialHouse implements AutoCloseable {
  static final String PASSWORD = "correct horse battery";

  /** A visitor that asks: each object is a connection. */
  record Visitor(String address, Object identity) {
    Visitor(String address) {
      this(address, new Object());
    }
  }

  record Told(String event, JsonNode data) {}

  final List<Told> told = new CopyOnWriteArrayList<>();
  final AtomicLong now = new AtomicLong(1_767_225_600_000L);
  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final AuctionHouse<Visitor> house;

  TrialHouse(Path file) {
    house =
        new AuctionHouse<>(
            DatabaseTarget.parse("sqlite:" + file),
            (event, data) -> told.add(new Told(event, Json.MAPPER.valueToTree(data))),
            Visitor::address,
            new AuctionHouse.Staff(threads, threads),
            new Passwords(1_000),
            now::get);
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  CompletableFuture<ObjectNode> asking(Visitor visitor, String name, JsonNode data) {
    CompletableFuture<ObjectNode> reply = new CompletableFuture<>();
    house.request(visitor, name, data, reply::complete);
    return reply;
  }

  ObjectNode ask(Visitor visitor, String name, JsonNode data) {
    return await(asking(visitor, name, data));
  }

  /** Waits for a reply, which is late on a busy machine; one that does not come at all ends the test. */
  static ObjectNode await(CompletableFuture<ObjectNode> reply) {
    return reply.orTimeout(300, TimeUnit.SECONDS).join();
  }

  /** Asks as {@link #ask} does; anything but ok fails the test. */
  ObjectNode granted(Visitor visitor, String name, JsonNode data) {
    ObjectNode reply = ask(visitor, name, data);
    assertTrue(reply.get("ok").asBoolean(), name + " was refused: " + reply);
    return reply;
  }

  /** A new connection on which the new user {@code name} is logged in. */
  Visitor user(String name) {
    Visitor visitor = new Visitor(null);
    granted(visitor, "register", object().put("name", name).put("password", PASSWORD));
    return visitor;
  }

  static ObjectNode bid(long itemId, long amount) {
    return object().put("itemId", itemId).put("amount", amount);
  }

  long item(Visitor owner, long minimumPrice) {
    ObjectNode chair = object().put("name", "a chair").put("description", "").put("minimumPrice", minimumPrice);
    return granted(owner, "addItem", chair).get("item").get("id").asLong();
  }

  JsonNode list() {
    return granted(new Visitor(null), "listItems", object());
  }

  void disconnect(Visitor visitor) {
    house.disconnect(visitor);
  }

  @Override
  public void close() {
    threads.shutdown();
    house.close();
  }
}
