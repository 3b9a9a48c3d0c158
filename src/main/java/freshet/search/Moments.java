package freshet.search;

import freshet.search.Node.Between;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Times as they are written in a query. A year, a month or a day means the whole of it.
record Moments(Instant now, ZoneId zone) {
  private static final Pattern AGE =
      Pattern.compile("([<>]?)(\\d{1,4})(min|h|d|w|m|mo|y)", Pattern.CASE_INSENSITIVE);

  /// As most of Europe writes a day.
  private static final Pattern DAY_WITH_DOTS =
      Pattern.compile("(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})");

  private static final Pattern YEAR = Pattern.compile("\\d{4}");

  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  private record Span(Instant from, Instant to) {}

  @Nullable Between from(String value) {
    Span span = span(value);
    return span == null ? null : new Between(span.from, null, "from:" + value);
  }

  @Nullable Between to(String value) {
    Span span = span(value);
    return span == null ? null : new Between(null, span.to, "to:" + value);
  }

  /// `3d`: not older than three days; `>3d`: older.
  @Nullable Between age(String value) {
    Matcher m = AGE.matcher(value);
    if (!m.matches()) return null;
    long n = Long.parseLong(m.group(2));
    ZonedDateTime here = now.atZone(zone);
    Instant then =
        switch (m.group(3).toLowerCase(Locale.ROOT)) {
          case "min" -> now.minus(Duration.ofMinutes(n));
          case "h" -> now.minus(Duration.ofHours(n));
          case "d" -> now.minus(Duration.ofDays(n));
          case "w" -> now.minus(Duration.ofDays(7 * n));
          case "m", "mo" -> here.minusMonths(n).toInstant();
          default -> here.minusYears(n).toInstant();
        };
    return m.group(1).equals(">")
        ? new Between(null, then, "age:" + value)
        : new Between(then, null, "age:" + value);
  }

  private @Nullable Span span(String value) {
    String v = value.toLowerCase(Locale.ROOT);
    LocalDate today = LocalDate.ofInstant(now, zone);
    try {
      if (v.equals("today")) return days(today, today.plusDays(1));
      if (v.equals("yesterday")) return days(today.minusDays(1), today);
      if (YEAR.matcher(v).matches()) {
        LocalDate first = LocalDate.of(Integer.parseInt(v), 1, 1);
        return days(first, first.plusYears(1));
      }
      if (v.length() == 7) {
        YearMonth month = YearMonth.parse(v);
        return days(month.atDay(1), month.plusMonths(1).atDay(1));
      }
      Matcher dots = DAY_WITH_DOTS.matcher(v);
      if (v.length() == 10 || dots.matches()) {
        LocalDate day =
            dots.matches()
                ? LocalDate.of(
                    Integer.parseInt(dots.group(3)),
                    Integer.parseInt(dots.group(2)),
                    Integer.parseInt(dots.group(1)))
                : LocalDate.parse(v);
        return days(day, day.plusDays(1));
      }
      Instant t =
          v.endsWith("z")
              ? Instant.parse(v.toUpperCase(Locale.ROOT))
              : LocalDateTime.parse(v).atZone(zone).toInstant();
      // Beyond are years that no number of milliseconds reaches.
      if (t.isBefore(FIRST) || t.isAfter(LAST)) return null;
      return new Span(t, t.plus(1, ChronoUnit.MILLIS));
    } catch (DateTimeParseException e) {
      return null;
    } catch (DateTimeException e) {
      return null; // a year that no calendar reaches
    }
  }

  private Span days(LocalDate from, LocalDate to) {
    return new Span(from.atStartOfDay(zone).toInstant(), to.atStartOfDay(zone).toInstant());
  }
}
