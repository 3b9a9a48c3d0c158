package freshet.account;

/// What an account may be called: it stands in addresses, headers and `name:password`.
public final class AccountName {
  private AccountName() {}

  public static boolean isOne(String name) {
    return name.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._@+-]{0,59}");
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
