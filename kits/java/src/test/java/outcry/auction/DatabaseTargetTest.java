package outcry.auction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("DATABASE_URL")
class DatabaseTargetTest {
  @Test
  void namesAFileOrAServer() {
    assertEquals(new DatabaseTarget.Sqlite("data/a.sqlite"), DatabaseTarget.parse("sqlite:data/a.sqlite"));
    assertEquals(new DatabaseTarget.Sqlite("/tmp/a b.sqlite"), DatabaseTarget.parse("sqlite:///tmp/a b.sqlite"));
    assertEquals(
        new DatabaseTarget.Mysql("db.example", 3306, "out@cry", "p@ss:w/rd+#", "auction"),
        DatabaseTarget.parse("mysql://out%40cry:p%40ss%3Aw%2Frd+%23@db.example/auction"));
    assertEquals(
        new DatabaseTarget.Mysql("127.0.0.1", 3307, "outcry", "", "auction"),
        DatabaseTarget.parse("mysql://outcry@127.0.0.1:3307/auction"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secret", "sqlite:", "sqlite://relative", "postgres://u:secret@h/d", "mysql://u:secret@h", "mysql://u:secret@h/",
        "mysql://h/d", "mysql://u:secret@h/d?ssl=1", "mysql://u:secret word@h/d", "mysql://u:secret@/d", "mysql://u:secr%et@h/d"
      })
  void thatCannotBeReadIsSaidWithoutThePassword(String url) {
    String message = assertThrows(IllegalArgumentException.class, () -> DatabaseTarget.parse(url)).getMessage();
    assertFalse(message.contains("secret"), message);
  }
}
