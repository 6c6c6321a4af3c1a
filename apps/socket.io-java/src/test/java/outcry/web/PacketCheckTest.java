package outcry.web;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Packets")
class PacketCheckTest {
  private static boolean passes(String text) {
    return PacketCheck.passes(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
  }

  @Test
  void ofClientsPass() {
    String[] packets = {
      "40", "41", "42[\"echo\",1]", "4217[\"request\",{}]", "430[]", "3", "2probe", "5", "1", "6", "40\u001e42[\"a\"]\u001e3", "40/other,"
    };
    for (String packet : packets) assertTrue(passes(packet), packet);
  }

  @Test
  void ofServersAndOfOlderProtocolsDoNot() {
    String[] packets = {"4", "442", "44{}", "47", "4b", "0{}", "7", "hello", "\u00002\u00ff40", "2:40", "12:42[\"echo\",1]", "bAAAA", "[", "40\u001e\u001e3", "\u001e40"};
    for (String packet : packets) assertFalse(passes(packet), packet);
  }

  @Test
  void withAnEndlessNumberDoNot() {
    assertTrue(passes("42" + "9".repeat(90) + "[\"echo\"]"));
    assertFalse(passes("42" + "9".repeat(1_000_000) + "[\"echo\"]"));
    assertTrue(passes("42[\"echo\",\"" + "9".repeat(1_000_000) + "[\"]"));
  }
}
