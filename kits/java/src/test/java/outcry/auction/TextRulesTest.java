package outcry.auction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is text and what is refused; which names are the same")
class TextRulesTest {
  private static final TextRules NAME = new TextRules("name", "A name", 40);
  private static final TextRules ITEM_NAME = new TextRules("name", "The name of an item", 100);
  private static final TextRules DESCRIPTION = new TextRules("description", "A description", 2_000);

  private static String outcome(UnaryOperator<String> read, String text) {
    try {
      return "kept " + read.apply(text);
    } catch (Refusal refusal) {
      return refusal.code();
    }
  }

  @Test
  void textsAreKeptAndRefusedAsInEveryLanguage() {
    Map<String, UnaryOperator<String>> reading =
        Map.of("userName", NAME::name, "itemName", ITEM_NAME::name, "description", DESCRIPTION::paragraphs);
    for (JsonNode vector : SchemaVectors.read("texts.json")) {
      String text = vector.get("text").textValue().repeat(vector.path("times").asInt(1));
      reading.forEach(
          (field, read) -> {
            JsonNode other = vector.path(field);
            String kept = "kept " + (other.isTextual() ? other.textValue() : text);
            String expected = other.isObject() ? other.get("refused").textValue() : kept;
            assertEquals(expected, outcome(read, text), vector.get("what") + " as " + field);
          });
    }
  }

  @Test
  void namesHaveTheKeysThatEveryLanguageGivesThem() {
    for (JsonNode vector : SchemaVectors.read("name-keys.json")) {
      assertEquals(vector.get("key").textValue(), NameKey.of(vector.get("name").textValue()));
    }
  }

  @Test
  void theKeyOfAKeyIsTheKey() {
    for (int point = 0x20; point <= Character.MAX_CODE_POINT; point++) {
      if (!Character.isDefined(point) || Character.getType(point) == Character.SURROGATE) continue;
      String key = NameKey.of(Character.toString(point));
      assertEquals(key, NameKey.of(key), () -> "the key of a key");
    }
  }
}
