package freshet.discover;

import freshet.crawl.SiteTraps;
import freshet.crawl.Sitemap;
import freshet.discover.Item.Kind;
import freshet.exchange.FeedListReader;
import freshet.extract.Hrefs;
import freshet.extract.HtmlPage;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.ParseOutcome;
import freshet.parse.HtmlHandling;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what an address of a site gave: a feed, or more to look at.
///
/// It runs where strangers' bytes are read, and may be given up: so it leaves to [SiteSearch] what
/// becomes of what it found.
final class AnswerReader {
  /// Where the software of many sites has its sitemap; asked only if there is none at the usual
  /// place and nothing was found yet.
  static final List<String> OTHER_SITEMAPS = List.of("/sitemap_index.xml", "/wp-sitemap.xml");

  private static final int MOST_SENT = 5;

  private final Finder.Tools tools;
  private final FeedUrl input;
  private final Boundary boundary;
  private final SiteQueue queue;
  private final SiteTraps traps;

  AnswerReader(
      Finder.Tools tools, FeedUrl input, Boundary boundary, SiteQueue queue, SiteTraps traps) {
    this.tools = tools;
    this.input = input;
    this.boundary = boundary;
    this.queue = queue;
    this.traps = traps;
  }

  /// @param feed null if it is none
  /// @param leads what to look at next
  /// @param sitemap whether it is one
  record Found(@Nullable FoundFeed feed, List<Item> leads, boolean sitemap) {
    static Found leads(List<Item> leads) {
      return new Found(null, leads, false);
    }

    boolean isNothing() {
      return feed == null && leads.isEmpty() && !sitemap;
    }
  }

  Found read(Item item, Fetched f, boolean inside) {
    FeedUrl at = f.answer().finalUrl();
    if (item.kind() == Kind.START) boundary.include(at);
    if (!at.equals(item.url())) queue.know(Visited.key(at));
    FoundFeed feed = feed(item, f, at);
    if (feed != null) return new Found(feed, List.of(), false);
    if (item.kind() == Kind.SITEMAP) return sitemap(item, f.body());
    // Whatever a server shows for an address that it does not have.
    if (item.kind().isGuess()) return Found.leads(List.of());
    if (Sniffer.isOpml(f.body())) {
      return Found.leads(
          FeedListReader.read(f.body()).feeds().stream()
              .map(l -> new Item(Kind.LINKED, l.url(), How.DIRECTORY, at, "", item.depth()))
              .toList());
    }
    if (HtmlPage.looksLikeHtml(f.body(), f.contentType())) return page(item, f, at, inside);
    return Found.leads(
        PageFeeds.announced(null, f.answer(), inside && boundary.contains(at), item));
  }

  private @Nullable FoundFeed feed(Item item, Fetched f, FeedUrl at) {
    if (!Sniffer.maybeFeed(f.body())) return null;
    ParseOutcome parsed =
        tools.parser().parse(f.body(), f.contentType(), at.uri(), HtmlHandling.SANITISED);
    if (!(parsed instanceof ParseOutcome.Parsed(var read))) return null;
    FeedUrl moved = f.answer().movedTo();
    return tools
        .describer()
        .describe(
            input,
            moved == null ? item.url() : moved,
            item.how(),
            item.from(),
            item.words(),
            read,
            tools.clock().instant());
  }

  private Found sitemap(Item item, byte[] body) {
    Sitemap map = Sitemap.read(body);
    if (map == null) return Found.leads(List.of());
    List<Item> leads = new ArrayList<>();
    for (String further : map.sitemaps()) {
      FeedUrl next = PageFeeds.address(further);
      if (next == null) continue;
      leads.add(new Item(Kind.SITEMAP, next, How.SITEMAP, item.url(), "", item.depth()));
    }
    for (Sitemap.Page named : map.pages()) {
      FeedUrl page = PageFeeds.address(named.url());
      if (page == null) continue;
      boolean feed = FeedLooks.isAddress(page.toString());
      if (feed) leads.add(new Item(Kind.LINKED, page, How.SITEMAP, item.url(), "", item.depth()));
      else if (tools.limits().walks() && boundary.contains(page) && !PageFeeds.isFile(page)) {
        leads.add(new Item(Kind.PAGE, page, How.SITEMAP, item.url(), "", 1));
      }
    }
    return new Found(null, leads, true);
  }

