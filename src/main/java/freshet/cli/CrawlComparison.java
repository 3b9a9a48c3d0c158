package freshet.cli;

import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlPlan.Mode;
import freshet.crawl.CrawlSettings;
import freshet.crawl.CrawlUser;
import freshet.crawl.Crawler;
import freshet.crawl.PageLines;
import freshet.crawl.RssRobot;
import freshet.crawl.TopicWords;
import freshet.crawl.Visit;
import freshet.extract.HtmlPage;
import freshet.fetch.HttpFetcher;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Which share of the fetched pages is on a topic, when every link is followed and when only those
/// with the topic's words are: the same starts, the same limits, a row for each topic.
final class CrawlComparison {
  private static final List<Mode> MODES = List.of(Mode.link, Mode.topic);

  private final CrawlSettings settings;
  private final PrintStream out;
  private final boolean json;
  private boolean headed;
  private boolean anything;

  CrawlComparison(CrawlSettings settings, PrintStream out, boolean json) {
    this.settings = settings;
    this.out = out;
    this.json = json;
  }

  record Topic(String name, List<String> words) {}

  /// @param given as `name=word,word`, or only words
  /// @param words used if none is given
  static List<Topic> topics(List<String> given, List<String> words) {
    List<Topic> all = new ArrayList<>();
    for (String topic : given) {
      int equals = topic.indexOf('=');
      String list = topic.substring(equals + 1);
      List<String> some = Stream.of(list.split(",", -1)).filter(w -> !w.isBlank()).toList();
      if (some.isEmpty()) throw new UserError("The topic '" + topic + "' has no words.");
      all.add(new Topic(equals > 0 ? topic.substring(0, equals) : list, some));
    }
    if (all.isEmpty() && !words.isEmpty()) all.add(new Topic(String.join(", ", words), words));
    if (all.isEmpty()) {
      throw new UserError("--compare needs --words cat,lynx or --topic NAME=cat,lynx.");
    }
    return all;
  }

  /// The files of pages in a crawl's folder, or in all crawls of a data folder.
  static List<Path> pageFiles(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    if (Files.exists(folder.resolve("pages.jsonl"))) files.add(folder.resolve("pages.jsonl"));
    for (String kind : new String[] {"crawl", "crawls"}) {
      if (!Files.isDirectory(folder.resolve(kind))) continue;
      try (Stream<Path> crawls = Files.list(folder.resolve(kind))) {
        crawls
            .sorted()
            .map(c -> c.resolve("pages.jsonl"))
            .filter(Files::exists)
            .forEach(files::add);
      }
    }
    return files;
  }

  boolean anything() {
    return anything;
  }

  void run(Topic topic, CrawlPlan plan, HttpFetcher fetcher)
      throws IOException, InterruptedException {
    List<Tally> tallies = new ArrayList<>();
    for (Mode mode : MODES) tallies.add(crawl(plan.as(mode), fetcher));
    if (json) {
      ObjectNode line = JsonLines.MAPPER.createObjectNode();
      line.put("topic", topic.name);
      for (int i = 0; i < MODES.size(); i++) tallies.get(i).write(line.putObject(name(i)));
      out.println(line);
    } else {
      if (!headed) {
        out.printf(Locale.ROOT, "%-24s %22s %22s%n", "topic", "link-focused", "topic-selective");
      }
      headed = true;
      out.printf(Locale.ROOT, "%-24s %22s %22s%n", topic.name, tallies.get(0), tallies.get(1));
    }
    out.flush();
  }

  private static String name(int mode) {
    return mode == 0 ? "linkFocused" : "topicSelective";
  }

  private Tally crawl(CrawlPlan plan, HttpFetcher fetcher)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("freshet-compare");
    Tally tally = new Tally();
    try (Crawler crawler =
        new Crawler(
            folder, plan.settings(settings), fetcher, InstantSource.system(), plan.robot(tally))) {
      for (String start : plan.starts()) plan.add(crawler, start, true);
      crawler.run();
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage() + ".");
    } finally {
      DemoCommand.delete(folder);
    }
    anything |= tally.pages > 0;
    return tally;
  }

  private static final class Tally implements CrawlPlan.PageSink {
    private final PageLines lines = new PageLines();
    private final Map<String, Integer> languages = new TreeMap<>();
    private int pages;
    private int onTopic;

    @Override
    public void page(Visit visit, HtmlPage page, double score) {
      String language = lines.page(visit, page, score).path("language").asString("und");
      synchronized (this) {
        pages++;
        if (score >= TopicWords.ON_TOPIC) onTopic++;
        languages.merge(language, 1, Integer::sum);
      }
    }

    private double percent() {
      return pages == 0 ? 0 : 100.0 * onTopic / pages;
    }

    void write(ObjectNode line) {
      line.put("pages", pages).put("onTopic", onTopic);
      line.put("percent", Math.round(percent() * 10) / 10.0);
      ObjectNode shares = line.putObject("languagePercent");
      languages.forEach(
          (language, n) -> shares.put(language, Math.round(1000.0 * n / pages) / 10.0));
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.0f %% of %d pages", percent(), pages);
    }

    @Override
    public void trouble(Visit visit, String reason) {
      trouble(visit.url(), reason);
    }

    @Override
    public void trouble(String url, String reason) {
      System.err.println(url + ": " + reason);
    }

    @Override
    public void article(RssRobot.Article article) {}

    @Override
    public void finished(int start, CrawlUser.Ending ending) {}
  }
}
