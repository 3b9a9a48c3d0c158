package freshet.bench.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Sites with pages, feeds and traps, all known: 60 sites of 300 pages unless said otherwise. Site
/// `i` is at 127.1.0.(i+1), from the 250th on at 127.1.1.1 and so on; the feeds it has elsewhere
/// are at 127.2.
///
/// Each site has feeds of two classes and two of the traps. Pages are a tree with links across, so
/// that every one can be reached; `/private/` is closed to robots and linked nevertheless.
public final class SiteWeb implements Web {
  /// How a feed can be found.
  public enum FeedClass {
    /// `<link rel=alternate>` on a page, sometimes one deep within
    ANNOUNCED,
    /// a link in the text of a page
    BODY_LINK,
    /// nowhere linked, at a usual path
    COMMON_PATH,
    /// only in the sitemap, or announced by a page that only the sitemap names
    SITEMAP,
    /// announced or linked, but on another host
    OTHER_DOMAIN,
    /// announced in the `Link` header of a page, sometimes one deep within
    LINK_HEADER,
    /// nowhere linked, where some software or platform has its feed
    RARER_PATH,
    /// nowhere linked, where the software that the page says made it has its feed
    PLATFORM
  }

  public enum Trap {
    SESSION,
    CALENDAR,
    ENDLESS,
    FACETS,
    SOFT_404,
    HASHES
  }

  /// @param site the address of the site's home page
  public record Truth(String site, String feed, FeedClass how) {}

  private static final String[] COMMON = {
    "/feed/", "/feed.xml", "/rss.xml", "/index.xml", "/atom.xml", "/rss/", "/feed"
  };

  /// From the documentation of the software in question and from what other feed finders try.
  private static final String[] RARER = {
    "/feeds/posts/default", // Blogger
    "/index.rdf", // Movable Type, much of the Japanese press
    "/?feed=rss2", // WordPress without permalinks
    "/rss", // Tumblr
    "/feed.json",
    "/blog/feed/",
    "/index.rss",
    "/feeds/all.atom.xml", // Pelican
    "/latest.rss", // Discourse
    "/blog-feed.xml", // Wix
    "/blog?format=rss", // Squarespace
    "/?format=feed&type=rss", // Joomla
    "/feed.atom",
    "/blog/rss.xml",
    "/rss2.xml",
    "/index.atom",
    "/feeds/",
    "/atom"
  };

  /// What a page says made it, and where the feed is then.
  private static final String[][] SOFTWARE = {
    {"WordPress 6.8", "/feed/"},
    {"WordPress 6.8", "/?feed=rss2"},
    {"blogger", "/feeds/posts/default"},
    {"Ghost 5.120", "/rss/"},
    {"Drupal 11 (https://www.drupal.org)", "/rss.xml"},
    {"Joomla! - Open Source Content Management", "/?format=feed&type=rss"},
    {"Jekyll v4.4.1", "/feed.xml"},
    {"Hugo 0.150.0", "/index.xml"},
    {"Squarespace", "/blog?format=rss"},
    {"Wix.com Website Builder", "/blog-feed.xml"},
    {"Discourse 3.5", "/latest.rss"},
    {"Pelican", "/feeds/all.atom.xml"},
    {"Movable Type Pro 8.4", "/index.rdf"},
    {"MediaWiki 1.44", "/index.php?title=Special:RecentChanges&feed=atom"}
  };

  private final int sites;
  private final int pages;
  private final long seed;
  private final Map<Integer, String> paths = new TreeMap<>();
  private final Map<String, Integer> byPath = new TreeMap<>();
  private int port;

  public SiteWeb(int sites, int pages, long seed) {
    this.sites = sites;
    this.pages = pages;
    this.seed = seed;
    for (int n = 0; n < pages; n++) {
      String path = path(n);
      paths.put(n, path);
      byPath.put(path, n);
    }
  }

  /// Feeds and links name their port, which is known once the server is up.
  public void at(int serverPort) {
    port = serverPort;
  }

  public String home(int site) {
    return origin(1, site) + "/";
  }

  private String origin(int net, int site) {
    return "http://127." + net + "." + site / 250 + "." + (site % 250 + 1) + ":" + port;
  }

