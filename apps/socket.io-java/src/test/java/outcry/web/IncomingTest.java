package outcry.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import outcry.Data;

@DisplayName("An event that came")
class IncomingTest {
  @Test
  void hasItsNameAndItsBodyAsItStandsThere() {
    Incoming event = Incoming.read("[\"publish\", {\"a\": 1e400, \"b\":\"\\ud800\"} ,2]", 7);
    assertEquals("publish", event.name());
    assertEquals("{\"a\": 1e400, \"b\":\"\\ud800\"}", event.data().json().text());
    assertEquals(7, event.received());
  }

  @Test
  void mayHaveNoBody() {
    assertEquals(new Incoming("leave", Data.NONE, 1), Incoming.read("[\"leave\"]", 1));
  }

  @Test
  void hasNoNameWhereItIsNone() {
    for (String text : new String[] {"", "[]", "[1,2]", "[null]", "{\"e\":\"echo\"}", "[\"echo\",NaN]", "[\"echo\"", "[\"echo\"]]"}) {
      assertNull(Incoming.read(text, 1).name(), text);
    }
  }
}
