package freshet.library;

import freshet.chart.PostTally;
import freshet.chart.Table;
import freshet.model.Visibility;
import freshet.store.Counts;
import freshet.store.Entries.Arrival;
import freshet.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What was published, how fresh it was had, and what it cost: as tables.
///
/// @param days posts per calendar day; `date only` apart
/// @param hours posts per hour of the day, without those that give a day only
/// @param freshness per day: how many entries could have been had at once, and the median and 95th
///   per cent of the seconds they took
/// @param requests per day: useful, without anything new, failed
/// @param languages posts by the language found, and by the one their feeds declare
/// @param discovery per day: inputs done, addresses visited, feeds found, domains visited
/// @param medianSeconds of all delays from publication to storage, NaN if there are none
public record Statistics(
    Table days,
    Table weekdays,
    Table hours,
    Table languages,
    Table freshness,
    Table requests,
    Table discovery,
    long posts,
    long dateOnly,
    double medianSeconds,
    double p95Seconds) {

  private static final int MOST_ARRIVALS = 200_000;

  /// @param visibility whose entries and requests are counted
  /// @param zone whose days and hours are meant
  /// @param discovery per day, of [freshet.jobs.Discoveries]
  public static Statistics of(
      Store store,
      Visibility visibility,
      Instant from,
      Instant to,
      ZoneId zone,
      Locale language,
      Table discovery) {
    PostTally tally = new PostTally(zone);
    long[] posts = new long[1];
    store
        .counts()
        .eachQuarter(
            visibility,
            from,
            to,
            p -> {
              tally.add(p.at(), p.dateOnly(), p.count());
              posts[0] += p.count();
            });
    List<Arrival> arrivals = store.entries().arrivals(visibility, from, MOST_ARRIVALS);
    long[] delays = arrivals.stream().mapToLong(Statistics::delay).sorted().toArray();
    return new Statistics(
        tally.perDay(),
        tally.perWeekday(language),
        tally.perHour(),
        PostTally.perLanguage(
            store.counts().languages(visibility, from, to),
            store.counts().declaredLanguages(visibility, from, to)),
        freshness(arrivals, zone),
        requests(store.counts().requests(visibility, from)),
        discovery,
        posts[0],
        tally.dateOnly(),
        delays.length == 0 ? Double.NaN : at(delays, 0.5) / 1000,
        delays.length == 0 ? Double.NaN : at(delays, 0.95) / 1000);
  }

  public List<Table> tables() {
    return List.of(days, weekdays, hours, languages, freshness, requests, discovery);
  }

  private static Table freshness(List<Arrival> arrivals, ZoneId zone) {
    Map<LocalDate, List<Long>> days = new TreeMap<>();
    for (Arrival a : arrivals) {
      days.computeIfAbsent(a.stored().atZone(zone).toLocalDate(), _ -> new ArrayList<>())
          .add(delay(a));
    }
    List<Table.Row> rows = new ArrayList<>();
    days.forEach((day, delays) -> {
      long[] sorted = delays.stream().mapToLong(d -> d).toArray();
      Arrays.sort(sorted);
      rows.add(
          new Table.Row(
              day.toString(),
              new double[] {sorted.length, at(sorted, 0.5) / 1000, at(sorted, 0.95) / 1000}));
    });
    return new Table("freshness", "day", List.of("entries", "median seconds", "p95 seconds"), rows);
  }

  private static long delay(Arrival a) {
    return Duration.between(a.published(), a.stored()).toMillis();
  }

  private static double at(long[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
  }

  private static Table requests(List<Counts.Requests> days) {
    List<Table.Row> rows =
        days.stream()
            .map(d ->
                new Table.Row(
                    d.day().toString(),
                    new double[] {d.useful(), d.nothingNew(), d.failed(), d.bytes()}))
            .toList();
    return new Table("requests", "day", List.of("useful", "nothing new", "failed", "bytes"), rows);
  }
}
