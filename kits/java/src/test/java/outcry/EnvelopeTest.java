package outcry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An envelope")
class EnvelopeTest {
  @Test
  void isAnEventOrARequestWithOrWithoutData() {
    assertEquals(new Envelope("a\"b", new Data(new RawJson("[1]", 1), null), null), Envelope.read("{\"e\":\"a\\\"b\",\"d\":[1]}"));
    assertEquals(new Envelope("a", new Data(new RawJson("null", 0), null), 7L), Envelope.read(" {\"d\":null,\"id\":7.0,\"e\":\"a\",\"x\":{}} "));
    assertEquals(new Envelope("", Data.NONE, 0L), Envelope.read("{\"e\":\"\",\"id\":0}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "[]", "1", "null", "{}", "{\"e\":1}", "{\"e\":null}", "{\"e\":[\"a\"]}", "{\"d\":1}", "{\"e\":\"a\"", "{\"e\":\"a\"}x",
        "{\"e\":\"a\",\"id\":-1}", "{\"e\":\"a\",\"id\":0.5}", "{\"e\":\"a\",\"id\":\"1\"}", "{\"e\":\"a\",\"id\":null}",
        "{\"e\":\"a\",\"id\":1e16}", "{\"e\":\"a\",\"id\":1e999}"
      })
  void isNotMadeOfAnythingElse(String text) {
    assertNull(Envelope.read(text));
  }

  @Test
  void textThatUtf8CannotCarryIsEscapedWhenItIsWritten() {
    assertEquals("\"a\\ud800b\\udc00\ud83d\ude00\"", Json.write("a\ud800b\udc00\ud83d\ude00"));
  }
}
