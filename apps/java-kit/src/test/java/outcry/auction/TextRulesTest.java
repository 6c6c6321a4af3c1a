package outcry.auction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What is text and what is refused; which names are the same")
class TextRulesTest {
  private static final TextRules NAME = new TextRules("name", "A name", 40);
  private static final TextRules DESCRIPTION = new TextRules("description", "A description", 2_000);

  private static String outcome(UnaryOperator<String> read, String text) {
    try {
      return "kept " + read.apply(text);
    } catch (Refusal refusal) {
      return refusal.code();
    }
  }

  private static void assertName(String expected, String text) {
    assertEquals(expected, outcome(NAME::userName, text));
  }

  @Test
  void markupAndQuotesAreText() {
    for (String text : new String[] {"<img src=x onerror=alert(1)>", "');DROP TABLE users;--", "&lt;b&gt;", "שלום"}) {
      assertName("kept " + text, text);
    }
  }

  @Test
  void whatHarmsWhereTextIsShownIsRefused() {
    for (String text : new String[] {"", "   ", "\u200b\u2060\u3164", "a\0b", "a\u001b[31mb", "a\u009bb", "a\nb", "a\u2028b",
        "a\tb", "a\ud800b", "\u202eecila", "\u2067abc"}) {
      assertName("invalid", text);
    }
    assertName("too-long", "x".repeat(1_000_000));
  }

  @Test
  void textIsComposedAndTrimmedOfEverySpace() {
    assertName("kept Zoë", "Zoe\u0308");
    assertName("kept a b", " \u00a0\ufeff\u2003a b\u3000\n ");
  }

  @Test
  void aDescriptionHasLineBreaksOfOneKind() {
    assertEquals("kept a\nb\nc\nd e", outcome(DESCRIPTION::paragraphs, "a\r\nb\rc\u2029d\te\n"));
    assertEquals("kept ", outcome(DESCRIPTION::paragraphs, "  "));
    assertEquals("invalid", outcome(DESCRIPTION::paragraphs, "a\u0007b"));
  }

  @Test
  void lengthsAreInCodePoints() {
    assertName("kept " + "👍".repeat(40), "👍".repeat(40));
    assertName("too-long", "👍".repeat(41));
    assertEquals("invalid", outcome(text -> NAME.password(text, 8), "👍".repeat(7)));
  }

  @ParameterizedTest
  @CsvSource({
    "ADA, ada", "ÄNNE ЖУК, änne жук", "ǅ, ǆ", "İda, ida", "Zoë, Zoe\u0308", "Ａｄａ, ada", "ﬁnn, finn", "\u212aarl, karl",
    "a\u200bda, ada", "ada\ufe0f, ada", "ada\u3164, ada", "ada\u00a0l, ada l", "ada   l, ada l"
  })
  void namesThatLookTheSameAreTheSame(String one, String other) {
    assertEquals(NameKey.of(one), NameKey.of(other));
  }

  @ParameterizedTest
  @CsvSource({"Zoë, Zoe", "Groß, Gross", "Νίκος, νίκοσ", "ıda, ida"})
  void butNot(String one, String other) {
    assertNotEquals(NameKey.of(one), NameKey.of(other));
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
