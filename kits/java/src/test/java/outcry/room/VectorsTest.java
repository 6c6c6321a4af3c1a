package outcry.room;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The room on the recorded conversations that all servers share")
class VectorsTest {
  static Stream<Arguments> conversations() throws IOException {
    return Vectors.files().flatMap(file -> Stream.of(arguments(file, true), arguments(file, false)));
  }

  @Test
  void thereAreConversations() throws IOException {
    assertTrue(Vectors.files().count() > 30);
  }

  @ParameterizedTest(name = "{0}, texts as they are: {1}")
  @MethodSource("conversations")
  void saysWhatItMustAndNothingMoreAndCountsIt(Path file, boolean sendsText) {
    JsonNode vector = Vectors.read(file);
    Vectors.Played played = Vectors.play(vector, sendsText);
    List<String> expected = new ArrayList<>();
    vector.get("expect").forEach(output -> expected.add(headline(output)));
    assertEquals(expected, played.said().stream().map(VectorsTest::headline).toList());
    for (int i = 0; i < played.said().size(); i++) {
      SameJson.assertSame(vector.get("expect").get(i), played.said().get(i), "output " + i);
    }
    SameJson.assertSame(vector.get("counts"), played.counts(), "counts");
  }

  /** An output without the data, which can be long. */
  private static String headline(JsonNode output) {
    String what = output.path("event").asText() + output.path("reply").asText() + output.path("control");
    return output.get("at").asDouble() + " " + output.path("to") + " " + what;
  }
}
