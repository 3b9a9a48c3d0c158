package freshet.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Random values that let somebody in. They have so many bits that a plain hash of them can be
/// kept: nobody can try them all, as they could with passwords.
public final class Secrets {
  private static final SecureRandom RANDOM = new SecureRandom();

  /// Crockford's base 32: without letters that are taken for digits.
  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

  private Secrets() {}

  /// 256 bits for a cookie.
  public static String random() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// 120 bits in a form that can be typed on a phone: `0m3v-x8kd-…`.
  public static String token() {
    StringBuilder token = new StringBuilder();
    for (int i = 0; i < 24; i++) {
      if (i > 0 && i % 4 == 0) token.append('-');
      token.append(ALPHABET.charAt(RANDOM.nextInt(32)));
    }
    return token.toString();
  }

  /// What is stored of a secret.
  public static String hash(String secret) {
    return digest("SHA-256", secret);
  }

  /// What the Fever protocol makes of a name and a password.
  public static String feverKey(String name, String password) {
    return digest("MD5", name + ":" + password);
  }

  /// The same for the ways in which people type them: the name as it is, in small letters, with a
  /// capital as phones begin it, in capitals; the token in small letters and in capitals, with and
  /// without its dashes.
  static Set<String> feverKeys(String name, String token) {
    Set<String> keys = new LinkedHashSet<>();
    String small = name.toLowerCase(Locale.ROOT);
    String capital = small.substring(0, 1).toUpperCase(Locale.ROOT) + small.substring(1);
    for (String typed : List.of(name, small, capital, name.toUpperCase(Locale.ROOT))) {
      for (String given : List.of(token, token.toUpperCase(Locale.ROOT))) {
        keys.add(feverKey(typed, given));
        keys.add(feverKey(typed, given.replace("-", "")));
      }
    }
    return keys;
  }

  private static String digest(String algorithm, String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every Java has them
    }
  }

  /// In a time that does not tell how much of it is right.
  public static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /// Tokens are typed: capitals and a missing dash are forgiven.
  static String typed(String token) {
    String plain = token.strip().toLowerCase(Locale.ROOT).replace("-", "");
    if (!plain.matches("[0-9a-z]{24}")) return token;
    return plain.replaceAll("(.{4})(?!$)", "$1-");
  }
}
