package outcry.auction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static outcry.auction.TrialHouse.PASSWORD;
import static outcry.auction.TrialHouse.bid;
import static outcry.auction.TrialHouse.chair;
import static outcry.auction.TrialHouse.credentials;
import static outcry.auction.TrialHouse.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import outcry.Json;
import outcry.auction.TrialHouse.Visitor;

@DisplayName("The auction house")
class AuctionRulesTest {
  @TempDir Path folder;
  private TrialHouse house;

  @BeforeEach
  void open() {
    house = new TrialHouse(folder.resolve("house.sqlite"));
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void aUserRegistersOnceAndLogsInByPasswordOrToken() {
    Visitor ada = new Visitor(null);
    ObjectNode login = house.granted(ada, "register", credentials("Ada", PASSWORD));
    assertEquals("Ada", login.get("user").asText());
    assertEquals("2026-01-08T00:00:00.000Z", login.get("expiresAt").asText());
    assertEquals("name-taken", house.code(new Visitor(null), "register", credentials("ＡＤＡ", PASSWORD)));
    assertEquals("wrong-login", house.code(new Visitor(null), "logIn", credentials("ada", "another one")));
    assertEquals("wrong-login", house.code(new Visitor(null), "logIn", credentials("nobody", PASSWORD)));
    house.granted(new Visitor(null), "logIn", credentials("ada", PASSWORD));
    ObjectNode token = object().set("token", login.get("token"));
    assertEquals("Ada", house.granted(new Visitor(null), "logIn", token).get("user").asText());
    house.granted(ada, "logOut", object());
    assertEquals("login-expired", house.code(new Visitor(null), "logIn", token));
  }

  @Test
  void loggingOutEndsTheTokenForEveryConnection() {
    Visitor ada = new Visitor(null);
    Visitor other = new Visitor(null);
    Visitor byPassword = new Visitor(null);
    ObjectNode login = house.granted(ada, "register", credentials("Ada", PASSWORD));
    house.granted(other, "logIn", object().set("token", login.get("token")));
    house.granted(byPassword, "logIn", credentials("Ada", PASSWORD));
    house.granted(ada, "logOut", object());
    // Nothing else that is wrong with a request comes before it.
    assertEquals("not-logged-in", house.code(other, "addItem", object()));
    assertEquals("not-logged-in", house.code(other, "removeItem", object().put("itemId", 1)));
    assertEquals("not-logged-in", house.code(other, "placeBid", bid(1, 5)));
    house.granted(byPassword, "addItem", chair(1));
  }

  @Test
  void aLoginEndsAfterSevenDays() {
    Visitor ada = house.user("Ada");
    house.now.addAndGet(Tokens.LOGIN_MS);
    assertEquals("not-logged-in", house.code(ada, "addItem", chair(1)));
  }

  @Test
  void onlyWhoAddedAnItemRemovesIt() {
    Visitor ada = house.user("Ada");
    Visitor bert = house.user("Bert");
    long item = house.item(ada, 1_000);
    ObjectNode it = object().put("itemId", item);
    assertEquals("not-logged-in", house.code(new Visitor(null), "removeItem", it));
    assertEquals("not-yours", house.code(bert, "removeItem", it));
    assertEquals("granted", house.code(ada, "removeItem", it));
    assertEquals("no-such-item", house.code(ada, "removeItem", it));
    assertEquals(0, house.list().get("items").size());
  }

  @Test
  void aBidLeadsWhenItIsAboveTheLeadingOneOrAtTheMinimumPrice() {
    Visitor ada = house.user("Ada");
    Visitor bert = house.user("Bert");
    long item = house.item(ada, 1_000);
    ObjectNode tooLow = house.ask(bert, "placeBid", bid(item, 999));
    assertEquals("The minimum price is €10.00. Bid at least that.", tooLow.get("reason").asText());
    assertEquals("amount", tooLow.get("field").asText());
    house.granted(bert, "placeBid", bid(item, 1_000));
    assertEquals(
        "Bert leads with €10.00. Bid more than that.",
        house.ask(ada, "placeBid", bid(item, 1_000)).get("reason").asText());
    JsonNode led = house.granted(ada, "placeBid", bid(item, 123_456)).get("item");
    assertEquals("Ada", led.get("leadingBidder").asText());
    assertEquals(2, led.get("bids").asInt());
    assertEquals(led, house.list().get("items").get(0));
  }

  @Test
  void everyChangeIsToldToAllInTheOrderOfTheRevisions() {
    Visitor ada = house.user("Ada");
    long item = house.item(ada, 1_000);
    house.granted(ada, "placeBid", bid(item, 1_000));
    house.granted(ada, "removeItem", object().put("itemId", item));
    assertEquals(
        List.of("itemAdded", "bidPlaced", "itemRemoved"), house.told.stream().map(TrialHouse.Told::event).toList());
    assertEquals(
        List.of(1L, 2L, 3L), house.told.stream().map(told -> told.data().get("revision").asLong()).toList());
    assertEquals(3, house.list().get("revision").asLong());
  }

  @Test
  void ofManyBidsAtOnceExactlyOneLeadsAndNoneIsLost() {
    Visitor owner = house.user("Owner");
    long item = house.item(owner, 1_000);
    List<CompletableFuture<ObjectNode>> replies = new ArrayList<>();
    for (int n = 0; n < 8; n++) {
      Visitor bidder = house.user("Bidder " + n);
      for (int k = 0; k < 10; k++) replies.add(house.asking(bidder, "placeBid", bid(item, 1_000 + (k * 7 + n) % 40)));
    }
    List<ObjectNode> granted =
        replies.stream().map(CompletableFuture::join).filter(reply -> reply.get("ok").asBoolean()).toList();
    Set<Long> amounts = new HashSet<>();
    granted.forEach(reply -> amounts.add(reply.get("item").get("leadingBid").asLong()));
    assertEquals(granted.size(), amounts.size(), "no amount leads twice");
    JsonNode now = house.list();
    assertEquals(granted.size(), now.get("items").get(0).get("bids").asInt());
    assertEquals(amounts.stream().max(Long::compare).get(), now.get("items").get(0).get("leadingBid").asLong());
    assertEquals(1 + granted.size(), now.get("revision").asLong());
    List<Long> told = house.told.stream().map(event -> event.data().get("revision").asLong()).toList();
    assertEquals(told.stream().sorted().toList(), told, "events leave in the order of the revisions");
  }

  @Test
  void hostileInputIsRefusedForWhatIsWrongWithIt() {
    Visitor ada = house.user("Ada");
    assertEquals("unknown-event", house.code(ada, "__proto__", object()));
    assertEquals("wrong-type", house.code(ada, "listItems", null));
    assertEquals("missing-field", house.code(ada, "register", object().put("name", "x")));
    assertEquals("missing-field", house.code(ada, "register", credentials(null, PASSWORD)));
    assertEquals("wrong-type", house.code(ada, "logIn", object().put("name", 1).put("password", PASSWORD)));
    assertEquals("too-long", house.code(ada, "logIn", object().put("token", "x".repeat(201))));
    assertEquals("invalid", house.code(ada, "register", credentials("\u202eecila", PASSWORD)));
    assertEquals("invalid", house.code(ada, "register", credentials("Bert", "short")));
    assertEquals("too-long", house.code(ada, "register", credentials("x".repeat(41), PASSWORD)));
    assertEquals("invalid", house.code(ada, "addItem", chair(0)));
    assertEquals("invalid", house.code(ada, "addItem", chair(1_000_000_001)));
    assertEquals("invalid", house.code(ada, "placeBid", Json.read("{\"itemId\":1,\"amount\":1.5}")));
    assertEquals("invalid", house.code(ada, "placeBid", Json.read("{\"itemId\":1,\"amount\":1e999}")));
    assertEquals("no-such-item", house.code(ada, "placeBid", bid(9_007_199_254_740_991L, 1)));
    assertEquals("granted", house.code(ada, "addItem", Json.read("{\"name\":\"<b>\",\"description\":\"\",\"minimumPrice\":5.0}")));
  }

  @Test
  void aConnectionThatAsksForTooMuchIsToldSo() {
    Visitor ada = house.user("Ada");
    List<String> codes = new ArrayList<>();
    for (int n = 0; n < 25; n++) codes.add(house.code(ada, "listItems", object()));
    assertEquals("granted", codes.get(19));
    assertEquals("too-many", codes.get(20));
    house.now.addAndGet(250);
    assertEquals("granted", house.code(ada, "listItems", object()));
  }

  @Test
  void aFaultOfOursIsShownAsAReferenceOnly() throws IOException {
    Path noFolder = Files.writeString(folder.resolve("file"), "");
    try (TrialHouse broken = new TrialHouse(noFolder.resolve("house.sqlite"))) {
      ObjectNode reply = broken.ask(new Visitor(null), "listItems", object());
      assertEquals("failed", reply.get("code").asText());
      assertTrue(reply.get("reason").asText().matches("Something went wrong on our side \\(reference [0-9a-f]{8}\\).*"));
    }
  }

  @Test
  void tokensAreNotInTheDatabase() {
    String token = house.granted(new Visitor(null), "register", credentials("Ada", PASSWORD)).get("token").asText();
    assertNotEquals(token, Tokens.hash(token));
    assertTrue(Tokens.hash(token).matches("[0-9a-f]{64}"));
  }
}
