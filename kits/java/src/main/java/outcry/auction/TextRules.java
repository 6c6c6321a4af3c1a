package outcry.auction;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;
import outcry.Json;

/**
 * Rules of users' text, which is kept as it is: markup is not escaped here, the page shows it as text. Only characters that no text
 * needs and that harm where text is shown are refused. `kits/schema/README.md` has the same rules in words, for every app.
 *
 * @param field the field's name on the wire
 * @param called its name in sentences, such as `A name`
 * @param most most code points
 */
record TextRules(String field, String called, int most) {
  /** Characters that take no space on the screen: formatting marks, joiners, selectors, fillers. Default_Ignorable_Code_Point. */
  static final Pattern INVISIBLE =
      Pattern.compile(
          "[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f"
              + "\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8"
              + "\\x{1bca0}-\\x{1bca3}\\x{1d173}-\\x{1d17a}\\x{e0000}-\\x{e0fff}]");

  /** Control characters but for the newline, and the two Unicode line breaks. */
  private static final Pattern CONTROL =
      Pattern.compile("[\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029]");

  /**
   * Overrides, embeddings and isolates: they decide how the text after them is shown, and in a name they make one user or item look
   * like another. U+202E and "ecila" is shown as "alice".
   */
  private static final Pattern DIRECTION = Pattern.compile("[\\u202a-\\u202e\\u2066-\\u2069]");

  private static final Pattern LINE_BREAK = Pattern.compile("\\r\\n?|[\\u0085\\u2028\\u2029]");

  /** Characters that every app trims: the white space of JavaScript, which Java's own `strip` takes only a part of. */
  private static final String SPACE =
      "\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
          + "\u2028\u2029\u202f\u205f\u3000\ufeff";

  /** UTF-16 units beyond which a text is refused unread: none that passes the limits is longer. */
  private static final int HOPELESS = 20_000;

  /** A name: one line in which nothing changes the direction of writing, NFC, trimmed. */
  String name(String text) {
    checkWhole(text);
    String clean = trim(Normalizer.normalize(text, Normalizer.Form.NFC));
    checkVisible(clean);
    if (CONTROL.matcher(clean).find() || clean.indexOf('\n') >= 0) {
      throw invalid(called + " is one line without control characters.");
    }
    if (DIRECTION.matcher(clean).find()) {
      throw invalid(called + " cannot have marks that change the direction of writing.");
    }
    return checkLength(clean);
  }

  /** Several lines of text, NFC, trimmed, possibly none; every kind of line break becomes a newline, a tab a space. */
  String paragraphs(String text) {
    checkWhole(text);
    String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
    String clean = trim(LINE_BREAK.matcher(composed).replaceAll("\n").replace('\t', ' '));
    if (CONTROL.matcher(clean).find()) {
      throw invalid(called + " has line breaks, but no other control characters.");
    }
    return checkLength(clean);
  }

  /** A password of at least this many code points, taken as it is, but for the normal form that {@link Passwords} gives it. */
  String password(String text, int least) {
    checkWhole(text);
    if (text.indexOf('\0') >= 0) throw invalid(called + " cannot have a NUL character.");
    if (text.isEmpty()) throw invalid(called + " is needed.");
    if (codePoints(text) < least) throw invalid(called + " has at least " + least + " characters.");
    return checkLength(text);
  }

  private static String trim(String text) {
    int begin = 0;
    int end = text.length();
    while (begin < end && SPACE.indexOf(text.charAt(begin)) >= 0) begin++;
    while (end > begin && SPACE.indexOf(text.charAt(end - 1)) >= 0) end--;
    return text.substring(begin, end);
  }

  private static int codePoints(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Refuses what is far too long, or not Unicode: half of a surrogate pair cannot be written to a database. */
  private void checkWhole(String text) {
    if (text.length() > HOPELESS) throw tooLong("far more");
    if (Json.halfAt(text, 0) >= 0) throw invalid(called + " contains half of a character. Type it again.");
  }

  private void checkVisible(String text) {
    if (!trim(INVISIBLE.matcher(text).replaceAll("")).isEmpty()) return;
    String needed = text.isEmpty() ? " is needed." : " needs at least one character that can be seen.";
    throw invalid(called + needed);
  }

  private String checkLength(String text) {
    int length = codePoints(text);
    if (length > most) throw tooLong(String.format(Locale.ENGLISH, "%,d", length));
    return text;
  }

  private Refusal tooLong(String length) {
    String limit = String.format(Locale.ENGLISH, "%,d", most);
    return new Refusal("too-long", called + " has " + limit + " characters at most; this one has " + length + ".", field);
  }

  private Refusal invalid(String reason) {
    return new Refusal("invalid", reason, field);
  }
}
