package outcry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** JSON text to trees and back. Input is hostile: Jackson's limits on nesting and on the length of numbers hold. */
public final class Json {
  public static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private Json() {}

  /** The value in {@code text}; null when it is not JSON. */
  public static JsonNode read(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** {@code value} as JSON text that UTF-8 can carry: half of a surrogate pair, which only strings can have, is written as an escape. */
  public static String write(Object value) {
    try {
      return whole(MAPPER.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("this cannot be written as JSON: " + value.getClass(), e);
    }
  }

  private static String whole(String text) {
    int half = halfAt(text, 0);
    if (half < 0) return text;
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    int written = 0;
    for (; half >= 0; half = halfAt(text, half + 1)) {
      escaped.append(text, written, half).append(String.format("\\u%04x", (int) text.charAt(half)));
      written = half + 1;
    }
    return escaped.append(text, written, text.length()).toString();
  }

  /** Index of the first unpaired surrogate from {@code start} on; -1 when there is none. */
  public static int halfAt(String text, int start) {
    for (int i = start; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (!Character.isSurrogate(unit)) continue;
      boolean paired =
          Character.isHighSurrogate(unit) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
      if (!paired) return i;
      i++;
    }
    return -1;
  }
}
