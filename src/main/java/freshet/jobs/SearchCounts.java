package freshet.jobs;

import freshet.chart.Table;
import freshet.discover.JournalDays;
import freshet.discover.JournalDays.Day;
import freshet.model.Account;
import freshet.text.Whole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What all searches on a data folder have done on each day, whoever started them: people on a
/// running Freshet (`discoveries/NUMBER/journal`) and the command (`discover/journal`, and those of
/// earlier looks beside it). Read from their journals, so that nothing can disagree, and from
/// `discoveries/forgotten`, which has the days of the searches that were forgotten.
public final class SearchCounts {
  private static final Logger log = LoggerFactory.getLogger(SearchCounts.class);

  /// Of the command's searches, which belong to no account.
  private static final long NOBODY = 0;

  private final Path commands;
  private final Path searches;
  private final Map<Path, JournalDays> journals = new HashMap<>();

  /// @param searches where those of a running Freshet are
  /// @param commands where those of the command are
  SearchCounts(Path searches, Path commands) {
    this.searches = searches;
    this.commands = commands;
  }

  public static SearchCounts of(Path data) {
    return new SearchCounts(data.resolve("discoveries"), data.resolve("discover"));
  }

  private static final class Sum {
    private final double[] counts = new double[3];
    private double forgottenDomains;
    private final Set<String> domains = new HashSet<>();

    double[] row() {
      return new double[] {counts[0], counts[1], counts[2], forgottenDomains + domains.size()};
    }

    void add(Day day) {
      counts[0] += day.inputs;
      counts[1] += day.urls;
      counts[2] += day.feeds;
      domains.addAll(day.domains);
    }
  }

  /// Inputs done, addresses visited, feeds found and different domains visited, by day.
  ///
  /// @param account only the searches of this one; null for all
  public synchronized Table perDay(@Nullable Long account) {
    TreeMap<LocalDate, Sum> days = new TreeMap<>();
    Set<String> forgotten = new HashSet<>();
    for (String[] line : forgotten()) {
      forgotten.add(line[0]);
      if (account != null && !line[1].equals(account.toString())) continue;
      try {
        Sum sum = days.computeIfAbsent(LocalDate.parse(line[2]), _ -> new Sum());
        for (int i = 0; i < 3; i++) sum.counts[i] += Double.parseDouble(line[3 + i]);
        sum.forgottenDomains += Double.parseDouble(line[6]);
      } catch (DateTimeParseException | NumberFormatException e) {
        log.warn("A line of the counts of forgotten searches cannot be read: {}", e.getMessage());
      }
    }
    for (Search search : all()) {
      if (forgotten.contains(search.name)) continue; // a kill came before its folder was deleted
      if (account != null && search.account != account) continue;
      days(search.journal).forEach((day, n) -> days.computeIfAbsent(day, _ -> new Sum()).add(n));
    }
    List<Table.Row> rows = new ArrayList<>();
    days.forEach((day, sum) -> rows.add(new Table.Row(day.toString(), sum.row())));
    return new Table("discovery", "day", List.of("inputs", "URLs", "feeds", "domains"), rows);
  }

  private Map<LocalDate, Day> days(Path journal) {
    try {
      return journals.computeIfAbsent(journal, JournalDays::new).days();
    } catch (IOException e) {
      log.warn("{} is not counted: {}", journal, e.getMessage());
      return Map.of();
    }
  }

  /// @param name of the search: its number and when it was begun
  private record Search(Path journal, String name, long account) {}

  private List<Search> all() {
    List<Search> all = new ArrayList<>();
    for (Path file : list(commands)) {
      boolean journal = file.getFileName().toString().matches("journal(-\\d+)?");
      if (journal) all.add(new Search(file, file.getFileName().toString(), NOBODY));
    }
    for (Path folder : list(searches)) {
      Path file = folder.resolve(Discovery.FILE);
      if (Files.exists(file)) search(folder, file, all);
    }
    return all;
  }

  private static void search(Path folder, Path file, List<Search> all) {
    try {
      Properties p = StateFile.load(file);
      long account = Whole.of(p.getProperty("account"), 18).orElse(Account.FIRST);
      all.add(new Search(folder.resolve("journal"), name(folder, p.getProperty("begun")), account));
    } catch (IOException | IllegalArgumentException e) {
      log.warn("{} is not counted: {}", folder, e.getMessage());
    }
  }

  private static String name(Path folder, @Nullable String begun) {
    return folder.getFileName() + "@" + begun;
  }

  private static List<Path> list(Path folder) {
    if (!Files.isDirectory(folder)) return List.of();
    try (Stream<Path> names = Files.list(folder)) {
      return names.sorted().toList();
    } catch (IOException e) {
      log.warn("The searches in {} are not counted: {}", folder, e.getMessage());
      return List.of();
    }
  }

  // ---- searches that were forgotten: a line a day, tabs between name, account, day and counts

  private Path ledger() {
    return searches.resolve("forgotten");
  }

  private List<String[]> forgotten() {
    if (!Files.exists(ledger())) return List.of();
    try (Stream<String> lines = Files.lines(ledger())) {
      return lines.map(line -> line.split("\t", -1)).filter(parts -> parts.length == 7).toList();
    } catch (IOException e) {
      log.warn("The counts of forgotten searches cannot be read: {}", e.getMessage());
      return List.of();
    }
  }

  /// Keeps the counts of a search that is about to be deleted.
  synchronized void forget(Discovery search) {
    String name = name(search.folder(), search.begun().toString());
    if (forgotten().stream().anyMatch(line -> line[0].equals(name))) return;
    Path journal = search.folder().resolve("journal");
    StringBuilder lines = new StringBuilder();
    days(journal)
        .forEach((day, n) ->
            lines.append(
                String.join(
                        "\t",
                        name,
                        Long.toString(search.account()),
                        day.toString(),
                        Long.toString(n.inputs),
                        Long.toString(n.urls),
                        Long.toString(n.feeds),
                        Integer.toString(n.domains.size()))
                    + "\n"));
    journals.remove(journal);
    try {
      Files.writeString(ledger(), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      log.error("The counts of {} cannot be kept", search, e);
    }
  }
}
