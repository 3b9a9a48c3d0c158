package freshet.cli;

import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlProgress;
import freshet.crawl.CrawlUser;
import freshet.crawl.Crawler;
import freshet.crawl.LinkLines;
import freshet.crawl.PageLines;
import freshet.crawl.RssRobot;
import freshet.crawl.Visit;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a crawl shows and keeps: a line a page, live counters on standard error, a summary.
final class CrawlOutput implements CrawlPlan.PageSink, AutoCloseable {
  private final PrintStream out;
  private final boolean json;
  private final @Nullable OutputStream kept;
  private final SavedPages saved;
  private final PageLines lines = new PageLines();
  private final Map<String, Integer> perLanguage = new TreeMap<>();
  private final Map<Integer, String> starts = new TreeMap<>();
  private final Map<String, String> endings = new TreeMap<>();
  private final @Nullable Writer links;
  private int pages;
  private double scores;

  /// @param kept a file that every line is also added to, or null
  /// @param links a CSV file of all links, or null
  CrawlOutput(
      PrintStream out, boolean json, @Nullable Path kept, SavedPages saved, @Nullable Path links)
      throws IOException {
    this.out = out;
    this.json = json;
    this.saved = saved;
    this.links = links == null ? null : opened(links);
    if (this.links != null) this.links.write(LinkLines.HEADING);
    if (kept != null) Files.createDirectories(kept.toAbsolutePath().getParent());
    this.kept =
        kept == null
            ? null
            : new BufferedOutputStream(
                Files.newOutputStream(kept, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
  }

  private static Writer opened(Path links) {
    try {
      return Files.newBufferedWriter(links);
    } catch (IOException e) {
      throw new UserError(
          "The links cannot be written to "
              + links
              + ". Does its folder exist, and may you write there?");
    }
  }

  void start(int number, String url) {
    starts.put(number, url);
  }

  boolean anything() {
    return pages > 0 || endings.values().stream().anyMatch(e -> e.startsWith("done"));
  }

  @Override
  public void page(Visit visit, HtmlPage page, double score) {
    ObjectNode line = lines.page(visit, page, score);
    try {
      String file = saved.save(visit, page);
      if (file != null) line.put("file", file);
    } catch (IOException e) {
      throw new UncheckedIOException("A page cannot be saved", e);
    }
    write(line, score);
  }

  @Override
  public boolean wantsLinks() {
    return links != null;
  }

  @Override
  public synchronized void link(Visit visit, Link link, boolean followed, String match) {
    try {
      if (links != null) links.write(LinkLines.line(visit, link, followed, match));
    } catch (IOException e) {
      throw new UncheckedIOException("The links cannot be written", e);
    }
  }

  @Override
  public void article(RssRobot.Article article) {
    write(lines.article(article), 1);
  }

  private synchronized void write(ObjectNode line, double score) {
    pages++;
    scores += score;
    perLanguage.merge(line.get("language").asString(), 1, Integer::sum);
    emit(line);
  }

  private synchronized void emit(ObjectNode line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      if (kept != null) {
        kept.write(bytes);
        kept.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The pages cannot be kept in the data folder", e);
    }
    if (json) {
      out.writeBytes(bytes);
    } else {
      String what = line.has("error") ? line.get("error").asString() : line.get("title").asString();
      out.println(line.get("url").asString() + "  " + what);
    }
    out.flush();
  }

  @Override
  public void trouble(Visit visit, String reason) {
    trouble(visit.url(), reason);
  }

  @Override
  public synchronized void trouble(String url, String reason) {
    emit(lines.trouble(url, reason));
  }

  @Override
  public synchronized void finished(int start, CrawlUser.Ending ending) {
    String url = starts.get(start);
    if (url != null) endings.put(url, ending.reason() + ", " + ending.pages() + " pages");
  }

  /// Runs the crawl, with its counters on standard error, and ends it in good order on Ctrl-C.
  void watch(Crawler crawler) throws InterruptedException, IOException {
    Thread main = Thread.currentThread();
    Thread hook = new Thread(() -> stop(crawler, main));
    Runtime.getRuntime().addShutdownHook(hook);
    try (LiveLine _ = new LiveLine(() -> counters(crawler.progress()))) {
      crawler.run();
    } finally {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // it is running: the process is about to end
      }
    }
  }

  private static void stop(Crawler crawler, Thread main) {
    crawler.stop();
    try {
      main.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static String counters(CrawlProgress p) {
    return String.format(
        Locale.ROOT,
        "%,d links found, %,d pages fetched (%.1f a second), %,d waiting, %,d feeds, %d s, last %s",
        p.linksFound(),
        p.pagesFetched(),
        p.pagesPerSecond(),
        p.waiting(),
        p.feedsFound(),
        p.running().toSeconds(),
        p.lastPage());
  }

  synchronized void summary(CrawlProgress p) {
    double seconds = p.running().toMillis() / 1000.0;
    if (!json) {
      out.println(counters(p));
      if (perLanguage.size() > 1) languageTable();
      else if (!perLanguage.isEmpty()) out.println("languages: " + languages(perLanguage));
      p.traps().forEach(out::println);
      out.flush();
      return;
    }
    ObjectNode line = JsonLines.MAPPER.createObjectNode();
    line.put("pages", pages).put("fetched", p.pagesFetched()).put("failed", p.failed());
    line.put("links", p.linksFound()).put("waiting", p.waiting()).put("seconds", seconds);
    line.put("feeds", p.feedsFound());
    line.put("pagesPerSecond", Math.round(p.pagesPerSecond() * 10) / 10.0);
    line.put("bytes", p.bytes());
    line.put("meanScore", pages == 0 ? 0 : Math.round(scores / pages * 1000) / 1000.0);
    ObjectNode found = line.putObject("languages");
    perLanguage.forEach(found::put);
    ObjectNode shares = line.putObject("languagePercent");
    perLanguage.forEach(
        (language, n) -> shares.put(language, Math.round(1000.0 * n / Math.max(1, pages)) / 10.0));
    ObjectNode ended = line.putObject("starts");
    endings.forEach(ended::put);
    ArrayNode traps = line.putArray("notFollowed");
    p.traps().forEach(traps::add);
    out.println(line);
    out.flush();
  }

  /// Pages and per cent by language, the most first.
  private void languageTable() {
    out.println(String.format(Locale.ROOT, "%-16s %10s %9s", "language", "pages", "per cent"));
    perLanguage.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(e ->
            out.println(
                String.format(
                    Locale.ROOT,
                    "%-16s %,10d %9.1f",
                    e.getKey().equals("und")
                        ? "unknown"
                        : Locale.forLanguageTag(e.getKey()).getDisplayLanguage(Locale.ENGLISH),
                    e.getValue(),
                    100.0 * e.getValue() / pages)));
  }

  /// `en 69.0 %, de 19.2 %`
  static String languages(Map<String, Integer> counts) {
    int all = counts.values().stream().mapToInt(n -> n).sum();
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .map(e -> String.format(Locale.ROOT, "%s %.1f %%", e.getKey(), 100.0 * e.getValue() / all))
        .collect(Collectors.joining(", "));
  }

  @Override
  public void close() throws IOException {
    if (links != null) links.close();
    if (kept != null) kept.close();
  }
}
