package outcry.auction;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Tokens that keep a client logged in. The database has only their hashes: who reads it cannot log in with them. */
final class Tokens {
  /** A login ends this long after it was made, ms, however it is used: 7 days. */
  static final long LOGIN_MS = 7L * 24 * 3_600_000;

  private static final int TOKEN_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Tokens() {}

  /** 256 random bits, in base64url. */
  static String make() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random(TOKEN_BYTES));
  }

  /** SHA-256 in lower-case hex. A token is random enough that nothing slower is needed. */
  static String hash(String token) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] random(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return bytes;
  }
}
