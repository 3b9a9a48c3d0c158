package freshet.crawl;

import freshet.fetch.SiteKey;
import freshet.model.FeedUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What a person wants crawled, in the words of a command line or a form.
///
/// @param starts pages; with [Mode#rss] feeds, as `URL` or `topic=URL`
/// @param words of the topic, for [Mode#topic] and [Mode#best]
/// @param threshold for [Mode#focus]
/// @param depthFirst null: with [Mode#link] only
/// @param within whether to stay on the sites of the starts
/// @param upkeep what becomes of its pages in a running Freshet
public record CrawlPlan(
    Mode mode,
    List<String> starts,
    List<String> words,
    int threshold,
    @Nullable Boolean depthFirst,
    boolean within,
    boolean sitemaps,
    CrawlLimits limits,
    Upkeep upkeep) {

  /// The kinds of crawl (docs/crawling.md), named as people type them.
  public enum Mode {
    link,
    topic,
    focus,
    best,
    rss,
    universal;

    /// @throws IllegalArgumentException with a sentence for the user
    public static Mode of(String name) {
      for (Mode mode : values()) if (mode.name().equals(name.toLowerCase(Locale.ROOT))) return mode;
      throw new IllegalArgumentException(
          "There is no mode '" + name + "': it is link, topic, focus, best, rss or universal");
    }

    /// How many pages are visited unless somebody says so. The robot of feeds goes on as long as
    /// they do.
    public long usualPages() {
      return this == rss ? CrawlLimits.NONE.pagesInAll() : 1_000;
    }
  }

  /// What becomes of the pages in a running Freshet.
  ///
  /// @param findable whether they are entries, searched with all others
  /// @param everyPage whether those that are no articles are too: lists, and what has no text
  /// @param again whether they are visited again by themselves
  public record Upkeep(boolean findable, boolean everyPage, boolean again) {
    public static final Upkeep USUAL = new Upkeep(true, false, true);

    /// As crawls were before their pages could be found.
    public static final Upkeep NONE = new Upkeep(false, false, false);
  }

  /// Where pages, articles and troubles go.
  public interface PageSink extends PageRobot.PageSink, RssRobot.ArticleSink {}

  /// @throws IllegalArgumentException with a sentence for the user
  public CrawlPlan {
    if (starts.isEmpty()) throw new IllegalArgumentException("There is nothing to crawl");
    if ((mode == Mode.topic || mode == Mode.best) && words.isEmpty()) {
      throw new IllegalArgumentException(
          "The mode " + mode + " needs the topic's words, such as cat,lynx");
    }
    if (threshold < 1) throw new IllegalArgumentException("The threshold must be at least 1");
    starts = List.copyOf(starts);
    words = List.copyOf(words);
  }

  /// A plan whose pages are kept with the crawl alone, and visited once.
  public CrawlPlan(
      Mode mode,
      List<String> starts,
      List<String> words,
      int threshold,
      @Nullable Boolean depthFirst,
      boolean within,
      boolean sitemaps,
      CrawlLimits limits) {
    this(mode, starts, words, threshold, depthFirst, within, sitemaps, limits, Upkeep.NONE);
  }

  public CrawlPlan with(Upkeep other) {
    return new CrawlPlan(
        mode, starts, words, threshold, depthFirst, within, sitemaps, limits, other);
  }

  /// Limits of a whole crawl, not of each start.
  public static CrawlLimits limits(long pages, @Nullable Duration time, int depth) {
    CrawlLimits none = CrawlLimits.NONE;
    return new CrawlLimits(
        Integer.MAX_VALUE, none.time(), depth, pages, time == null ? none.timeInAll() : time);
  }

  public CrawlUser robot(PageSink sink) {
    return robot(sink, List.of());
  }

  /// @param feeds that earlier runs of this crawl have counted
  public CrawlUser robot(PageSink sink, Collection<String> feeds) {
    if (mode == Mode.rss) return new RssRobot(sink);
    TopicWords topic = new TopicWords(words);
    LinkPolicy selection =
        switch (mode) {
          case topic -> new TopicSelective(topic);
          case focus -> new TopicFocused(threshold);
          case best -> new BestFirst(topic);
          case link, universal, rss -> new EveryLink(topic);
        };
    return new PageRobot(selection, withinStarts(), sitemaps, sink, feeds);
  }

  public CrawlSettings settings(CrawlSettings base) {
    boolean deep = depthFirst == null ? mode == Mode.link : depthFirst;
    CrawlSettings settings =
        base.with(limits)
            .with(deep ? CrawlSettings.Order.DEPTH_FIRST : CrawlSettings.Order.BREADTH_FIRST);
    return mode == Mode.best ? settings.withSlack(0) : settings;
  }

  /// Begins with what an earlier crawl found: its pages are starts beside these, and its words are
  /// looked for beside these.
  public static List<String> with(List<String> own, List<String> earlier) {
    List<String> all = new ArrayList<>(own);
    for (String one : earlier) if (!all.contains(one)) all.add(one);
    return all;
  }

  /// The same in another mode, for comparing.
  public CrawlPlan as(Mode other) {
    return new CrawlPlan(
        other, starts, words, threshold, depthFirst, within, sitemaps, limits, upkeep);
  }

  /// Adds a start to a crawl.
  ///
  /// @param everyRun whether feeds are asked for in this run, whenever they were last
  /// @throws IllegalArgumentException with a sentence for the user, if it is no address
  public int add(Crawler crawler, String start, boolean everyRun) {
    if (mode != Mode.rss) return crawler.start(start);
    return RssRobot.addFeed(crawler, address(start), topic(start), everyRun);
  }

  private String address(String start) {
    return mode == Mode.rss && isNamed(start) ? start.substring(start.indexOf('=') + 1) : start;
  }

  private static String topic(String start) {
    return isNamed(start) ? start.substring(0, start.indexOf('=')) : "";
  }

  private static boolean isNamed(String start) {
    int equals = start.indexOf('=');
    return equals > 0 && start.indexOf(':') > equals;
  }

  /// Those of the starts that are addresses.
  public List<FeedUrl> addresses() {
    List<FeedUrl> all = new ArrayList<>();
    for (String start : starts) {
      try {
        all.add(FeedUrl.of(Normaliser.normalise(address(start))));
      } catch (IllegalArgumentException e) {
        // it is reported when it is added
      }
    }
    return all;
  }

  private Predicate<String> withinStarts() {
    if (!within) return _ -> true;
    Set<String> sites = new HashSet<>();
    for (FeedUrl start : addresses()) sites.add(SiteKey.of(start));
    return url -> {
      String normal = Normaliser.resolve(url, url);
      return normal != null && sites.contains(SiteKey.of(FeedUrl.of(normal)));
    };
  }
}
