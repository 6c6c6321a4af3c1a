package outcry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import outcry.room.Fault;

@DisplayName("JSON that is carried and not looked into")
class RawJsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null", "true", "0", "-1.50e+3", "1E400", "\"\"", "\"\\ud800 \\u0000 \\\" , } \"", "[]", "{}", "[1 , 2]",
        "{\"e\":{\"d\":1},\"d\":[2]}", "\"\u00e9\u2028\ud83d\ude00\"", "123456789012345678901234567890.10"
      })
  void staysAsItWasWrittenWhereverItStands(String value) {
    assertEquals(value, RawJson.read(value).text());
    assertEquals(value, RawJson.read(" \t" + value + " ").text());
    String[] objects = {"{\"d\":%s}", "{ \"d\" : %s , \"e\" : 1 }", "{\"e\":[1,{\"d\":0}],\"d\":%s}", "{\"d\":0,\"d\":%s\t}"};
    for (String object : objects) {
      assertEquals(value, RawJson.fields(object.replace("%s", value), "d").get("d").text(), object);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "nul", "01", "+1", "1.", ".5", "NaN", "'a'", "\"a", "\"\n\"", "\"\\x\"", "\"\\u12\"", "[1,]", "[1 2]", "[", "]",
        "{\"a\"}", "{\"a\":1,}", "{a:1}", "{\"a\":1", "1 2", "{} {}", "/* */ 1", "\ufeff1", "\u00a01"
      })
  void thatIsNoJsonIsRefused(String text) {
    assertEquals("bad-json", assertThrows(Fault.class, () -> RawJson.read(text)).code());
    assertThrows(Fault.class, () -> RawJson.fields("{\"d\":" + text + "}", "d"));
  }

  @Test
  void isOnOneLineSoThatTransportsOfLinesCanCarryIt() {
    String text = RawJson.fields("{\"d\":\n[1,\r\n \"\\n\"]\n}", "d").get("d").text();
    assertEquals("[1,   \"\\n\"]", text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"1|0", "\"[[\"|0", "[]|1", "{}|1", "[1,[2],{\"a\":[]}]|3", "{\"a\":{\"b\":1},\"c\":[[[]]]}|4"})
  void knowsItsDepth(String text, int depth) {
    assertEquals(depth, RawJson.read(text).depth());
    assertEquals(depth, RawJson.fields("{\"x\":[[[[[]]]]],\"d\":" + text + "}", "d").get("d").depth());
  }

  @Test
  void nestedWithoutEndIsTooDeepAndCostsNoMoreThanItsText() {
    String endless = "[".repeat(4 * 1_048_576);
    assertTrue(RawJson.read(endless).depth() > 32);
    Envelope envelope = Envelope.read("{\"e\":\"echo\",\"d\":" + endless);
    assertEquals("echo", envelope.event());
    assertTrue(envelope.data().json().depth() > 32);
    RawJson asked = RawJson.fields("{\"d\":{\"body\":" + endless, "d").get("d");
    assertEquals("too-large", assertThrows(Fault.class, () -> RawJson.fieldsOf(asked, "body")).code());
  }

  @Test
  void isTakenFromAnArrayAsItStandsThere() {
    String text = " [ \"echo\" , [1, {\"a\":1e400}] ,\"x,\", 4]";
    assertEquals(List.of("\"echo\"", "[1, {\"a\":1e400}]", "\"x,\""), RawJson.elements(text, 3).stream().map(RawJson::text).toList());
    assertEquals(List.of(), RawJson.elements("[]", 2));
    for (String none : new String[] {"", "{}", "1", "[1", "[1]]", "[1,]", "[NaN]", "[1] 2", "[,1]"}) {
      assertEquals("bad-json", assertThrows(Fault.class, () -> RawJson.elements(none, 2), none).code());
    }
    assertTrue(RawJson.elements("[\"echo\"," + "[".repeat(4 * 1_048_576), 2).get(1).depth() > 32);
  }

  @Test
  void namesAndNumbersMayBeAsLongAsABody() {
    for (String text : new String[] {"1".repeat(1_000_000), "{\"" + "n".repeat(1_000_000) + "\":1}"}) {
      assertEquals(text, RawJson.read(text).text());
    }
  }

  @Test
  void knowsHowManyBytesItTakes() {
    for (String string : new String[] {"abc", "\u00e9\u00e9", "\u20ac\u20ac\u20ac", "\ud83d\ude00\u00e9a"}) {
      RawJson json = RawJson.read('"' + string + '"');
      int bytes = json.text().getBytes(StandardCharsets.UTF_8).length;
      assertFalse(json.isOver(bytes), string);
      assertTrue(json.isOver(bytes - 1), string);
    }
  }

  /** Texts that are nearly JSON: what is taken is what Jackson's tree takes, and means the same. */
  @Test
  void isJsonWhereAndOnlyWhereATreeCanBeReadOfIt() {
    Random random = new Random(11);
    String alphabet = "{}[]\",:\\ue0-1. tn\n";
    int taken = 0;
    for (int round = 0; round < 60_000; round++) {
      StringBuilder text = new StringBuilder("{\"d\":[1,\"a\\n\",{\"b\":null}],\"e\":-0.5}");
      for (int edits = random.nextInt(4); edits > 0; edits--) {
        text.setCharAt(random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
      }
      var tree = Json.read(text.toString());
      try {
        Map<String, RawJson> fields = RawJson.fields(text.toString(), "d");
        assertTrue(tree != null, text.toString());
        if (fields.containsKey("d")) assertEquals(tree.get("d"), Json.read(fields.get("d").text()), text.toString());
        taken++;
      } catch (Fault fault) {
        assertTrue(tree == null || !tree.isObject(), text.toString());
      }
    }
    assertTrue(taken > 10_000, "of 60,000 texts " + taken + " were JSON");
  }
}
