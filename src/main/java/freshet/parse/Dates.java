package freshet.parse;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads dates as feeds write them: RFC 822 and 2822 with all misspellings, ISO 8601 in every
/// precision, asctime, Unix times, local month names, day and month in any order.
///
/// One scanner takes a date apart into a time of day, a zone, numbers and words, wherever they
/// stand; then the numbers and words are given their places. That reads far more than a list of
/// patterns would, and needs no pattern for the next misspelling.
public final class Dates {

  /// @param dateOnly there was no time of day; `instant` is midnight, UTC
  /// @param offsetSeconds null if no zone was given (then UTC is assumed)
  public record Stamp(Instant instant, boolean dateOnly, @Nullable Integer offsetSeconds) {}

  private static final int LONGEST = 120;

  private final String s;
  private final @Nullable String language;
  private final int[] numbers = new int[8];
  private final int[] digits = new int[8];
  private final char[] before = new char[8]; // the character in front of each number
  private int count;
  private int month;
  private int hour = -1;
  private int minute;
  private int second;
  private int nanos;
  private int half; // 1 before noon, 2 after noon
  private @Nullable Integer offset;
  private @Nullable ZoneId zone;
  private int week;
  private int weekday; // 1 for Monday, 0 if none was named
  private boolean korean;

  private Dates(String s, @Nullable String language) {
    this.s = s;
    this.language = language;
  }

  public static @Nullable Stamp read(@Nullable String text, @Nullable String language) {
    if (text == null) return null;
    String s = text.strip();
    if (s.isEmpty() || s.length() > LONGEST) return null;
    try {
      Stamp usual = UsualDates.read(s);
      if (usual != null) return usual;
      Stamp unix = unix(s);
      return unix != null ? unix : new Dates(s, language).stamp();
    } catch (DateTimeException | ArithmeticException e) {
      return null; // a 31st of February, an hour 77
    }
  }

  /// Seconds, milliseconds or microseconds since 1970: numbers too long to be a day of a calendar.
  private static @Nullable Stamp unix(String s) {
    int n = 0;
    while (n < s.length() && s.charAt(n) >= '0' && s.charAt(n) <= '9') n++;
    boolean whole = n == s.length();
    if (!whole && !(n >= 9 && n <= 10 && s.substring(n).matches("\\.[0-9]+"))) return null;
    if (n < 9 || n == 14 || (n == 12 && s.startsWith("20"))) return null;
    if (n > 16) return null;
    long value = Long.parseLong(s.substring(0, n));
    Instant at =
        n <= 11
            ? Instant.ofEpochSecond(value)
            : n <= 13 ? Instant.ofEpochMilli(value) : Instant.ofEpochMilli(value / 1000);
    return new Stamp(at, false, 0);
  }

  private @Nullable Stamp stamp() {
    scan();
    LocalDate day = day();
    if (day == null) return null;
    if (hour < 0) return new Stamp(day.atStartOfDay(ZoneOffset.UTC).toInstant(), true, offset);
    if (half == 2 && hour < 12) hour += 12;
    if (half == 1 && hour == 12) hour = 0;
    if (hour > 24 || minute > 59 || second > 61) return null;
    if (hour == 24 && minute + second > 0) hour = 0; // by a clock that counts from 1 to 24
    LocalDateTime local =
        day.atStartOfDay().plusHours(hour).plusMinutes(minute).plusSeconds(Math.min(second, 59));
    ZoneId named = zone;
    if (offset == null && named != null) {
      offset = named.getRules().getOffset(local).getTotalSeconds();
    }
    // One country writes so, and it has one zone; its blogs leave it out.
    if (offset == null && korean) offset = 9 * 3600;
    int shift = offset == null ? 0 : offset;
    Instant at = local.toInstant(ZoneOffset.UTC).minusSeconds(shift).plusNanos(nanos);
    return new Stamp(at, false, offset);
  }

  // ---- taking apart

