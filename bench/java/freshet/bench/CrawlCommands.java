package freshet.bench;

import freshet.bench.web.SiteWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Whole commands from their start to their end, as a shell counts their CPU time: `freshet crawl`
/// beside wget and httrack, all on the same sites. Those are the ones without session ids, and the
/// others are told which folders only traps have: they would not come out of either. They are given
/// no pause between requests and no log or cache to write, httrack eight connections. Both keep
/// what they fetch; `freshet crawl` tells the language and main text of each page, and with
/// `--save` keeps it too.
final class CrawlCommands {
  private static final List<String> TRAPS = List.of("calendar", "loop", "shop", "lost", "v");

  private CrawlCommands() {}

  /// @param pages what was found
  private record Figure(long pages, TimedCommand times) {
    double perCpuSecond() {
      return pages / times.cpu();
    }
  }

  private interface Count {
    long in(Path folder) throws IOException;
  }

  /// Pages a CPU second of wget, or NaN without it.
  static double measure(CrawlSites sites) throws IOException, InterruptedException {
    SiteWeb web = sites.web(1);
    List<String> homes = new ArrayList<>();
    for (int site = 0; site < sites.count(); site++) {
      if (!SiteWeb.hasSessions(site)) homes.add(web.home(site));
    }
    String launcher = Path.of("freshet").toAbsolutePath().toString();
    List<String> crawl =
        List.of(launcher, "crawl", "--mode=link", "--max-pages=20000", "--allow-private", "--json");
    // Not counted: after a build the launcher first prepares a quick start.
    run(command(crawl, List.of(), homes.subList(0, 1)), CrawlCommands::lines);

    System.out.printf(
        Locale.ROOT,
        "whole commands, %2d sites   %8s  %18s  %13s  %12s%n",
        homes.size(),
        "pages",
        "CPU s: user+system",
        "pages a CPU s",
        "freshet / it");
    double ours = row("freshet crawl", command(crawl, List.of(), homes), CrawlCommands::lines, 0);
    double _ =
        row(
            "freshet crawl --save",
            command(crawl, List.of("--save=kept"), homes),
            CrawlCommands::lines,
            ours);
    String folders = "-X/" + String.join(",/", TRAPS);
    double wget =
        row(
            "wget -r",
            command(List.of("wget", "-q", "-r", "-l", "12", folders), List.of(), homes),
            CrawlCommands::kept,
            ours);
    List<String> filters = new ArrayList<>();
    for (String trap : TRAPS) filters.add("-*/" + trap + "/*");
    List<String> httrack =
        List.of(
            "httrack",
            "--quiet",
            "--do-not-log",
            "--cache=0",
            "--index=0",
            "--disable-security-limits",
            "--max-rate=0",
            "--connection-per-second=0",
            "--sockets=8");
    double _ = row("httrack", command(httrack, filters, homes), CrawlCommands::kept, ours);
    return wget;
  }

  private static List<String> command(List<String> first, List<String> then, List<String> last) {
    return Stream.of(first, then, last).flatMap(List::stream).toList();
  }

  /// Pages a CPU second.
  private static double row(String name, List<String> command, Count count, double ours)
      throws IOException, InterruptedException {
    if (!TimedCommand.isInstalled(command.getFirst())) {
      System.out.printf(Locale.ROOT, "%-26s  not measured: it is not installed%n", name);
      return Double.NaN;
    }
    Figure figure = run(command, count);
    double rate = figure.perCpuSecond();
    System.out.printf(
        Locale.ROOT,
        "%-26s  %8d  %9.1f + %6.1f  %13.0f  %12s%n",
        name,
        figure.pages,
        figure.times.user(),
        figure.times.system(),
        rate,
        ours == 0 ? "" : String.format(Locale.ROOT, "%.2f", ours / rate));
    return rate;
  }

  /// Runs a command in a folder of its own.
  private static Figure run(List<String> command, Count count)
      throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.named("crawl-commands")) {
      TimedCommand times = TimedCommand.run(folder.path(), command);
      long pages = count.in(folder.path());
      if (pages == 0) {
        throw new IllegalStateException(
            command.getFirst() + ": " + Files.readString(folder.path().resolve("said")));
      }
      return new Figure(pages, times);
    }
  }

  private static long lines(Path folder) throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve("printed"))) {
      return lines.filter(line -> line.startsWith("{\"url\":")).count();
    }
  }

  /// Both name a site's folder by its address.
  private static long kept(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> folder.relativize(file).toString().startsWith("127.1."))
          .filter(file -> Files.isRegularFile(file) && !file.endsWith("robots.txt"))
          .count();
    }
  }
}
