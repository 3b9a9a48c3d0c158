package freshet.simulate;

import freshet.text.Csv;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// What runs came to, for a page to be made of it.
///
/// @param conditions a sentence on what all ran under
/// @param searches how the values of parameters were found
public record Report(String conditions, List<Result> results, List<Search.Found> searches) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String FILE = "report.json";

  /// As it was kept; nothing if none was, or by an older version.
  public static Optional<Report> read(Path folder) {
    try {
      return Optional.of(MAPPER.readValue(Files.readAllBytes(folder.resolve(FILE)), Report.class));
    } catch (NoSuchFileException | JacksonException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// To be read again.
  public void keep(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve(FILE), MAPPER.writeValueAsBytes(this));
  }

  /// The numbers behind the charts as CSV: `runs.csv`, `weeks.csv`, `hours.csv`.
  public void writeNumbers(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("runs.csv"), runs(results));
    Files.writeString(folder.resolve("weeks.csv"), bins("week", results, r -> r.weeks()));
    Files.writeString(folder.resolve("hours.csv"), bins("hour", results, r -> r.hours()));
  }

  private interface Bins {
    Result.Bin[] of(Result r);
  }

  private static String runs(List<Result> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "policy",
            "posts",
            "fetched",
            "lost",
            "mean_delay_s",
            "median_delay_s",
            "p95_delay_s",
            "max_pending",
            "total_pending",
            "calls",
            "empty_calls",
            "cpu_us_per_call"));
    for (Result r : results) {
      rows.add(
          List.of(
              r.policy(),
              String.valueOf(r.posts()),
              String.valueOf(r.fetched()),
              String.valueOf(r.lost()),
              decimal(3, r.meanDelaySeconds()),
              decimal(3, r.medianDelaySeconds()),
              decimal(3, r.p95DelaySeconds()),
              decimal(4, r.maxPendingMean()),
              decimal(4, r.totalPendingMean()),
              String.valueOf(r.calls()),
              String.valueOf(r.emptyCalls()),
              decimal(3, r.cpuMicrosPerCall())));
    }
    return Csv.of(rows);
  }

  private static String bins(String name, List<Result> results, Bins bins) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "policy", name, "posts", "fetched", "mean_delay_s", "total_pending", "max_pending"));
    for (Result r : results) {
      Result.Bin[] each = bins.of(r);
      for (int i = 0; i < each.length; i++) {
        Result.Bin b = each[i];
        rows.add(
            List.of(
                r.policy(),
                String.valueOf(i),
                String.valueOf(b.posts()),
                String.valueOf(b.fetched()),
                decimal(3, b.meanDelaySeconds()),
                decimal(4, b.totalPending()),
                decimal(4, b.maxPending())));
      }
    }
    return Csv.of(rows);
  }

  private static String decimal(int places, double v) {
    return String.format(Locale.ROOT, "%." + places + "f", v);
  }
}
