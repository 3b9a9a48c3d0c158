package freshet.account;

import com.password4j.Argon2Function;
import com.password4j.BadParametersException;
import com.password4j.types.Argon2;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Passwords as they are kept: by Argon2id with 19 MiB, 2 passes and 1 lane, the least that OWASP's
/// password storage cheat sheet calls enough. What it costs: docs/decisions/0121.
public final class Passwords {
  public static final int SHORTEST = 8;
  private static final int LONGEST = 500;
  private static final int MEMORY_KIB = 19 * 1024;

  private final SecureRandom random = new SecureRandom();

  /// The library keeps 19 MiB for each kind from its first use on, so it is made when there is a
  /// password to see to, not before.
  private static Argon2Function argon() {
    return Argon2Function.getInstance(MEMORY_KIB, 2, 1, 32, Argon2.ID);
  }

  /// Each takes 19 MiB while it runs: a crowd of guesses waits in line instead of eating memory.
  private final Semaphore places = new Semaphore(2);

  /// Compared with where there is no password, so that nobody learns by the clock who exists.
  private static final String NOBODYS =
      "$argon2id$v=19$m=19456,t=2,p=1$" + "A".repeat(22) + "$" + "A".repeat(43);

  /// @throws IllegalArgumentException with a sentence if nobody should use it
  public static void check(String password) {
    if (password.codePointCount(0, password.length()) < SHORTEST) {
      throw new IllegalArgumentException(
          "A password has at least " + SHORTEST + " characters; four random words are a good one");
    }
    if (password.length() > LONGEST) {
      throw new IllegalArgumentException("A password has at most " + LONGEST + " characters");
    }
  }

  public String hash(String password) {
    places.acquireUninterruptibly();
    try {
      byte[] salt = new byte[16];
      random.nextBytes(salt);
      return argon().hash(password.getBytes(StandardCharsets.UTF_8), salt).getResult();
    } finally {
      places.release();
    }
  }

  /// @param hash as it is stored, null if there is no such account or it has no password
  public boolean matches(String password, @Nullable String hash) {
    if (password.length() > LONGEST) return false;
    String stored = hash == null ? NOBODYS : hash;
    places.acquireUninterruptibly();
    try {
      // The parameters are those of the hash: they may have been others when it was made.
      return Argon2Function.getInstanceFromHash(stored).check(password, stored) && hash != null;
    } catch (BadParametersException e) {
      return false;
    } finally {
      places.release();
    }
  }
}
