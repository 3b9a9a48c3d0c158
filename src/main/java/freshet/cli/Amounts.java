package freshet.cli;

import freshet.crawl.QuietHours;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Locale;

/// Times, sizes and the like as people write them in settings and flags.
final class Amounts {
  private Amounts() {}

  /// `90s`, `10m`, `24h`, `30d`, `250ms`.
  static Duration duration(String text) {
    String s = text.strip().toLowerCase(Locale.ROOT);
    int digits = 0;
    while (digits < s.length() && Character.isDigit(s.charAt(digits))) digits++;
    try {
      long n = Long.parseLong(s.substring(0, digits));
      return switch (s.substring(digits).strip()) {
        case "ms" -> Duration.ofMillis(n);
        case "s" -> Duration.ofSeconds(n);
        case "m", "min" -> Duration.ofMinutes(n);
        case "h" -> Duration.ofHours(n);
        case "d" -> Duration.ofDays(n);
        default -> throw new IllegalArgumentException("must be a time like 90s, 10m, 24h or 30d");
      };
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException("must be a time like 90s, 10m, 24h or 30d", e);
    }
  }

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

  /// `04-08`, `22:30-06:00`.
  static QuietHours hours(String text) {
    String[] ends = text.strip().split("-", -1);
    try {
      if (ends.length == 2) {
        return new QuietHours(timeOfDay(ends[0]), timeOfDay(ends[1]));
      }
    } catch (DateTimeException | NumberFormatException e) {
      // the sentence below says it
    }
    throw new IllegalArgumentException("must be hours like 04-08 or 22:30-06:00");
  }

  private static LocalTime timeOfDay(String s) {
    String[] parts = s.strip().split(":", -1);
    int minute = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
    return LocalTime.of(Integer.parseInt(parts[0]) % 24, minute);
  }
}
