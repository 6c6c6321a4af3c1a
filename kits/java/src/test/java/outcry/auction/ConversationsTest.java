package outcry.auction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import outcry.auction.Conversations.Ask;
import outcry.auction.TrialHouse.Told;
import outcry.auction.TrialHouse.Visitor;

@DisplayName("The auction house on the recorded conversations that all languages share")
class ConversationsTest {
  @TempDir Path folder;
  private TrialHouse house;
  private final Map<String, Visitor> visitors = new HashMap<>();
  private final Map<String, JsonNode> tokens = new HashMap<>();
  private final List<Told> told = new ArrayList<>();

  static Stream<Arguments> conversations() {
    return Conversations.all().stream().map(one -> Arguments.of(one.get("name").textValue(), one));
  }

  @BeforeEach
  void open() {
    house = new TrialHouse(folder.resolve("house.sqlite"));
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void thereAreConversations() {
    assertTrue(Conversations.all().size() > 40);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("conversations")
  void saysWhatItMustAndNothingMore(String name, JsonNode conversation) {
    long start = house.now.get();
    for (JsonNode user : conversation.path("users")) visitors.put(user.textValue(), house.user(user.textValue()));
    for (JsonNode step : conversation.get("steps")) {
      if (step.has("at")) house.now.set(start + step.get("at").longValue());
      if (step.has("restart")) restart();
      if (step.has("disconnect")) house.disconnect(visitors.remove(step.get("disconnect").textValue()));
      play(step);
    }
    if (conversation.has("told")) assertTold(conversation.get("told"));
  }

  private void restart() {
    long now = house.now.get();
    house.close();
    told.addAll(house.told);
    visitors.clear();
    open();
    house.now.set(now);
  }

  private void play(JsonNode step) {
    List<Ask> asks = Conversations.asks(step);
    List<CompletableFuture<ObjectNode>> replies = new ArrayList<>();
    for (Ask ask : asks) {
      Visitor visitor = visitors.computeIfAbsent(ask.from(), key -> new Visitor(ask.address()));
      replies.add(house.asking(visitor, ask.request(), withTokens(ask.data())));
    }
    Map<String, Integer> outcomes = new TreeMap<>();
    for (int i = 0; i < asks.size(); i++) {
      ObjectNode reply = TrialHouse.await(replies.get(i));
      outcomes.merge(reply.get("ok").booleanValue() ? "ok" : reply.get("code").textValue(), 1, Integer::sum);
      if (!step.has("outcomes")) assertReply(asks.get(i), reply);
    }
    Map<String, Integer> expected = new TreeMap<>();
    step.path("outcomes").fields().forEachRemaining(one -> expected.put(one.getKey(), one.getValue().intValue()));
    if (step.has("outcomes")) assertEquals(expected, outcomes, step.toString());
  }

  private JsonNode withTokens(JsonNode data) {
    JsonNode token = data.path("token").path("$token");
    return token.isMissingNode() ? data : TrialHouse.object().set("token", tokens.get(token.textValue()));
  }

  private void assertReply(Ask ask, ObjectNode reply) {
    String what = ask.request() + " " + ask.data();
    JsonNode step = ask.step();
    if (step.path("granted").isBoolean()) {
      assertTrue(reply.get("ok").booleanValue(), what + ": " + reply);
    } else if (step.has("granted")) {
      ObjectNode expected = TrialHouse.object().put("ok", true);
      assertSame(expected.setAll((ObjectNode) Conversations.written(step.get("granted"), 1)), reply, what);
    } else {
      ObjectNode expected = TrialHouse.object().put("ok", false);
      expected.set("code", step.get("refused"));
      expected.set("reason", step.has("reason") ? step.get("reason") : TrialHouse.object().put("$sentence", true));
      String field = step.has("field") ? step.get("field").textValue() : ask.field();
      assertSame(field == null ? expected : expected.put("field", field), reply, what);
    }
  }

  private void assertTold(JsonNode expected) {
    told.addAll(house.told);
    assertEquals(expected.findValuesAsText("event"), told.stream().map(Told::event).toList());
    for (int i = 0; i < told.size(); i++) {
      JsonNode data = expected.get(i).path("data");
      if (data.isObject()) assertSame(data, told.get(i).data(), "event " + i);
    }
  }

  private void assertSame(JsonNode expected, JsonNode actual, String what) {
    if (expected.has("$sentence")) {
      assertTrue(actual.asText().matches("(?s)[A-Z].*\\.|no such request"), what + ": " + actual);
    } else if (expected.has("$token")) {
      assertTrue(actual.asText().matches("[\\w-]{43}"), what + ": " + actual);
      JsonNode known = tokens.putIfAbsent(expected.get("$token").textValue(), actual);
      if (known != null) assertEquals(known, actual, what);
    } else if (expected.has("$ms")) {
      long time = house.now.get() + expected.get("$ms").longValue();
      assertTrue(actual.asText().matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"), what + ": " + actual);
      assertEquals(time, Instant.parse(actual.textValue()).toEpochMilli(), what);
    } else if (expected.isContainerNode()) {
      assertEquals(expected.getNodeType(), actual.getNodeType(), what);
      assertEquals(expected.size(), actual.size(), what + ": " + actual);
      for (int i = 0; i < expected.size() && expected.isArray(); i++) {
        assertSame(expected.get(i), actual.get(i), what + "[" + i + "]");
      }
      expected.fields().forEachRemaining(
          field -> assertSame(field.getValue(), actual.path(field.getKey()), what + "." + field.getKey()));
    } else if (expected.isNumber()) {
      assertTrue(actual.isNumber() && expected.doubleValue() == actual.doubleValue(), what + ": " + actual);
    } else {
      assertEquals(expected, actual, what);
    }
  }
}
