package outcry.auction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static outcry.auction.TrialHouse.bid;
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
import outcry.auction.TrialHouse.Visitor;

@DisplayName("The auction house on many threads, and on a database that fails")
class AuctionHouseTest {
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
  void aFaultOfOursIsShownAsAReferenceOnly() throws IOException {
    Path noFolder = Files.writeString(folder.resolve("file"), "");
    try (TrialHouse broken = new TrialHouse(noFolder.resolve("house.sqlite"))) {
      ObjectNode reply = broken.ask(new Visitor(null), "listItems", object());
      assertEquals("failed", reply.get("code").asText());
      assertTrue(reply.get("reason").asText().matches("Something went wrong on our side \\(reference [0-9a-f]{8}\\).*"));
    }
  }
}
