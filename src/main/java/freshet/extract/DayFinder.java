package freshet.extract;

import freshet.parse.Dates;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds the date that stands somewhere in a short text, in the languages and orders in which pages
/// write it: `17. November 2026`, `2026年11月17日`, `le 17/11/2026 à 10h`, `3 hours ago`.
final class DayFinder {
  /// Days ahead of now that a date may have: announcements, and zones.
  private static final Duration AHEAD = Duration.ofDays(400);

  private static final Duration BEHIND = Duration.ofDays(40 * 366);
  private static final int LONGEST = 2_000;

  private static final String TIME =
      "(?:\\D{1,12}\\d{1,2}[:.h]\\d{2}(?::\\d{2})?(?:\\s?[ap]\\.?m\\b)?)?";

  private static final Pattern ISO =
      Pattern.compile(
          "\\b(?:19|20)\\d{2}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?"
              + "(?:Z|[+-]\\d{2}:?\\d{2})?)?");
  private static final Pattern EAST =
      Pattern.compile("((?:19|20)\\d{2})\\s?[年년]\\s?(\\d{1,2})\\s?[月월]\\s?(\\d{1,2})\\s?[日일]");
  private static final Pattern YEAR_FIRST =
      Pattern.compile("\\b((?:19|20)\\d{2})([./])\\s?(\\d{1,2})\\2\\s?(\\d{1,2})\\b");
  private static final Pattern NUMBERS =
      Pattern.compile(
          "(?<![\\d./-])(\\d{1,2})([./-])\\s?(\\d{1,2})\\2\\s?((?:19|20)\\d{2}|\\d{2})(?![\\d./-]\\d)");
  private static final Pattern DAY_MONTH =
      Pattern.compile(
          "(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|er|re|º|ª|\\.)?[\\s-]+(?:de\\s+|of\\s+|d’|d')?"
              + "(\\p{L}[\\p{L}\\p{M}]{2,})\\.?,?(?:[\\s-]+(?:de\\s+|del\\s+)?((?:19|20)\\d{2}))?"
              + TIME);
  private static final Pattern MONTH_DAY =
      Pattern.compile(
          "(?<!\\p{L})(\\p{L}[\\p{L}\\p{M}]{2,})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?"
              + "(?:,?\\s+((?:19|20)\\d{2}))?(?!\\d)"
              + TIME);
  private static final Pattern YEAR_MONTH_DAY =
      Pattern.compile(
          "\\b((?:19|20)\\d{2})[.,]?\\s+(\\p{L}[\\p{L}\\p{M}]{2,})\\.?\\s+(\\d{1,2})\\b");
  private static final Pattern AGO =
      Pattern.compile(
          "(?:vor|il y a|hace|há|prima di)?\\s*(\\d{1,3}|an?|einer?|einem|une?)\\s+"
              + "(min|hour|hr|day|week"
              + "|minut|stunde|tag|woche|heure|jour|semaine|hora|d[ií]a|semana|or[ae]|giorn|час|дн|мин)"
              + "\\p{L}*(\\s+(?:ago|fa|назад|atrás))?",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  private static final Pattern IN_ADDRESS =
      Pattern.compile("/((?:19|20)\\d{2})[/-](0?[1-9]|1[0-2])[/-](0?[1-9]|[12]\\d|3[01])(?=[/-])");

  /// @param text what stood there
  record Day(Instant at, boolean dateOnly, String text) {}

  private final Instant now;
  private final @Nullable String language;
  private final boolean monthFirst;

  /// @param language of the page, null if it does not say
  /// @param monthFirst whether 3/11 is the eleventh of March
  DayFinder(Instant now, @Nullable String language, boolean monthFirst) {
    this.now = now;
    this.language = language;
    this.monthFirst = monthFirst;
  }

  /// Whether a page of this language, whose dates these are, writes the month first.
  static boolean isMonthFirst(@Nullable String language, Iterable<String> texts) {
    boolean first = language == null || language.toLowerCase(Locale.ROOT).matches("en|en[-_]us.*");
    for (String text : texts) {
      Matcher m = NUMBERS.matcher(text);
      while (m.find()) {
        if (!m.group(2).equals("/")) continue;
        if (Integer.parseInt(m.group(1)) > 12) return false;
        if (Integer.parseInt(m.group(3)) > 12) return true;
      }
    }
    return first;
  }

  /// The first date of a text, null if there is none.
  @Nullable Day in(String whole) {
    String text = whole.length() > LONGEST ? whole.substring(0, LONGEST) : whole;
    Day day = written(ISO.matcher(text));
    if (day == null) day = rebuilt(EAST.matcher(text), 1, 2, 3);
    if (day == null) day = rebuilt(YEAR_FIRST.matcher(text), 1, 3, 4);
    if (day == null) day = numbers(text);
    if (day == null) day = named(DAY_MONTH.matcher(text), 1, 2, 3);
    if (day == null) day = named(MONTH_DAY.matcher(text), 2, 1, 3);
    if (day == null) day = named(YEAR_MONTH_DAY.matcher(text), 3, 2, 1);
    return day == null ? ago(text) : day;
  }

  /// As an attribute made for programs gives it.
  @Nullable Day written(String text) {
    Dates.Stamp stamp = Dates.read(text, language);
    return stamp == null ? null : sound(stamp, text);
  }

  /// The day that an address names, as those of many sites do.
  @Nullable Day ofAddress(String url) {
    return rebuilt(IN_ADDRESS.matcher(url), 1, 2, 3);
  }

  private @Nullable Day written(Matcher m) {
    while (m.find()) {
      Day day = written(m.group());
      if (day != null) return day;
    }
    return null;
  }

  private @Nullable Day rebuilt(Matcher m, int year, int month, int day) {
    while (m.find()) {
      Day found = day(m.group(year), m.group(month), m.group(day), m.group());
      if (found != null) return found;
    }
    return null;
  }

  private @Nullable Day numbers(String text) {
    Matcher m = NUMBERS.matcher(text);
    while (m.find()) {
      String year = m.group(4).length() == 2 ? "20" + m.group(4) : m.group(4);
      boolean american = m.group(2).equals("/") && monthFirst;
      Day found =
          american
              ? day(year, m.group(1), m.group(3), m.group())
              : day(year, m.group(3), m.group(1), m.group());
      if (found != null) return found;
    }
    return null;
  }

  private @Nullable Day day(String year, String month, String day, String text) {
    LocalDate date;
    try {
      date = LocalDate.of(Integer.parseInt(year), Integer.parseInt(month), Integer.parseInt(day));
    } catch (DateTimeException e) {
      return null; // numbers that are no date
    }
    Instant at = date.atStartOfDay(ZoneOffset.UTC).toInstant();
    return sound(new Dates.Stamp(at, true, null), text);
  }

  private @Nullable Day named(Matcher m, int day, int month, int year) {
    while (m.find()) {
      int number = Integer.parseInt(m.group(day));
      if (number < 1 || number > 31 || !Dates.isMonth(m.group(month), language)) continue;
      String stated = m.group(year);
      if (stated != null) {
        Day found = written(m.group());
        if (found == null) found = written(number + " " + m.group(month) + " " + stated);
        if (found != null) return new Day(found.at, found.dateOnly, m.group());
        continue;
      }
      // Without a year it is the last such day.
      int thisYear = now.atOffset(ZoneOffset.UTC).getYear();
      Day found = written(number + " " + m.group(month) + " " + thisYear);
      if (found != null && found.at.isAfter(now.plus(Duration.ofDays(2)))) {
        found = written(number + " " + m.group(month) + " " + (thisYear - 1));
      }
      if (found != null) return new Day(found.at, true, m.group());
    }
    return null;
  }

  private @Nullable Day ago(String text) {
    Matcher m = AGO.matcher(text);
    while (m.find()) {
      String lead = m.group().toLowerCase(Locale.ROOT);
      boolean isAge = m.group(3) != null || lead.matches("(?U)(vor|il y a|hace|há)\\b.*");
      if (!isAge) continue;
      int n = Character.isDigit(m.group(1).charAt(0)) ? Integer.parseInt(m.group(1)) : 1;
      Duration one = unit(m.group(2).toLowerCase(Locale.ROOT));
      return new Day(now.minus(one.multipliedBy(n)), one.toDays() > 0, m.group());
    }
    return null;
  }

  private static Duration unit(String name) {
    if (name.matches("minu?t?|мин")) return Duration.ofMinutes(1);
    if (name.matches("day|tag|jour|d[ií]a|giorn|дн")) return Duration.ofDays(1);
    if (name.matches("week|woche|semaine|semana")) return Duration.ofDays(7);
    return Duration.ofHours(1);
  }

  private @Nullable Day sound(Dates.Stamp stamp, String text) {
    Instant at = stamp.instant();
    if (at.isAfter(now.plus(AHEAD)) || at.isBefore(now.minus(BEHIND))) return null;
    return new Day(at, stamp.dateOnly(), text);
  }
}
