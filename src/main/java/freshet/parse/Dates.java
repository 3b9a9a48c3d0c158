package freshet.parse;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
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

  final String s;
  private final @Nullable String language;
  final int[] numbers = new int[8];
  final int[] digits = new int[8];
  final char[] before = new char[8]; // the character in front of each number
  int count;
  int month;
  int hour = -1;
  private int minute;
  private int second;
  private int nanos;
  private int half; // 1 before noon, 2 after noon
  private @Nullable Integer offset;
  private @Nullable ZoneId zone;
  int week;
  int weekday; // 1 for Monday, 0 if none was named
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

  /// Whether a word names a month, in the given language or any other.
  public static boolean isMonth(String word, @Nullable String language) {
    return MonthNames.number(word.toLowerCase(Locale.ROOT), language) > 0;
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
    timeWithoutColon();
    LocalDate day = CalendarDay.of(this);
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

  /// 15 Nov 2026 1020
  private void timeWithoutColon() {
    boolean last = month > 0 && hour < 0 && count == 3 && digits[2] == 4 && digits[0] <= 2;
    if (!last || (digits[1] != 4 && digits[1] != 2)) return;
    hour = numbers[2] / 100;
    minute = numbers[2] % 100;
    count = 2;
  }

  static boolean isDigit(char c) {
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
    return switch (lower) {
      case "mon", "monday" -> 1;
      case "tue", "tues", "tuesday" -> 2;
      case "wed", "wednesday" -> 3;
      case "thu", "thur", "thurs", "thursday" -> 4;
      case "fri", "friday" -> 5;
      case "sat", "saturday" -> 6;
      case "sun", "sunday" -> 7;
      default -> 0;
    };
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
}
