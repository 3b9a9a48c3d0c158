package freshet.bench;

import freshet.bench.web.DirectFetcher;
import freshet.bench.web.Nobody;
import freshet.bench.web.TopicWeb;
import freshet.crawl.BestFirst;
import freshet.crawl.CrawlLimits;
import freshet.crawl.CrawlSettings;
import freshet.crawl.Crawler;
import freshet.crawl.EveryLink;
import freshet.crawl.LinkPolicy;
import freshet.crawl.PageRobot;
import freshet.crawl.TopicSelective;
import freshet.crawl.TopicWords;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How much of what the crawling policies choose is on their topic.
final class CrawlTopics {
  /// Pages of a link-focused crawl; of fewer, more are near the starts, and on their topic.
  private static final int LINKED = 2_000;

  private CrawlTopics() {}

  /// Five topics on webs of five seeds, none of which was looked at while the policies were made
  /// (those were 7 to 10). Only pages that a policy chose are counted, not the starts.
  static void measure() throws Exception {
    System.out.println(
        "seed  link-focused  topic-selective (recall)  learned at equal recall, pages on topic of"
            + " fetched");
    for (long seed : new long[] {2026, 11, 12, 13, 14}) measure(seed);
  }

  private static void measure(long seed) throws Exception {
    TopicWeb web = new TopicWeb(10_000, 40, seed);
    double[] sums = new double[4];
    StringBuilder each = new StringBuilder();
    for (int topic = 0; topic < TopicWeb.TOPICS; topic++) {
      TopicWords words = new TopicWords(web.words(topic));
      List<String> selective = choose(web, topic, new TopicSelective(words), Long.MAX_VALUE, 1);
      int found = onTopic(web, topic, selective);
      List<String> link = choose(web, topic, new EveryLink(words), LINKED, 1);
      List<String> learned = choose(web, topic, new BestFirst(words), selective.size() * 3L / 2, 0);
      int needed = 0;
      for (int on = 0; on < found && needed < learned.size(); needed++) {
        if (web.isOnTopic(learned.get(needed), topic)) on++;
      }
      boolean reached = onTopic(web, topic, learned.subList(0, needed)) == found;
      double share = reached ? 100.0 * found / needed : 0;
      sums[0] += 100.0 * onTopic(web, topic, link) / link.size();
      sums[1] += 100.0 * found / selective.size();
      sums[2] += (double) found / web.onTopic(topic);
      sums[3] += share;
      each.append(
          String.format(Locale.ROOT, " %.1f/%.1f", share, 100.0 * found / selective.size()));
    }
    System.out.printf(
        Locale.ROOT,
        "%4d  %.1f %%         %.1f %% (%.2f)            %.1f %%; learned/selective by topic:%s%n",
        seed,
        sums[0] / 5,
        sums[1] / 5,
        sums[2] / 5,
        sums[3] / 5,
        each);
  }

  private static int onTopic(TopicWeb web, int topic, List<String> urls) {
    int on = 0;
    for (String url : urls) if (web.isOnTopic(url, topic)) on++;
    return on;
  }

  /// What was chosen, in order: all that was asked for but the start pages.
  private static List<String> choose(
      TopicWeb web, int topic, LinkPolicy selection, long pages, double slack) throws Exception {
    DirectFetcher fetcher = new DirectFetcher(web);
    CrawlLimits limits =
        new CrawlLimits(Integer.MAX_VALUE, Duration.ofHours(1), 1000, pages, Duration.ofMinutes(5));
    try (TemporaryFolder folder = TemporaryFolder.named("crawl-bench");
        Crawler crawler =
            new Crawler(
                folder.path(),
                CrawlSettings.DEFAULT
                    .with(limits)
                    .with(new CrawlSettings.Pace(8, 0, 0, null))
                    .withSlack(slack)
                    .with(
                        selection instanceof EveryLink
                            ? CrawlSettings.Order.DEPTH_FIRST
                            : CrawlSettings.Order.BREADTH_FIRST),
                fetcher,
                InstantSource.system(),
                new PageRobot(selection, _ -> true, false, Nobody.TAKES, List.of()))) {
      for (String start : web.starts(topic)) crawler.start(start);
      crawler.run();
    }
    List<String> chosen = new ArrayList<>(fetcher.asked());
    chosen.removeAll(web.starts(topic));
    return chosen;
  }
}
