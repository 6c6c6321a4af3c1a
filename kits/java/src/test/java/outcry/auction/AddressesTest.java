package outcry.auction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Addresses")
class AddressesTest {
  @Test
  void areOneWhereOneCustomerHasThemInWhateverWayTheyAreWritten() {
    Set<String> all = new HashSet<>();
    List<JsonNode> groups = SchemaVectors.read("addresses.json");
    for (JsonNode same : groups) {
      Set<String> counted = new HashSet<>();
      same.forEach(address -> counted.add(Addresses.countedAs(address.asText())));
      assertEquals(1, counted.size(), same.toString());
      all.addAll(counted);
    }
    assertEquals(groups.size(), all.size());
  }
}