  /// Whether a site gives a page a new address at every visit, which only a crawler that knows of
  /// sessions comes to an end with.
  public static boolean hasSessions(int site) {
    return traps(site).contains(Trap.SESSION);
  }

  public List<String> homes() {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < sites; i++) all.add(home(i));
    return all;
  }

  /// Classes of feeds that a site has.
  static Set<FeedClass> classes(int site) {
    FeedClass[] all = FeedClass.values();
    Set<FeedClass> some = new TreeSet<>();
    some.add(all[site % all.length]);
    some.add(all[(site + 2) % all.length]);
    return some;
  }

  static Set<Trap> traps(int site) {
    Trap[] all = Trap.values();
    return Set.of(all[site % 6], all[(site + 1 + site / 6 % 5) % 6]);
  }

  /// Every feed there is.
  public List<Truth> truth() {
    List<Truth> all = new ArrayList<>();
    for (int i = 0; i < sites; i++) {
      for (FeedClass how : classes(i)) all.add(new Truth(home(i), feed(i, how), how));
    }
    return all;
  }

  private String feed(int site, FeedClass how) {
    String here = origin(1, site);
    return switch (how) {
      case ANNOUNCED -> here + "/syndication/all.rss";
      case BODY_LINK -> here + "/export/news-" + site + ".xml";
      case COMMON_PATH -> here + COMMON[site % COMMON.length];
      case SITEMAP -> here + "/updates/stream.xml";
      case OTHER_DOMAIN -> origin(2, site) + "/out/" + site + ".atom";
      case LINK_HEADER -> here + "/stream/of-all";
      case RARER_PATH -> here + RARER[(site / 8) % RARER.length];
      case PLATFORM -> here + software(site)[1];
    };
  }

  private static String[] software(int site) {
    return SOFTWARE[(site / 4) % SOFTWARE.length];
  }

  /// The one page that tells of a feed: the home page of some sites, a deep page of others.
  private int teller(int site) {
    return site % 3 == 0 ? 0 : site % 3 == 1 ? 3 : pages - 7;
  }

  /// As servers write them: with quotes or without, alone or among others, absolute or not.
  private String linkHeader(int site) {
    String type = "application/rss+xml";
    return switch (site % 4) {
      case 0 -> "</stream/of-all>; rel=\"alternate\"; type=\"" + type + "\"; title=\"News, all\"";
      case 1 -> "</style.css>; rel=preload; as=style, </stream/of-all>;rel=alternate;type=" + type;
      case 2 -> "<" + feed(site, FeedClass.LINK_HEADER) + ">; type=\"" + type + "\"; rel=alternate";
      default -> "</wp-json/>; rel=\"https://api.w.org/\", </stream/of-all>; rel=feed";
    };
  }

  private static String path(int n) {
    if (n == 0) return "/";
    if (n <= 9) return "/" + Words.word(900, n) + "/";
    int section = n % 9 + 1;
    return "/"
        + Words.word(900, section)
        + "/"
        + Words.word(901, n)
        + "-"
        + Words.word(902, n)
        + ".html";
  }

  /// The path of page `n`.
  public String pathOf(int n) {
    return path(n);
  }

  /// Whether a request (`host path`) was one for an ordinary page.
  public boolean isPage(String path) {
    return byPath.containsKey(path);
  }

  /// Whether a path is one that only a trap makes.
  public static boolean isTrap(String path) {
    String p = path.toLowerCase(Locale.ROOT);
    return p.startsWith("/calendar/")
        || p.startsWith("/loop/")
        || p.startsWith("/shop/?")
        || p.startsWith("/lost/")
        || p.startsWith("/v/")
        || p.contains("sessionid=")
        || p.contains("zz=");
  }

  @Override
  public Reply answer(String host, String path) {
    String[] parts = host.split("\\.", -1);
    int site = Integer.parseInt(parts[2]) * 250 + Integer.parseInt(parts[3]) - 1;
    if (site >= sites || !parts[0].equals("127")) return Reply.missing();
    if (path.equals("/robots.txt")) {
      String map = site % 2 == 0 ? "Sitemap: " + home(site) + "map-of-site.xml\n" : "";
      return Reply.text("User-agent: *\nDisallow: /private/\n" + map);
    }
    if (parts[1].equals("2")) return path.startsWith("/out/") ? feedBody(site) : Reply.missing();
    for (FeedClass how : classes(site)) {
      if (how != FeedClass.OTHER_DOMAIN && feed(site, how).equals(home(site) + path.substring(1))) {
        return feedBody(site);
      }
    }
    if (path.equals(site % 2 == 0 ? "/map-of-site.xml" : "/sitemap.xml")) return sitemap(site);
    if (path.equals("/updates/")) return updates(site);
    if (path.startsWith("/private/")) return Reply.html("<p>for people only " + path);
    String plain = path.replaceAll(";jsessionid=[0-9a-f]+|[?]zz=[0-9a-zA-Z]+", "");
    Integer number = byPath.get(plain);
    if (number != null) {
      Reply reply = Reply.html(page(site, number));
      boolean tells = number == teller(site) && classes(site).contains(FeedClass.LINK_HEADER);
      return tells ? reply.withLink(linkHeader(site)) : reply;
    }
    return trap(site, plain);
  }

  private Reply feedBody(int site) {
    StringBuilder s = new StringBuilder("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel>");
    s.append("<title>News of site ").append(site).append("</title><link>").append(home(site));
    s.append("</link><description>All news</description>");
    for (int i = 0; i < 10; i++) {
      s.append("<item><title>").append(Words.word(910 + site, i)).append(" ");
      s.append(Words.word(911, i)).append("</title><link>").append(home(site));
      s.append(path(20 + i).substring(1))
          .append("</link><guid>")
          .append(site)
          .append("-")
          .append(i);
      s.append("</guid><pubDate>Mon, 0").append(1 + i % 9);
      s.append(" Jun 2026 10:00:00 GMT</pubDate></item>");
    }
    return new Reply(
        200,
        "application/rss+xml",
        s.append("</channel></rss>").toString().getBytes(java.nio.charset.StandardCharsets.UTF_8),
        "");
  }

  private Reply sitemap(int site) {
    StringBuilder s = new StringBuilder("<?xml version=\"1.0\"?><urlset>");
    for (int n = 0; n < Math.min(pages, 50); n++) {
      s.append("<url><loc>").append(home(site)).append(path(n).substring(1)).append("</loc>");
      s.append("<lastmod>2026-10-01</lastmod><changefreq>weekly</changefreq></url>");
    }
    if (classes(site).contains(FeedClass.SITEMAP)) {
      String named = site % 2 == 0 ? "updates/" : "updates/stream.xml";
      s.append("<url><loc>").append(home(site)).append(named).append("</loc></url>");
    }
    return Reply.xml(s.append("</urlset>").toString());
  }

  private Reply updates(int site) {
    if (!classes(site).contains(FeedClass.SITEMAP)) return Reply.missing();
    return Reply.html(
        "<head><link rel=alternate type='application/rss+xml' href='stream.xml'></head><p>Updates");
  }

  private String page(int site, int number) {
    Random random = new Random(seed * 31 + site * 1_000_003L + number);
    StringBuilder s = new StringBuilder(6000);
    s.append("<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>");
    s.append(Words.word(905 + site, number)).append(" of site ").append(site).append("</title>");
    Set<FeedClass> classes = classes(site);
    if (classes.contains(FeedClass.PLATFORM)) {
      s.append("<meta name=generator content=\"").append(software(site)[0]).append("\">");
    }
    int teller = teller(site);
    if (number == teller && classes.contains(FeedClass.ANNOUNCED)) {
      s.append("<link rel=alternate type='application/rss+xml' title=News href='");
      s.append(feed(site, FeedClass.ANNOUNCED)).append("'>");
    }
    if (number == teller && site % 2 == 0 && classes.contains(FeedClass.OTHER_DOMAIN)) {
      s.append("<link rel=alternate type='application/atom+xml' href='");
      s.append(feed(site, FeedClass.OTHER_DOMAIN)).append("'>");
    }
    s.append("<link rel=alternate type='application/json+oembed' href='/wp-json/oembed?x=1'>");
    s.append("</head><body><div class=header><ul class=menu>");
    String session = traps(site).contains(Trap.SESSION) ? session(site, random) : "";
    for (int k = 1; k <= 9 && k < pages; k++) link(s, path(k) + session, Words.word(900, k));
    s.append("</ul></div><article><h1>").append(Words.word(905 + site, number)).append("</h1>");
    for (int p = 0; p < 4; p++) {
      s.append("<p>").append(Words.text(site % 20 + 1, 400, 60, random));
      int to = random.nextInt(pages);
      link(s, path(to) + session, Words.word(906, to) + " " + Words.word(907, to));
      s.append("</p>");
    }
    s.append("</article><ul class=more>");
    for (int child = number * 3 + 1; child <= number * 3 + 3 && child < pages; child++) {
      link(s, path(child) + session, Words.word(906, child));
    }
    s.append("</ul><p class=foot>");
    if (number == teller && classes.contains(FeedClass.BODY_LINK)) {
      link(s, feed(site, FeedClass.BODY_LINK), "RSS");
    }
    if (number == teller && site % 2 == 1 && classes.contains(FeedClass.OTHER_DOMAIN)) {
      link(s, feed(site, FeedClass.OTHER_DOMAIN), "Subscribe to our feed");
    }
    if (number % 40 == 5) link(s, "/private/" + number, "staff");
    if (number % 10 == 0) baits(s, site);
    return s.append("</p></body></html>").toString();
  }

  private static String session(int site, Random random) {
    String id = String.format(Locale.ROOT, "%08x%08x", random.nextInt(), random.nextInt());
    return site % 2 == 0 ? ";jsessionid=" + id : "?zz=" + id + "Q7";
  }

  private void baits(StringBuilder s, int site) {
    for (Trap trap : traps(site)) {
      switch (trap) {
        case SESSION -> {}
        case CALENDAR -> link(s, "/calendar/2026/11", "calendar");
        case ENDLESS -> link(s, "/loop/", "index");
        case FACETS -> link(s, "/shop/?colour=red&size=1", "shop");
        case SOFT_404 -> link(s, "/lost/" + Words.word(920, site), "archive");
        case HASHES -> link(s, "/v/" + hash(site), "version");
      }
    }
  }

  private Reply trap(int site, String path) {
    Set<Trap> traps = traps(site);
    StringBuilder s = new StringBuilder("<html><head><title>x</title></head><body>");
    s.append("<p>").append(Words.text(930, 200, 80, new Random(path.charAt(1)))).append("</p>");
    if (path.startsWith("/calendar/") && traps.contains(Trap.CALENDAR)) {
      String[] parts = path.split("/", -1);
      int month = Integer.parseInt(parts[2]) * 12 + Integer.parseInt(parts[3]);
      link(s, "/calendar/" + month / 12 + "/" + (month % 12 + 1), "next month");
      link(s, "/calendar/" + (month - 2) / 12 + "/" + ((month - 2) % 12 + 1), "month before");
    } else if (path.startsWith("/loop/") && traps.contains(Trap.ENDLESS)) {
      link(s, "more/", "more");
      link(s, "less/", "less");
    } else if (path.startsWith("/shop/") && traps.contains(Trap.FACETS)) {
      for (String extra : new String[] {"brand=a", "brand=b", "sort=price", "page=2", "stock=1"}) {
        if (!path.contains(extra.substring(0, 4))) link(s, path + "&" + extra, extra);
      }
      link(s, path.replaceAll("size=\\d+", "size=" + (path.length() * 7 % 40)), "size");
    } else if (path.startsWith("/v/") && traps.contains(Trap.HASHES)) {
      link(s, "/v/" + hash(path.hashCode()), "other version");
      link(s, "/v/" + hash(path.hashCode() * 31 + 1), "one more version");
    } else if (traps.contains(Trap.SOFT_404)) {
      link(s, "/lost/" + Words.word(921, path.hashCode()), "try this");
      link(s, "/lost/" + Words.word(922, path.hashCode()), "or this");
    } else {
      return Reply.missing();
    }
    return Reply.html(s.append("</body></html>").toString());
  }

  private static String hash(long n) {
    long h = n * 0x9E3779B97F4A7C15L + 1;
    return String.format(Locale.ROOT, "%016x%08x", h, (int) (h * 31));
  }

  private static void link(StringBuilder s, String href, String text) {
    s.append("<a href='").append(href.replace("&", "&amp;")).append("'>").append(text);
    s.append("</a> ");
  }
}
