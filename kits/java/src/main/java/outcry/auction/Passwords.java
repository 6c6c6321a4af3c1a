package outcry.auction;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Passwords in PHC string format: `$pbkdf2-sha512$i=210000$<salt>$<hash>`, base64 without padding. PBKDF2 is RFC 8018, 5.2; the
 * iterations are OWASP's for PBKDF2-HMAC-SHA512. Every app can check what another wrote. Each takes some 0.2 s of a core.
 */
final class Passwords {
  static final int ITERATIONS = 210_000;

  /** In the house of a server that lives for a test alone. */
  private static final int SHORT_LIVED_ITERATIONS = 1_000;

  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 64;

  /** A row that asks for more was not written by an app of this house; it must not hold a thread for minutes. */
  private static final int ITERATIONS_LIMIT = 10_000_000;

  private static final Pattern PHC =
      Pattern.compile("\\$pbkdf2-sha512\\$i=([1-9]\\d{0,7})\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{86})");

  private static final Base64.Encoder BASE64 = Base64.getEncoder().withoutPadding();

  private final int iterations;

  /** The hash to check a password against when there is no such user, so that both take as long. */
  private final String nobody;

  Passwords(int iterations) {
    this.iterations = iterations;
    nobody = phc(Tokens.random(SALT_BYTES), iterations, Tokens.random(HASH_BYTES));
  }

  /** Those of a server process with this environment ({@code protocol/server-process.md}). */
  static Passwords ofServer(Map<String, String> environment) {
    return new Passwords("on".equals(environment.get("SHORT_LIVED")) ? SHORT_LIVED_ITERATIONS : ITERATIONS);
  }

  /** The PHC string to store. */
  String hash(String password) {
    return hash(password, Tokens.random(SALT_BYTES), iterations);
  }

  static String hash(String password, byte[] salt, int iterations) {
    return phc(salt, iterations, derive(password, salt, iterations));
  }

  /** True if {@code password} is the one that {@code phc} was made of; false, as slowly, when that is null. */
  boolean check(String password, String phc) {
    Matcher parts = PHC.matcher(phc == null ? nobody : phc);
    if (!parts.matches() || Integer.parseInt(parts.group(1)) > ITERATIONS_LIMIT) {
      throw new IllegalStateException(
          "a row of users has a password that is not in the PHC format of kits/schema/README.md");
    }
    byte[] salt = Base64.getDecoder().decode(parts.group(2));
    byte[] expected = Base64.getDecoder().decode(parts.group(3));
    byte[] actual = derive(password, salt, Integer.parseInt(parts.group(1)));
    return MessageDigest.isEqual(expected, actual) && phc != null;
  }

  private static String phc(byte[] salt, int iterations, byte[] hash) {
    return "$pbkdf2-sha512$i=" + iterations + "$" + BASE64.encodeToString(salt) + "$" + BASE64.encodeToString(hash);
  }

  private static byte[] derive(String password, byte[] salt, int iterations) {
    // NFKC, as in NIST SP 800-63B: the same password typed on two keyboards is the same bytes. Java makes UTF-8 of it.
    char[] normal = Normalizer.normalize(password, Normalizer.Form.NFKC).toCharArray();
    try {
      PBEKeySpec spec = new PBEKeySpec(normal, salt, iterations, HASH_BYTES * 8);
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
