package freshet.parse;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// The two spellings that nearly all feeds use, without any searching: `2026-11-15T10:20:30Z` and
/// `Sun, 15 Nov 2026 10:20:30 +0000`. Anything else is left to [Dates].
final class UsualDates {
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

  private UsualDates() {}

  static Dates.@Nullable Stamp read(String s) {
    int n = s.length();
    if (n >= 20 && n <= 25 && s.charAt(10) == 'T') return iso(s);
    if ((n == 29 || n == 31) && s.charAt(3) == ',') return rfc(s);
    return null;
  }

  private static Dates.@Nullable Stamp iso(String s) {
    if (s.charAt(4) != '-' || s.charAt(7) != '-' || s.charAt(13) != ':' || s.charAt(16) != ':') {
      return null;
    }
    int offset;
    if (s.length() == 20 && s.charAt(19) == 'Z') offset = 0;
    else if (s.length() == 25 && s.charAt(22) == ':')
      offset = offset(s, 19, two(s, 20), two(s, 23));
    else return null;
    return stamp(two(s, 0) * 100 + two(s, 2), two(s, 5), two(s, 8), s, 11, offset);
  }

  private static Dates.@Nullable Stamp rfc(String s) {
    if (s.charAt(4) != ' ' || s.charAt(7) != ' ' || s.charAt(11) != ' ' || s.charAt(16) != ' ') {
      return null;
    }
    if (s.charAt(19) != ':' || s.charAt(22) != ':' || s.charAt(25) != ' ') return null;
    int month = 0;
    while (month < 12 && !s.startsWith(MONTHS.substring(3 * month, 3 * month + 3), 8)) month++;
    if (month == 12) return null;
    int offset;
    if (s.endsWith("GMT")) offset = 0;
    else if (s.length() == 31) offset = offset(s, 26, two(s, 27), two(s, 29));
    else return null;
    return stamp(two(s, 12) * 100 + two(s, 14), month + 1, two(s, 5), s, 17, offset);
  }

  private static Dates.@Nullable Stamp stamp(
      int year, int month, int day, String s, int time, int offset) {
    int hour = two(s, time);
    int minute = two(s, time + 3);
    int second = two(s, time + 6);
    if (year <= 0 || month <= 0 || month > 12 || day <= 0) return null;
    if (day > 28 && day > LocalDate.of(year, month, 1).lengthOfMonth()) return null;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59)
      return null;
    if (offset == Integer.MIN_VALUE) return null;
    long days = LocalDate.of(year, month, day).toEpochDay();
    long at = days * 86_400 + hour * 3600L + minute * 60L + second - offset;
    return new Dates.Stamp(Instant.ofEpochSecond(at), false, offset);
  }

  private static int offset(String s, int sign, int hours, int minutes) {
    if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) return Integer.MIN_VALUE;
    int seconds = hours * 3600 + minutes * 60;
    return switch (s.charAt(sign)) {
      case '+' -> seconds;
      case '-' -> -seconds;
      default -> Integer.MIN_VALUE;
    };
  }

  /// Two digits, or something far below zero.
  private static int two(String s, int at) {
    int a = s.charAt(at) - '0';
    int b = s.charAt(at + 1) - '0';
    return a < 0 || a > 9 || b < 0 || b > 9 ? -100_000 : 10 * a + b;
  }
}
