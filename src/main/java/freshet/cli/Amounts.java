package freshet.cli;

import java.util.Locale;

/// Sizes and the like as people write them in settings and flags.
final class Amounts {
  private Amounts() {}

  /// `15MB`, `500KB`, `1GB`, `4096`.
  static long bytes(String text) {
    String s = text.strip().toUpperCase(Locale.ROOT);
    int digits = 0;
    while (digits < s.length() && Character.isDigit(s.charAt(digits))) digits++;
    try {
      long n = Long.parseLong(s.substring(0, digits));
      long unit =
          switch (s.substring(digits).strip()) {
            case "", "B" -> 1;
            case "KB" -> 1024;
            case "MB" -> 1024 * 1024;
            case "GB" -> 1024 * 1024 * 1024;
            default -> throw new IllegalArgumentException("must be a size like 500KB or 15MB");
          };
      long all = Math.multiplyExact(n, unit);
      if (all >= 1024 && all <= Integer.MAX_VALUE / 2) return all;
    } catch (NumberFormatException | ArithmeticException e) {
      // the sentence below says it
    }
    throw new IllegalArgumentException("must be a size like 500KB or 15MB, from 1KB to 1GB");
  }
}