  private void scan() {
    int i = 0;
    int n = s.length();
    while (i < n) {
      char c = s.charAt(i);
      if (isDigit(c)) i = number(i);
      else if (Character.isLetter(c)) i = word(i);
      else if ((c == '+' || c == '-' || c == '\u2212') && hour >= 0 && i + 1 < n) i = sign(i);
      else i++;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private int run(int i) {
    while (i < s.length() && isDigit(s.charAt(i))) i++;
    return i;
  }

  private int value(int from, int to) {
    return Integer.parseInt(s, from, Math.min(to, from + 9), 10);
  }

  private int number(int i) {
    int end = run(i);
    int length = end - i;
    if (hour < 0 && length <= 2 && end + 1 < s.length()) {
      char c = s.charAt(end);
      boolean colon = c == ':' && isDigit(s.charAt(end + 1));
      boolean dotted = c == '.' && month > 0 && count >= 2 && isDigit(s.charAt(end + 1));
      if (colon || dotted) return time(i, end, c);
    }
    boolean afterT = i > 0 && (s.charAt(i - 1) == 'T' || s.charAt(i - 1) == 't');
    if (hour < 0 && afterT && count > 0 && (length == 6 || length == 4 || length == 2)) {
      hour = value(i, i + 2);
      if (length >= 4) minute = value(i + 2, i + 4);
      if (length == 6) second = value(i + 4, i + 6);
      return fraction(end);
    }
    if (length == 14 || (length == 12 && count == 0)) {
      add(value(i, i + 8), 8, i);
      hour = value(i + 8, i + 10);
      minute = value(i + 10, i + 12);
      if (length == 14) second = value(i + 12, i + 14);
      return end;
    }
    add(value(i, end), length, i);
    return end;
  }

  private void add(int value, int length, int at) {
    if (count == numbers.length) return;
    numbers[count] = value;
    digits[count] = length;
    before[count++] = at == 0 ? ' ' : s.charAt(at - 1);
  }

  private int time(int i, int end, char separator) {
    hour = value(i, end);
    int to = run(end + 1);
    minute = value(end + 1, to);
    if (to + 1 < s.length() && s.charAt(to) == separator && isDigit(s.charAt(to + 1))) {
      int from = to + 1;
      to = run(from);
      second = value(from, to);
    }
    return fraction(to);
  }

  private int fraction(int i) {
    if (i + 1 < s.length()
        && (s.charAt(i) == '.' || s.charAt(i) == ',')
        && isDigit(s.charAt(i + 1))) {
      int to = run(i + 1);
      String f = (s.substring(i + 1, to) + "000000000").substring(0, 9);
      nanos = Integer.parseInt(f);
      return to;
    }
    return i;
  }

  /// After the time of day, a sign and digits are the zone: `+02:00`, `-0500`, `+2`, `GMT+3`.
  private int sign(int i) {
    int from = i + 1;
    while (from < s.length() && s.charAt(from) == ' ') from++;
    int to = run(from);
    int length = to - from;
    if (length == 0 || length > 6) return i + 1;
    int hours = length <= 2 ? value(from, to) : value(from, to - 2 - (length > 4 ? length - 4 : 0));
    int minutes = length <= 2 ? 0 : length > 4 ? value(from + 2, from + 4) : value(to - 2, to);
    boolean colon = to + 1 < s.length() && s.charAt(to) == ':' && isDigit(s.charAt(to + 1));
    if (length <= 3 && colon) {
      hours = value(from, to);
      int end = run(to + 1);
      minutes = value(to + 1, end);
      to = end;
    }
    if (hours > 18 || minutes > 59) return to;
    int seconds = hours * 3600 + minutes * 60;
    offset = s.charAt(i) == '+' ? seconds : -seconds;
    return to;
  }

  private int word(int i) {
    int end = i;
    while (end < s.length() && isWordPart(s.charAt(end))) end++;
    String word = s.substring(i, end);
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.indexOf('/') > 0) {
      region(word);
      return end;
    }
    if (lower.length() == 1) {
      letter(lower.charAt(0), i, end);
      korean |= lower.charAt(0) == '년';
      return end;
    }
    if (weekday == 0) weekday = weekday(lower);
    korean |= lower.charAt(0) >= '\uAC00' && lower.charAt(0) <= '\uD7A3';
    switch (lower) {
      case "am", "오전", "上午", "午前", "πμ" -> half = 1;
      case "pm", "오후", "下午", "午後", "μμ" -> half = 2;
      default -> {
        Integer shift = hour >= 0 ? ZoneNames.offset(lower) : null;
        if (shift != null) {
          if (offset == null) offset = shift;
        } else {
          int m = MonthNames.number(lower, language);
          if (m > 0 && (month == 0 || hour < 0)) month = m;
          else if (offset == null && lower.length() > 2 && ZoneNames.offset(lower) != null) {
            offset = ZoneNames.offset(lower);
          }
        }
      }
    }
    return end;
  }

  private static int weekday(String lower) {
    int at = lower.length() < 3 ? -1 : "montuewedthufrisatsun".indexOf(lower.substring(0, 3));
    return at >= 0 && at % 3 == 0 && lower.matches("...(|s|rs?|nes|ur|ts)(day)?|sun(day)?")
        ? at / 3 + 1
        : 0;
  }

  private boolean isWordPart(char c) {
    return Character.isLetter(c)
        || (c == '/' && hour >= 0)
        || c == '_'
        || Character.getType(c) == Character.NON_SPACING_MARK;
  }

  private void letter(char c, int i, int end) {
    boolean dotted = end + 1 < s.length() && s.startsWith(".m", end);
    if ((c == 'a' || c == 'p') && (dotted || s.startsWith(".M", end))) half = c == 'a' ? 1 : 2;
    else if (c == 'w' && i > 0 && count == 1 && end < s.length() && isDigit(s.charAt(end)))
      week = 1;
    else if (c != 't' && hour >= 0 && offset == null && !(i > 1 && s.startsWith(".m", i - 1))) {
      offset = ZoneNames.offset(String.valueOf(c));
    }
  }

  private void region(String name) {
    try {
      zone = ZoneId.of(name);
    } catch (DateTimeException e) {
      // a zone nobody knows: as if there were none
    }
  }

  // ---- giving places

  private @Nullable LocalDate day() {
    if (count == 0) return null;
    if (week > 0 && count >= 2) return ofWeek();
    if (month > 0 && !(count >= 3 && isNumeric())) return withMonthName();
    int a = numbers[0];
    int b = numbers[1];
    int c = numbers[2];
    if (digits[0] == 8) return date(a / 10000, a / 100 % 100, a % 100);
    if (digits[0] == 7) return LocalDate.ofYearDay(a / 1000, a % 1000);
    if (digits[0] == 6) return date(century(a / 10000), a / 100 % 100, a % 100);
    // ISO 8601 lets the century be cut off: -0312 is 2003-12.
    boolean cut = s.charAt(0) == '-' && isDigit(s.charAt(1));
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
    if (weekday == 0 || a > 12 || b > 12 || usual == null) return usual;
    LocalDate other = american ? date(year, b, a) : date(year, a, b);
    boolean fits = usual.getDayOfWeek().getValue() == weekday;
    return fits || other == null || other.getDayOfWeek().getValue() != weekday ? usual : other;
  }

  /// 03/11/2026 after a word that only looked like a month.
  private boolean isNumeric() {
    return "/.-".indexOf(before[1]) >= 0 && before[1] == before[2];
  }

  private @Nullable LocalDate withMonthName() {
    int a = numbers[0];
    int b = numbers[1];
    boolean timeLast = count == 3 && digits[2] == 4 && hour < 0 && digits[0] <= 2;
    if (timeLast && (digits[1] == 4 || digits[1] == 2)) { // 15 Nov 2026 1020
      hour = numbers[2] / 100;
      minute = numbers[2] % 100;
    }
    if (count == 1) { // a month may stand alone, a time of day needs its day
      return digits[0] >= 3 && hour < 0 ? date(year(a, digits[0]), month, 1) : null;
    }
    boolean yearFirst = digits[0] >= 3 || a > 31;
    return yearFirst ? date(year(a, digits[0]), month, b) : date(year(b, digits[1]), month, a);
  }

  private LocalDate ofWeek() {
    int weekday = count > 2 ? numbers[2] : 1;
    return LocalDate.of(numbers[0], 1, 4)
        .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, numbers[1])
        .with(java.time.temporal.ChronoField.DAY_OF_WEEK, Math.clamp(weekday, 1, 7));
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