  private Found page(Item item, Fetched f, FeedUrl at, boolean inside) {
    HtmlPage page = HtmlPage.parse(f.body(), f.contentType(), at.toString());
    boolean within = inside && boundary.contains(at);
    boolean follow =
        tools.limits().walks() && item.depth() < tools.limits().depth() && !page.noFollow();
    List<Item> announced = PageFeeds.announced(page, f.answer(), within, item);
    List<Item> leads = new ArrayList<>(announced);
    sent(item, page, at, leads);
    if (within) {
      // A page that names a new feed is worth its visit, however much it is like another.
      boolean worth =
          item.kind() != Kind.SUSPICIOUS
              && announced.stream()
                  .anyMatch(i -> i.kind() == Kind.ANNOUNCED && !queue.knows(Visited.key(i.url())));
      boolean unlike = worth || traps.visited(item.url().toString(), f.body());
      boolean first = item.kind() == Kind.START;
      leads.addAll(PageFeeds.links(page, at, boundary, follow, item, traps, unlike || first));
      if (item.kind() == Kind.PROMISING) {
        mentioned(Mentions.listed(PageFeeds.text(f.body()), page.base()), at, item.depth(), leads);
      }
    }
    if (item.kind() == Kind.START) {
      boolean announces =
          leads.stream().anyMatch(i -> !i.kind().isPage() && i.kind() != Kind.START);
      start(f, at, page, announces, leads);
    }
    return Found.leads(leads);
  }

  /// A page that sends everybody on is as good as a redirect: if it is the input, so is the other.
  private void sent(Item item, HtmlPage page, FeedUrl at, List<Item> leads) {
    String to = page.sendsTo();
    FeedUrl next = to == null ? null : PageFeeds.address(to);
    if (next == null || item.depth() >= MOST_SENT) return;
    boolean start = item.kind() == Kind.START;
    if (!start && !boundary.contains(next)) return;
    Kind kind = start ? Kind.START : Kind.PAGE;
    leads.add(new Item(kind, next, How.LINK, at, "", item.depth() + 1));
  }

  /// Beyond the page itself: sitemaps where the site is walked through or announces nothing, and
  /// guesses, which are made only if nothing else brings a feed.
  private void start(Fetched f, FeedUrl at, HtmlPage page, boolean announces, List<Item> leads) {
    String canonical = page.canonical();
    for (FeedUrl feed :
        Platforms.feeds(
            at,
            PageFeeds.head(f.body()),
            canonical == null ? null : PageFeeds.address(canonical))) {
      Kind kind = announces ? Kind.GUESS : Kind.LINKED;
      leads.add(new Item(kind, feed, How.GUESS, at, "", 0));
    }
    if (!announces) {
      mentioned(Mentions.in(PageFeeds.text(f.body()), page.base()), at, 0, leads);
    }
    List<String> named = tools.fetcher().sitemaps(at);
    for (String sitemap : named) {
      String absolute = Hrefs.join(origin(at) + "/", sitemap);
      FeedUrl url = absolute == null ? null : PageFeeds.address(absolute);
      if (url != null) leads.add(new Item(Kind.SITEMAP, url, How.SITEMAP, at, "", 0));
    }
    boolean asks = tools.limits().walks() || !announces;
    if (named.isEmpty() && asks) {
      List<String> places = new ArrayList<>(List.of("/sitemap.xml"));
      places.addAll(OTHER_SITEMAPS);
      for (String place : places) {
        FeedUrl url = PageFeeds.address(origin(at) + place);
        if (url != null) leads.add(new Item(Kind.SITEMAP, url, How.SITEMAP, at, place, 0));
      }
    }
    for (FeedUrl guess : Guesses.at(at)) {
      Kind kind = Guesses.isRare(guess) ? Kind.RARE_GUESS : Kind.GUESS;
      leads.add(new Item(kind, guess, How.GUESS, at, "", 0));
    }
  }

  private static void mentioned(List<String> addresses, FeedUrl at, int depth, List<Item> leads) {
    for (String address : addresses) {
      FeedUrl url = PageFeeds.address(address);
      if (url != null) leads.add(new Item(Kind.LINKED, url, How.LINK, at, "", depth));
    }
  }

  private static String origin(FeedUrl url) {
    return url.uri().getScheme() + "://" + url.uri().getRawAuthority();
  }
}
