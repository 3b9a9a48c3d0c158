package freshet.crawl;

import freshet.extract.Alternate;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.fetch.RobotsRules;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.Validators;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A robot that gathers pages: hands every page on and follows the links its selection policy
/// wants. Obeys the robots meta element: a page that asks not to be kept is only gone through, one
/// that asks not to follow its links ends there.
public final class PageRobot implements CrawlUser {
  private static final String ROBOTS = "\u0001robots";
  private static final String MAP = "\u0001sitemap";

  /// Where pages and troubles go. Called by several threads at once.
  public interface PageSink extends VisitMemory {
    void page(Visit visit, HtmlPage page, double score);

    /// Whether [#link] is to be told.
    default boolean wantsLinks() {
      return false;
    }

    /// A link of a page, whether it is followed or not.
    ///
    /// @param match the word by which it is on the topic, "" if none
    default void link(Visit visit, Link link, boolean followed, String match) {}

    /// A feed that a page announces, for the first time.
    default void feed(String url) {}

    /// A start page that could not be had.
    void trouble(Visit visit, String reason);

    /// A start that is over.
    void finished(int start, Ending ending);
  }

  private static final int MOST_FEEDS = 1_000_000;

  /// Of one start: a map of maps may name as many as it likes, and each may name more.
  private static final int MOST_MAPS = 500;

  private final Set<Long> feeds = ConcurrentHashMap.newKeySet();
  private final Map<Integer, AtomicInteger> maps = new ConcurrentHashMap<>();
  private final LinkPolicy selection;
  private final Predicate<String> within;
  private final boolean sitemaps;
  private final PageSink sink;

  /// @param within which addresses may be followed at all
  /// @param sitemaps whether to read the sitemaps of the start pages' sites
  /// @param known feeds that earlier runs have counted
  public PageRobot(
      LinkPolicy selection,
      Predicate<String> within,
      boolean sitemaps,
      PageSink sink,
      Collection<String> known) {
    known.forEach(feed -> feeds.add(AddressLog.hash(feed)));
    this.selection = selection;
    this.within = within;
    this.sitemaps = sitemaps;
    this.sink = sink;
  }

  @Override
  public void visited(Visit visit, Links links) {
    look(visit, links);
    sink.seen(visit);
  }

  private void look(Visit visit, Links links) {
    if (sitemaps && readsMap(visit, links)) return;
    HtmlPage page = visit.page();
    if (page == null) {
      String reason = reason(visit.outcome());
      if (visit.depth() == 0 && reason != null) sink.trouble(visit, reason);
      return;
    }
    double relevance = selection.look(visit, page);
    countFeeds(page);
    if (!page.noIndex()) sink.page(visit, page, relevance);
    if (page.noFollow()) return;
    for (Link link : selection.links(page)) {
      boolean may = !link.rel().contains("nofollow") && within.test(link.url());
      double priority = may ? selection.priority(link, relevance) : LinkPolicy.NEVER;
      boolean followed =
          priority >= 0 && links.follow(link.url(), priority, selection.note(link, relevance));
      if (sink.wantsLinks()) sink.link(visit, link, followed, selection.match(link));
    }
  }

  private void countFeeds(HtmlPage page) {
    for (Alternate other : page.alternates()) {
      boolean feed = other.type().endsWith("rss+xml") || other.type().endsWith("atom+xml");
      if (feed && feeds.size() < MOST_FEEDS && feeds.add(AddressLog.hash(other.url()))) {
        sink.feed(other.url());
      }
    }
  }

  @Override
  public @Nullable Validators validators(String url) {
    return sink.validators(url);
  }

  @Override
  public int feedsFound() {
    return feeds.size();
  }

  /// Robots.txt names sitemaps, sitemaps name pages. Where it names none, the usual place is tried.
  private boolean readsMap(Visit visit, Links links) {
    if (visit.depth() == 0) links.followNamed("/robots.txt", 1, ROBOTS);
    byte[] body = visit.body();
    if (visit.note().equals(ROBOTS)) {
      List<String> named = body == null ? List.of() : RobotsRules.parse(body, "Freshet").sitemaps();
      for (String map : named.isEmpty() ? List.of("/sitemap.xml") : named) {
        if (mayRead(visit)) links.followNamed(map, 1, MAP);
      }
      return true;
    }
    if (!visit.note().equals(MAP)) return false;
    if (body == null) return true;
    Sitemap map = Sitemap.read(body);
    if (map == null) return true;
    for (String further : map.sitemaps()) {
      // The map may be kept elsewhere if robots.txt says so; whoever keeps it leads no further.
      String url = Normaliser.resolve(visit.url(), further);
      boolean near =
          url != null
              && (within.test(url) || Normaliser.host(url).equals(Normaliser.host(visit.url())));
      if (near && mayRead(visit)) links.followNamed(further, 1, MAP);
    }
    for (Sitemap.Page page : map.pages()) {
      if (within.test(page.url())) links.followMapped(page, "");
    }
    return true;
  }

  private boolean mayRead(Visit visit) {
    AtomicInteger read = maps.computeIfAbsent(visit.start(), _ -> new AtomicInteger());
    return read.get() < MOST_MAPS && read.incrementAndGet() <= MOST_MAPS;
  }

  @Override
  public double priorityNow(String url, String note, double before) {
    return selection.priorityNow(url, note, before);
  }

  @Override
  public void finished(int start, Ending ending) {
    sink.finished(start, ending);
  }

  /// Why there is no page, as a sentence; null if nothing is wrong.
  public static @Nullable String reason(FetchOutcome outcome) {
    return switch (outcome) {
      case Fetched f ->
          "What came is no HTML page" + (f.contentType() == null ? "" : " but " + f.contentType());
      case FetchOutcome.Unchanged _ -> null;
      case FetchOutcome.Gone _ -> "The page was taken away for good (410)";
      case FetchOutcome.Refused r -> "The server answered " + r.status();
      case FetchOutcome.Unreachable u -> u.reason();
      case FetchOutcome.Forbidden f -> f.reason();
    };
  }
}
