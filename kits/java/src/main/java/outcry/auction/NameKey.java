package outcry.auction;

import java.text.Normalizer;

/**
 * Two user names are the same when their keys are. The key is compared byte by byte, so that databases and apps agree, whatever
 * their collations; `kits/schema/README.md` defines it.
 */
final class NameKey {
  private NameKey() {}

  /** The key of a checked user name: compatibility forms, invisible characters, case and runs of spaces make no difference. */
  static String of(String name) {
    String key = compatible(fold(name)).replaceAll(" +", " ");
    int begin = key.startsWith(" ") ? 1 : 0;
    return key.length() > begin && key.endsWith(" ") ? key.substring(begin, key.length() - 1) : key.substring(begin);
  }

  /** Lower case by code point: always one for one, whatever stands around it. */
  private static String fold(String text) {
    StringBuilder folded = new StringBuilder();
    TextRules.INVISIBLE
        .matcher(compatible(text))
        .replaceAll("")
        .codePoints()
        .forEach(point -> folded.appendCodePoint(Character.toLowerCase(point)));
    return folded.toString();
  }

  private static String compatible(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }
}
