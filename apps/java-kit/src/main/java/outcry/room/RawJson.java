package outcry.room;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import outcry.Json;

/**
 * A JSON value that is carried and not looked into: its text, which has been read through once to see that it is JSON.
 *
 * @param text on one line, without space around it
 * @param depth how deep arrays and objects are nested in it; 0 for a value that is neither
 */
public record RawJson(String text, int depth) {
  /**
   * Deeper than this nobody reads on: it costs memory, and is too deep for anything. What is said of such a text is that it is too
   * deep, though it might cease to be JSON further on.
   */
  private static final int DEPTH_READ = 100_000;

  private static final RawJson TOO_DEEP = new RawJson("null", DEPTH_READ);

  /** Numbers and names are as long as the text, since nothing is made of them. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH_READ)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          // Names that clients make up are not worth remembering.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  /**
   * The value that {@code text} is.
   *
   * @throws Fault bad-json when it is none, or more than one
   */
  static RawJson read(String text) throws Fault {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) throw badJson();
      int depth = skip(parser);
      if (parser.nextToken() != null) throw badJson();
      return new RawJson(onOneLine(text.strip()), depth);
    } catch (StreamConstraintsException e) {
      return TOO_DEEP;
    } catch (IOException e) {
      throw badJson();
    }
  }

  /**
   * Those of the {@code wanted} fields that the object in {@code text} has; of one that is there twice, the last.
   *
   * @throws Fault bad-json when it is an object that is not JSON, wrong-type when it is none
   */
  static Map<String, RawJson> fields(String text, Set<String> wanted) throws Fault {
    Map<String, RawJson> fields = new HashMap<>();
    String name = "";
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) throw new Fault("wrong-type", "this must be a JSON object");
      JsonToken token = parser.nextToken();
      while (token == JsonToken.FIELD_NAME) {
        name = parser.currentName();
        parser.nextToken();
        int start = position(parser);
        int depth = skip(parser);
        token = parser.nextToken();
        if (wanted.contains(name)) fields.put(name, new RawJson(valueBetween(text, start, position(parser)), depth));
      }
      if (parser.nextToken() != null) throw badJson();
    } catch (StreamConstraintsException e) {
      fields.put(name, TOO_DEEP);
    } catch (IOException e) {
      throw badJson();
    }
    return fields;
  }

  /** Where the current token begins in the text. */
  private static int position(JsonParser parser) {
    return (int) parser.currentTokenLocation().getCharOffset();
  }

  /** Reads to the end of the value that the parser is at the beginning of; gives its depth. Nothing in it is decoded. */
  private static int skip(JsonParser parser) throws IOException {
    if (!parser.currentToken().isStructStart()) return 0;
    int depth = 1;
    int deepest = 1;
    while (depth > 0) {
      JsonToken token = parser.nextToken();
      if (token == null) throw new IOException("no end");
      if (token.isStructStart()) deepest = Math.max(deepest, ++depth);
      else if (token.isStructEnd()) depth--;
    }
    return deepest;
  }

  /** What stands from {@code start} to {@code next}, where the next token begins, without the comma between them. */
  private static String valueBetween(String text, int start, int next) {
    int end = next;
    while (text.charAt(end - 1) <= ' ' || text.charAt(end - 1) == ',') end--;
    return onOneLine(text.substring(start, end));
  }

  /** Line breaks can stand between the tokens of JSON only, where a space is as good; some transports carry lines. */
  private static String onOneLine(String json) {
    return json.replace('\n', ' ').replace('\r', ' ');
  }

  boolean isObject() {
    return text.charAt(0) == '{';
  }

  boolean isNull() {
    return text.charAt(0) == 'n';
  }

  boolean isString() {
    return text.charAt(0) == '"';
  }

  boolean isNumber() {
    return text.charAt(0) == '-' || Character.isDigit(text.charAt(0));
  }

  /** What the string says; only for a string. */
  String string() {
    return text.indexOf('\\') < 0 ? text.substring(1, text.length() - 1) : Json.read(text).textValue();
  }

  /** The number; only for a number. */
  double number() {
    return Double.parseDouble(text);
  }

  /** Whether it takes more than {@code limit} bytes of UTF-8. */
  boolean isOver(int limit) {
    if (text.length() * 3L <= limit) return false;
    long bytes = text.length();
    for (int i = 0; i < text.length() && bytes <= limit; i++) {
      char unit = text.charAt(i);
      // A pair of surrogates is 4 bytes, 2 for each half.
      if (unit >= 0x80) bytes += unit < 0x800 || Character.isSurrogate(unit) ? 1 : 2;
    }
    return bytes > limit;
  }

  static Fault badJson() {
    return new Fault("bad-json", "this is not JSON");
  }
}
