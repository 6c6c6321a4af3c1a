package outcry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A frame, as in protocol/envelopes.json")
class FrameTest {
  private static JsonNode examples(String of) throws IOException {
    return Json.MAPPER.readTree(Path.of("..", "..", "protocol", "envelopes.json").toFile()).get(of);
  }

  private static Stream<JsonNode> each(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  /** Servers read events and requests. */
  static Stream<JsonNode> sent() throws IOException {
    return each(examples("frames")).filter(example -> example.get("envelope").has("e"));
  }

  /** Servers write events and replies that have data. */
  static Stream<JsonNode> said() throws IOException {
    return each(examples("frames"))
        .filter(example -> example.at("/envelope/d").isObject() && !example.get("envelope").has("id"));
  }

  static Stream<String> refused() throws IOException {
    return each(examples("refused")).map(JsonNode::textValue);
  }

  @ParameterizedTest
  @MethodSource("sent")
  void isReadAsWhatItHolds(JsonNode example) {
    for (String form : new String[] {"frame", "line"}) {
      if (!example.has(form)) continue;
      Envelope envelope = Envelope.read(example.get(form).textValue());
      assertNotNull(envelope);
      JsonNode expected = example.get("envelope");
      assertEquals(expected.get("e").textValue(), envelope.event());
      assertEquals(expected.has("id") ? expected.get("id").longValue() : null, envelope.request());
      RawJson data = envelope.data().toJson();
      assertEquals(expected.get("d"), data == null ? null : Json.read(data.text()));
    }
  }

  @ParameterizedTest
  @MethodSource("said")
  void isWrittenWithItsTextAsItIs(JsonNode example) {
    ObjectNode data = example.get("envelope").get("d").deepCopy();
    String text = data.path("body").isTextual() ? data.remove("body").textValue() : null;
    Content content = new Content(data.toString(), text);
    JsonNode envelope = example.get("envelope");
    Frame frame =
        envelope.has("e")
            ? Frame.event(envelope.get("e").textValue(), content)
            : Frame.reply(envelope.get("r").longValue(), content);
    assertEquals(example.get("frame").textValue(), frame.text());
    assertEquals(envelope, Json.read(frame.toJson()));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void isNotMadeOfAnythingElse(String text) {
    assertNull(Envelope.read(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\rb"})
  void isOneLineWhereLinesAreCarried(String text) {
    Frame frame = Frame.event("feed", new Content("{\"hops\":[1,2]}", text));
    assertEquals("T{\"e\":\"feed\",\"d\":{\"hops\":[1,2]}}\t" + text, frame.text());
    assertEquals(frame.toJson(), frame.line());
  }
}
