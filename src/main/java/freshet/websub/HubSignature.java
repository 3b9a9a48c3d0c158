package freshet.websub;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The proof that content comes from whoever knows the secret (WebSub, section 7.1).
public final class HubSignature {
  private HubSignature() {}

  /// @param header such as `sha256=5f0a…`
  static boolean valid(@Nullable String header, String secret, byte[] body) {
    if (header == null) return false;
    int equals = header.indexOf('=');
    if (equals < 0) return false;
    String algorithm =
        switch (header.substring(0, equals).strip().toLowerCase(Locale.ROOT)) {
          case "sha1" -> "HmacSHA1";
          case "sha256" -> "HmacSHA256";
          case "sha384" -> "HmacSHA384";
          case "sha512" -> "HmacSHA512";
          default -> "";
        };
    if (algorithm.isEmpty()) return false;
    byte[] claimed;
    try {
      claimed = HexFormat.of().parseHex(header.substring(equals + 1).strip());
    } catch (IllegalArgumentException e) {
      return false;
    }
    // In constant time, or the right signature could be found byte by byte.
    return MessageDigest.isEqual(claimed, hmac(algorithm, secret, body));
  }

  /// The header that proves who sent a body: `sha256=…`.
  public static String of(String secret, byte[] body) {
    return "sha256=" + HexFormat.of().formatHex(hmac("HmacSHA256", secret, body));
  }

  static byte[] hmac(String algorithm, String secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), algorithm));
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java has these
    }
  }
}
