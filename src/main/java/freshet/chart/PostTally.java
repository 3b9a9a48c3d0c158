package freshet.chart;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// When entries are published: by day, weekday and hour of the day, in the time of one zone.
///
/// Entries that give a day without a time count for that day, and not for the hour: else midnight
/// would seem the busiest hour.
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

  /// The languages that were found, and those that the feeds declare, beside each other.
  ///
  /// @param found posts by language tag, `und` for unknown
  /// @param declared the same by what their feeds declare, as it is written
  public static Table perLanguage(Map<String, Long> found, Map<String, Long> declared) {
    Map<String, long[]> both = new TreeMap<>();
    found.forEach((tag, n) -> both.computeIfAbsent(tag, _ -> new long[2])[0] += n);
    declared.forEach((tag, n) -> both.computeIfAbsent(code(tag), _ -> new long[2])[1] += n);
    long allFound = both.values().stream().mapToLong(n -> n[0]).sum();
    long allDeclared = both.values().stream().mapToLong(n -> n[1]).sum();
    List<Table.Row> rows =
        both.entrySet().stream()
            .sorted(
                Comparator.<Map.Entry<String, long[]>>comparingLong(e -> -e.getValue()[0])
                    .thenComparingLong(e -> -e.getValue()[1]))
            .map(e ->
                new Table.Row(
                    e.getKey(),
                    new double[] {
                      e.getValue()[0],
                      share(e.getValue()[0], allFound),
                      e.getValue()[1],
                      share(e.getValue()[1], allDeclared)
                    }))
            .toList();
    return new Table(
        "language",
        "language",
        List.of("posts", "per cent", "declared", "declared per cent"),
        rows);
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : 100.0 * part / whole;
  }

  /// `en-GB` and `EN_us` are English; what is no tag is unknown.
  private static String code(String declared) {
    String tag = declared.strip().toLowerCase(Locale.ROOT);
    return tag.matches("[a-z]{2,3}([-_].*)?") ? tag.split("[-_]", 2)[0] : "und";
  }
}
