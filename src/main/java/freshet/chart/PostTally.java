package freshet.chart;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// When entries are published: by day, weekday and hour of the day, in the time of one zone.
///
/// Entries that give a day without a time count for that day, and not for the hour: else midnight
/// would seem the busiest hour (S1.4).
public final class PostTally {
  private final ZoneId zone;
  private final TreeMap<LocalDate, long[]> days = new TreeMap<>();
  private final long[][] weekdays = new long[7][2];
  private final long[] hours = new long[24];
  private long dateOnly;

  public PostTally(ZoneId zone) {
    this.zone = zone;
  }

  public void add(Instant published, boolean dayOnly, long count) {
    LocalDate day;
    if (dayOnly) {
      day = published.atOffset(ZoneOffset.UTC).toLocalDate();
      dateOnly += count;
    } else {
      ZonedDateTime at = published.atZone(zone);
      day = at.toLocalDate();
      hours[at.getHour()] += count;
    }
    int kind = dayOnly ? 1 : 0;
    days.computeIfAbsent(day, _ -> new long[2])[kind] += count;
    weekdays[day.getDayOfWeek().getValue() - 1][kind] += count;
  }

  public long dateOnly() {
    return dateOnly;
  }

  /// Every day from the first to the last, those without posts too.
  public Table perDay() {
    List<Table.Row> rows = new ArrayList<>();
    if (!days.isEmpty()) {
      for (LocalDate d = days.firstKey(); !d.isAfter(days.lastKey()); d = d.plusDays(1)) {
        long[] n = days.getOrDefault(d, new long[2]);
        rows.add(new Table.Row(d.toString(), new double[] {n[0], n[1]}));
      }
    }
    return new Table("day", "day", List.of("with a time", "date only"), rows);
  }

  public Table perWeekday(Locale language) {
    List<Table.Row> rows = new ArrayList<>();
    for (DayOfWeek d : DayOfWeek.values()) {
      long[] n = weekdays[d.getValue() - 1];
      rows.add(
          new Table.Row(
              d.getDisplayName(TextStyle.SHORT_STANDALONE, language), new double[] {n[0], n[1]}));
    }
    return new Table("weekday", "weekday", List.of("with a time", "date only"), rows);
  }

  public Table perHour() {
    List<Table.Row> rows = new ArrayList<>();
    for (int h = 0; h < 24; h++) {
      rows.add(new Table.Row(String.format(Locale.ROOT, "%02d", h), new double[] {hours[h]}));
    }
    return new Table("hour", "hour", List.of("posts"), rows);
  }

  /// @param counts by language tag, `und` for unknown; most first
  public static Table perLanguage(Map<String, Long> counts) {
    long all = counts.values().stream().mapToLong(n -> n).sum();
    List<Table.Row> rows =
        counts.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(e ->
                new Table.Row(
                    e.getKey(),
                    new double[] {e.getValue(), all == 0 ? 0 : 100.0 * e.getValue() / all}))
            .toList();
    return new Table("language", "language", List.of("posts", "per cent"), rows);
  }
}
