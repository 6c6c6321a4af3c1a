package outcry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import outcry.room.Fault;

/**
 * A JSON value that is carried and not looked into: its text, which has been read through once to see that it is JSON.
 *
 * @param text on one line, without space around it
 * @param depth the nesting of arrays and objects in it; 0 for a value that is neither
 */
public record RawJson(String text, int depth) {
  /**
   * Deepest nesting that is read: more costs memory, and is too deep for anything. Such a text is refused as too
   * deep, though it might cease to be JSON further on.
   */
  private static final int DEPTH_READ = 100_000;

  private static final RawJson TOO_DEEP = new RawJson("[", DEPTH_READ);

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

  public RawJson {
    // Between tokens, where alone JSON has line breaks, a space is as good; and some transports carry lines.
    text = text.replace('\n', ' ').replace('\r', ' ');
  }

  /** The value that {@code text} is. @throws Fault bad-json when it is none, or more than one */
  public static RawJson read(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) throw badJson();
      int depth = skip(parser);
      if (parser.nextToken() != null) throw badJson();
      return new RawJson(text.strip(), depth);
    } catch (StreamConstraintsException e) {
      return TOO_DEEP;
    } catch (IOException e) {
      throw badJson();
    }
  }

  /**
   * The first values of the array in {@code text}, {@code most} of them; all of it is read through.
   *
   * @throws Fault bad-json when it is no array, or not JSON
   */
  public static List<RawJson> elements(String text, int most) {
    List<RawJson> elements = new ArrayList<>();
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) throw badJson();
      JsonToken token = parser.nextToken();
      while (token != JsonToken.END_ARRAY) {
        int start = position(parser);
        int depth = skip(parser);
        token = parser.nextToken();
        if (elements.size() < most) elements.add(new RawJson(valueBetween(text, start, position(parser)), depth));
      }
      if (parser.nextToken() != null) throw badJson();
    } catch (StreamConstraintsException e) {
      if (elements.size() < most) elements.add(TOO_DEEP);
    } catch (IOException e) {
      throw badJson();
    }
    return elements;
  }

  /**
   * The {@code wanted} fields that the object in {@code text} has; of one that is there twice, the last.
   *
   * @throws Fault bad-json when it is an object that is not JSON, wrong-type when it is none
   */
  public static Map<String, RawJson> fields(String text, String... wanted) {
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
        if (List.of(wanted).contains(name)) fields.put(name, new RawJson(valueBetween(text, start, position(parser)), depth));
      }
      if (parser.nextToken() != null) throw badJson();
    } catch (StreamConstraintsException e) {
      fields.put(name, TOO_DEEP);
    } catch (IOException e) {
      throw badJson();
    }
    return fields;
  }

  /** The {@link #fields} of {@code data}. @param data null when there is none @throws Fault when it is no object */
  public static Map<String, RawJson> fieldsOf(RawJson data, String... wanted) {
    if (data == null) throw new Fault("wrong-type", "there is no data, and it must be a JSON object");
    if (data == TOO_DEEP) throw new Fault("too-large", "this is nested too deep");
    return fields(data.text, wanted);
  }

  /** @throws Fault when the field is absent or no integer from {@code least} to {@code most}; 2.0 is one */
  public static long integer(Map<String, RawJson> fields, String field, long least, long most) {
    RawJson value = there(fields, field);
    if ("-0123456789".indexOf(value.text.charAt(0)) < 0) throw new Fault("wrong-type", field + " must be a number");
    double number = Double.parseDouble(value.text);
    if (number == Math.rint(number) && number >= least && number <= most) return (long) number;
    throw new Fault("out-of-range", field + " must be an integer from " + least + " to " + most);
  }

  /** @throws Fault when the field is absent or no string */
  public static String string(Map<String, RawJson> fields, String field) {
    String text = there(fields, field).asText();
    if (text == null) throw new Fault("wrong-type", field + " must be a string");
    return text;
  }

  private static RawJson there(Map<String, RawJson> fields, String field) {
    if (fields.containsKey(field)) return fields.get(field);
    throw new Fault("missing-field", field + " is missing");
  }

  /** The position of the current token in the text. */
  private static int position(JsonParser parser) {
    return (int) parser.currentTokenLocation().getCharOffset();
  }

  /** Reads to the end of the value that the parser is at the beginning of; gives its depth. Nothing in it is decoded. */
  private static int skip(JsonParser parser) throws IOException {
    int depth = 0;
    int deepest = 0;
    for (JsonToken token = parser.currentToken(); ; token = parser.nextToken()) {
      if (token == null) throw new IOException("no end");
      if (token.isStructStart()) deepest = Math.max(deepest, ++depth);
      else if (token.isStructEnd()) depth--;
      if (depth == 0) return deepest;
    }
  }

  /** The text from {@code start} to {@code next}, where the next token begins, without the comma between them. */
  private static String valueBetween(String text, int start, int next) {
    int end = next;
    while (text.charAt(end - 1) <= ' ' || text.charAt(end - 1) == ',') end--;
    return text.substring(start, end);
  }

  /** The text that the value is; null when it is none. */
  public String asText() {
    if (text.charAt(0) != '"') return null;
    return text.indexOf('\\') < 0 ? text.substring(1, text.length() - 1) : Json.read(text).textValue();
  }

  public boolean isNull() {
    return text.equals("null");
  }

  /** True if it is an object, or too deep to know. */
  public boolean isObject() {
    return this == TOO_DEEP || text.startsWith("{");
  }

  /** True if it takes more than {@code limit} bytes of UTF-8. */
  public boolean isOver(int limit) {
    if (text.length() > limit) return true;
    // A UTF-16 unit is at most three bytes: only what may be over is encoded to know it.
    return text.length() * 3L > limit && text.getBytes(StandardCharsets.UTF_8).length > limit;
  }

  private static Fault badJson() {
    return new Fault("bad-json", "this is not JSON");
  }
}
