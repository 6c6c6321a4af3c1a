package outcry.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import outcry.Data;
import outcry.RawJson;

@DisplayName("A body")
class BodiesTest {
  @ParameterizedTest
  @ValueSource(ints = {33, 34, 1_000, 99_999, 100_001, 1_000_000})
  void thatIsNestedTooDeepIsTooLargeHoweverDeep(int levels) {
    String deep = "[".repeat(levels) + "]".repeat(levels);
    RawJson sent = RawJson.fields("{\"d\":" + deep + "}", "d").get("d");
    assertEquals("too-large", assertThrows(Fault.class, () -> Body.of(sent)).code());
    assertEquals("too-large", assertThrows(Fault.class, () -> Body.of(RawJson.read(deep))).code());
    RawJson asked = RawJson.fields("{\"d\":{\"body\":" + deep + "}}", "d").get("d");
    assertEquals("too-large", assertThrows(Fault.class, () -> Bodies.askedFor(new Data(asked, null))).code());
  }
}
