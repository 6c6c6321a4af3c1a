package outcry.room;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Json;

@DisplayName("What is counted")
class CountsTest {
  private static final long YEAR = 365L * 86_400 * 1_000_000;

  @Test
  void whatComesAYearLaterMakesNoListOfAYearsBuckets() {
    Counts counts = new Counts(10);
    counts.add("sink", 0, 1, 0);
    counts.add("sink", 15_000, 1, 0);
    counts.add("sink", YEAR, 1, 0);
    JsonNode answer = Json.read(counts.toJson(YEAR, 1));
    assertEquals("[1,1]", answer.at("/verbs/sink/received").toString());
    assertEquals("[0,0]", answer.at("/verbs/sink/sent").toString());
    assertEquals(YEAR / 1_000, answer.get("clock").asLong());
  }
}
