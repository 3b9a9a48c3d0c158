package freshet.model;

import java.security.SecureRandom;
import java.util.Base64;

/// A word that nobody guesses: the address of a feed that only those read who were told, or the key
/// that a message is signed with.
public final class Secret {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 24;

  private Secret() {}

  /// 192 bits in letters, digits, `-` and `_`.
  public static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
