package outcry.auction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Passwords")
class PasswordsTest {
  // Of "pässword", this salt and 1,000 iterations, as other languages make it.
  private static final String FROM_NODE = "$pbkdf2-sha512$i=1000$MDEyMzQ1Njc4OWFiY2RlZg$"
          + "20MTVzg/n3H4pkjP7rPbs9uXGvJYlRG4j32EBHiNeegrbijWGjc63LMIJzA0jtIUGL4tJ0FCjR9uzA3gQvH7WA";

  private final Passwords passwords = new Passwords(1_000);

  @Test
  void areKeptAsOtherAppsKeepThem() {
    byte[] salt = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    assertEquals(FROM_NODE, Passwords.hash("p\u00e4ssword", salt, 1_000));
    assertTrue(passwords.check("pa\u0308ssword", FROM_NODE), "typed on another keyboard");
  }

  @Test
  void thatAnyLanguageHasHashedAreRight() {
    for (JsonNode vector : SchemaVectors.read("passwords.json")) {
      assertTrue(passwords.check(vector.get("password").textValue(), vector.get("stored").textValue()));
      assertFalse(passwords.check("another", vector.get("stored").textValue()));
    }
  }

  @Test
  void tokensHaveTheHashesThatEveryLanguageGivesThem() {
    for (JsonNode vector : SchemaVectors.read("tokens.json")) {
      assertEquals(vector.get("token_hash").textValue(), Tokens.hash(vector.get("token").textValue()));
    }
  }

  @Test
  void areRightOrWrong() {
    String phc = passwords.hash("correct horse");
    assertTrue(passwords.check("correct horse", phc));
    assertFalse(passwords.check("correct horse ", phc));
    assertFalse(passwords.check("correct horse", null));
  }

  @Test
  void ofAServerThatLivesForATestAloneAreHashedLess() {
    assertTrue(Passwords.ofServer(Map.of("SHORT_LIVED", "on")).hash("x").contains("$i=1000$"));
    assertTrue(Passwords.ofServer(Map.of()).hash("x").contains("$i=210000$"));
  }

  @Test
  void aRowThatNoAppWroteIsAFaultAndHoldsNoThread() {
    String hash = passwords.hash("x").replaceFirst("i=1000", "i=99999999");
    for (String phc : new String[] {"", "plain", "$2b$10$abc", hash}) {
      assertThrows(IllegalStateException.class, () -> passwords.check("x", phc), phc);
    }
  }
}
