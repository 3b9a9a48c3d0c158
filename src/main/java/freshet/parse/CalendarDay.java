package freshet.parse;

import java.time.LocalDate;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import org.jspecify.annotations.Nullable;

/// Which day a date means: its numbers and words, taken apart by [Dates], are given their places.
final class CalendarDay {
  private final Dates parts;
  private final int[] numbers;
  private final int[] digits;
  private final char[] before;
  private final int count;
  private final int month;

  private CalendarDay(Dates parts) {
    this.parts = parts;
    this.numbers = parts.numbers;
    this.digits = parts.digits;
    this.before = parts.before;
    this.count = parts.count;
    this.month = parts.month;
  }

  static @Nullable LocalDate of(Dates parts) {
    return new CalendarDay(parts).day();
  }

  private @Nullable LocalDate day() {
    if (count == 0) return null;
    if (parts.week > 0 && count >= 2) return ofWeek();
    if (month > 0 && !(count >= 3 && isNumeric())) return withMonthName();
    int a = numbers[0];
    int b = numbers[1];
    int c = numbers[2];
    if (digits[0] == 8) return date(a / 10000, a / 100 % 100, a % 100);
    if (digits[0] == 7) return LocalDate.ofYearDay(a / 1000, a % 1000);
    if (digits[0] == 6) return date(century(a / 10000), a / 100 % 100, a % 100);
    // ISO 8601 lets the century be cut off: -0312 is 2003-12.
    boolean cut = parts.s.charAt(0) == '-' && Dates.isDigit(parts.s.charAt(1));
    if (digits[0] == 5 && count == 1) return LocalDate.ofYearDay(century(a / 1000), a % 1000);
    if (digits[0] == 4) {
      if (count == 1) return cut ? date(century(a / 100), a % 100, 1) : date(a, 1, 1);
      if (digits[1] == 3 && count == 2) return LocalDate.ofYearDay(a, b);
      if (count == 2) return b <= 12 ? date(a, b, 1) : null;
      return date(a, b, c);
    }
    if (count == 2 && digits[1] == 3) return LocalDate.ofYearDay(century(a), b); // 03-335
    if (count == 2 && digits[1] == 4 && a <= 12) return date(b, a, 1); // 11/2026
    if (count == 2 && cut) return b <= 12 ? date(century(a), b, 1) : null;
    if (count < 3) return null;
    if (digits[2] >= 3) return dayAndMonth(a, b, c);
    if (before[1] == '-' && b <= 12 && c <= 31) return date(century(a), b, c);
    boolean dayFirst = a > 12 || before[1] == '.';
    return dayFirst ? date(century(c), b, a) : date(century(c), a, b);
  }

  /// Which is the day? A number over 12, or else the order that falls on the weekday named.
  private @Nullable LocalDate dayAndMonth(int a, int b, int year) {
    boolean american = before[1] == '/' ? b > 12 || a <= 12 : b > 12;
    LocalDate usual = american ? date(year, a, b) : date(year, b, a);
    if (parts.weekday == 0 || a > 12 || b > 12 || usual == null) return usual;
    LocalDate other = american ? date(year, b, a) : date(year, a, b);
    boolean fits = usual.getDayOfWeek().getValue() == parts.weekday;
    return fits || other == null || other.getDayOfWeek().getValue() != parts.weekday
        ? usual
        : other;
  }

  /// 03/11/2026 after a word that only looked like a month.
  private boolean isNumeric() {
    return "/.-".indexOf(before[1]) >= 0 && before[1] == before[2];
  }

  private @Nullable LocalDate withMonthName() {
    int a = numbers[0];
    int b = numbers[1];
    if (count == 1) { // a month may stand alone, a time of day needs its day
      return digits[0] >= 3 && parts.hour < 0 ? date(year(a, digits[0]), month, 1) : null;
    }
    boolean yearFirst = digits[0] >= 3 || a > 31;
    return yearFirst ? date(year(a, digits[0]), month, b) : date(year(b, digits[1]), month, a);
  }

  private LocalDate ofWeek() {
    int weekday = count > 2 ? numbers[2] : 1;
    return LocalDate.of(numbers[0], 1, 4)
        .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, numbers[1])
        .with(ChronoField.DAY_OF_WEEK, Math.clamp(weekday, 1, 7));
  }

  private static int year(int value, int length) {
    return length <= 2 ? century(value) : length == 3 ? 1900 + value : value;
  }

  private static int century(int twoDigits) {
    return twoDigits + (twoDigits >= 70 ? 1900 : 2000);
  }

  /// A day that the month does not have runs over into the next, as feeds that count wrongly mean.
  private static @Nullable LocalDate date(int year, int m, int d) {
    if (m > 12 && m <= 31 && d <= 12) return date(year, d, m);
    if (m < 1 || m > 12 || d < 1 || d > 31 || year > 9999) return null;
    return LocalDate.of(year, m, 1).plusDays(d - 1L);
  }
}
