package outcry.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Settings")
class SettingsTest {
  @Test
  void areDefaultsWhereNothingIsSaid() {
    Settings none = new Settings("127.0.0.1", 0, null, null, null, false);
    assertEquals(none, Settings.of(Map.of()));
    assertEquals(none, Settings.of(Map.of("HOST", "", "PORT", "", "COMPRESSION", "", "CONTROL_TOKEN", "")));
  }

  @Test
  void compressOnlyWhatIsAskedForByItsName() {
    assertTrue(Settings.of(Map.of("COMPRESSION", "deflate")).compresses());
    assertEquals(false, Settings.of(Map.of("COMPRESSION", "gzip")).compresses());
  }

  @Test
  void refusePortsThatAreNone() {
    for (String port : new String[] {"x", "-1", "65536", "8080 ", "123456"}) {
      Exception refused = assertThrows(IllegalArgumentException.class, () -> Settings.of(Map.of("PORT", port)));
      assertTrue(refused.getMessage().contains("\"" + port + "\""), refused.getMessage());
    }
  }
}
