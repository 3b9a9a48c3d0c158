package freshet.account;

import freshet.text.Cut;
import org.jspecify.annotations.Nullable;

/// What an account may be called: it stands in addresses, headers and `name:password`.
public final class AccountName {
  private AccountName() {}

  public static boolean isOne(String name) {
    return name.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._@+-]{0,59}");
  }

  /// The nearest to what somebody is called elsewhere.
  static String like(@Nullable String elsewhere) {
    String name = elsewhere == null ? "" : elsewhere.strip().replaceAll("\\s+", ".");
    name = name.replaceAll("[^\\p{L}\\p{N}._@+-]", "").replaceFirst("^[._@+-]+", "");
    // Not all of it: a number may have to follow.
    name = Cut.start(name, 40);
    return isOne(name) ? name : "reader";
  }

  /// @throws IllegalArgumentException with a sentence
  public static void check(String name) {
    if (!isOne(name)) {
      throw new IllegalArgumentException(
          "An account's name has up to 60 letters, digits or . _ @ + - and starts with a letter or"
              + " digit");
    }
  }
}
