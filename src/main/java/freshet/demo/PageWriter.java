package freshet.demo;

import static freshet.text.Html.escape;

import freshet.demo.SiteSpec.FeedSpec;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/// Writes the pages of one demo site.
final class PageWriter {

  private final SiteSpec site;
  private final URI home;
  private final Stock stock;

  PageWriter(SiteSpec site, URI home, Stock stock) {
    this.site = site;
    this.home = home;
    this.stock = stock;
  }

  String home(List<DemoEntry> entries) {
    StringBuilder x = new StringBuilder();
    for (int i = 0; i < entries.size(); i++)
      card(x, entries.get(i), i == 0 ? "card first" : "card");
    String links = site.announced() == DemoSite.Announced.LINK ? feedLinks() : "";
    return page(
        site.title(),
        "<h2>" + ui("latest") + "</h2>\n<div class=\"cards\">" + x + "</div>" + links);
  }

  String topic(String topic, List<DemoEntry> entries) {
    StringBuilder x = new StringBuilder();
    for (DemoEntry e : entries) card(x, e, "card");
    String name = escape(stock.topicName(topic));
    return page(
        stock.topicName(topic) + " – " + site.title(),
        "<h2>" + name + "</h2>\n<div class=\"cards\">" + x + "</div>");
  }

  String entry(DemoEntry e, List<DemoEntry> others) {
    StringBuilder x = new StringBuilder("<article>\n<p class=\"kicker\">");
    x.append(escape(stock.topicName(e.topic()))).append("</p>\n<h1>").append(escape(e.title()));
    x.append("</h1>\n<p class=\"by\"><span>").append(escape(e.desk())).append("</span> · <time ");
    x.append("datetime=\"").append(e.published()).append("\">").append(date(e.published()));
    x.append("</time></p>\n<img src=\"/img/").append(e.id());
    x.append(".svg\" width=\"640\" height=\"360\" alt=\"\">\n");
    if (site.feeds().stream().anyMatch(f -> f.is(SiteSpec.Trait.AUDIO))) {
      x.append("<audio controls preload=\"none\" src=\"/audio/").append(e.id());
      x.append(".wav\"></audio>\n");
    }
    x.append("<div class=\"text\">\n");
    x.append(Escapes.paragraphs(e.sentences(), site.language().equals("ja") ? "" : " "));
    x.append("\n</div>\n");
    // What a person cannot see must not count as text of the page.
    x.append("<p style=\"display:none\">lottery casino jackpot</p>\n</article>\n");
    if (!others.isEmpty()) {
      x.append("<aside><h2>").append(ui("more")).append("</h2><ul>");
      for (DemoEntry o : others) {
        x.append("<li><a href=\"").append(o.url().getPath()).append("\">");
        x.append(escape(o.title())).append("</a></li>\n");
      }
      x.append("</ul></aside>\n");
    }
    return page(e.title() + " – " + site.title(), x.toString());
  }

  String missing() {
    return page(
        "404 – " + site.title(), "<h1>404</h1>\n<p><a href=\"/\">" + ui("latest") + "</a></p>");
  }

  /// The page of the directory: all sites, and for half of them the feeds as well.
  String directory(List<DemoSite> sites) {
    StringBuilder x = new StringBuilder("<h2>Sites</h2>\n<ul class=\"sites\">\n");
    for (int i = 0; i < sites.size(); i++) {
      DemoSite s = sites.get(i);
      if (s.id().equals(site.id())) continue;
      x.append("<li><img src=\"").append(s.url().resolve("/logo.svg"));
      x.append("\" width=\"36\" height=\"36\" alt=\"\"><span><a lang=\"").append(s.language());
      x.append("\" href=\"").append(s.url()).append("\">").append(escape(s.title()));
      x.append("</a> <small>").append(s.language());
      if (i % 2 == 0) {
        for (DemoSite.Feed f : s.feeds()) {
          x.append(" · <a href=\"").append(f.url()).append("\">").append(f.format()).append("</a>");
        }
      }
      x.append("</small></span></li>\n");
    }
    return page(site.title(), x.append("</ul>\n").toString());
  }

  String sitemap(List<DemoEntry> entries) {
    StringBuilder x = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    x.append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"");
    x.append(" xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\">\n<url><loc>");
    x.append(home).append("</loc><changefreq>hourly</changefreq><priority>1.0</priority></url>\n");
    for (FeedSpec feed : site.feeds()) {
      x.append("<url><loc>").append(home.resolve(feed.path())).append("</loc>");
      x.append("<changefreq>hourly</changefreq></url>\n");
    }
    for (DemoEntry e : entries) {
      x.append("<url><loc>").append(e.url()).append("</loc><lastmod>").append(e.published());
      x.append("</lastmod><news:news><news:publication><news:name>").append(escape(site.title()));
      x.append("</news:name><news:language>").append(site.language());
      x.append("</news:language></news:publication><news:publication_date>");
      x.append(e.published()).append("</news:publication_date><news:title>");
      x.append(escape(e.title())).append("</news:title></news:news></url>\n");
    }
    return x.append("</urlset>\n").toString();
  }

  boolean hasSitemap() {
    return site.announced() == DemoSite.Announced.SITEMAP || site.agency() != null;
  }

  String robots() {
    return "User-agent: *\nDisallow: /private/\nDisallow: /__log\n"
        + (hasSitemap() ? "Sitemap: " + home.resolve("/sitemap.xml") + "\n" : "");
  }

  String style() {
    return DemoStyle.css(Picture.hue(site.id()));
  }

  String log(List<OriginLog.Request> requests) {
    StringBuilder x = new StringBuilder("<h1>What the sites saw</h1>\n<p>");
    x.append(requests.size()).append(" requests, newest first; a * marks conditional ones.</p>");
    x.append("<div class=\"wide\"><table><tr><th>time<th>site<th>host<th>request<th>status<th>");
    x.append("bytes<th>agent</tr>\n");
    for (OriginLog.Request r : requests.reversed().subList(0, Math.min(500, requests.size()))) {
      x.append("<tr><td>")
          .append(r.at().truncatedTo(ChronoUnit.SECONDS))
          .append("<td>")
          .append(r.site())
          .append("<td>");
      x.append(r.host()).append("<td>").append(escape(r.method() + " " + r.path()));
      x.append("<td>").append(r.status()).append(r.conditional() ? " *" : "").append("<td>");
      x.append(r.bytes()).append("<td>").append(escape(r.agent())).append("</tr>\n");
    }
    return page("Requests", x.append("</table></div>\n").toString());
  }

  private void card(StringBuilder x, DemoEntry e, String kind) {
    x.append("<a class=\"").append(kind).append("\" href=\"").append(e.url().getPath());
    x.append("\"><img src=\"/img/").append(e.id());
    x.append(
        ".svg\" loading=\"lazy\" width=\"640\" height=\"360\" alt=\"\"><span class=\"kicker\">");
    x.append(escape(stock.topicName(e.topic()))).append("</span><h3>").append(escape(e.title()));
    x.append("</h3><p>").append(escape(e.lead())).append("</p><small>");
    x.append(date(e.published())).append("</small></a>\n");
  }

  private String feedLinks() {
    StringBuilder x = new StringBuilder("<p class=\"feeds\">");
    for (FeedSpec feed : site.feeds()) {
      x.append("<a href=\"").append(feed.path()).append("\">").append(ui("feed")).append("</a> ");
    }
    return x.append("</p>\n").toString();
  }

  private String page(String title, String main) {
    StringBuilder x = new StringBuilder("<!doctype html>\n<html lang=\"");
    x.append(site.language()).append("\" dir=\"");
    x.append(site.language().equals("ar") ? "rtl" : "ltr").append("\">\n<head>\n");
    x.append("<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n");
    x.append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    x.append(escape(title)).append("</title>\n<link rel=\"stylesheet\" href=\"/style.css\">\n");
    x.append("<link rel=\"icon\" href=\"/logo.svg\">\n");
    if (site.announced() == DemoSite.Announced.ALTERNATE) {
      for (FeedSpec feed : site.feeds()) {
        String href = Objects.requireNonNullElse(feed.movedFrom(), feed.path());
        x.append("<link rel=\"alternate\" type=\"").append(feed.format().mime);
        x.append("\" title=\"").append(escape(DemoFeedWriter.title(site, feed, stock)));
        x.append("\" href=\"").append(href).append("\">\n");
      }
    }
    x.append("</head>\n<body>\n<header><a class=\"name\" href=\"/\">").append(escape(site.title()));
    x.append("</a><span>").append(escape(site.subtitle())).append("</span></header>\n<nav>");
    if (site.rhythm().perDay() > 0) {
      x.append("<a href=\"/\">").append(ui("latest")).append("</a>");
      for (String topic : new TreeSet<>(site.topics())) {
        x.append("<a href=\"/topic/").append(topic).append("\">");
        x.append(escape(stock.topicName(topic))).append("</a>");
      }
    }
    x.append("</nav>\n<main>\n").append(main).append("</main>\n<footer><p>").append(ui("invented"));
    return x.append("</p></footer>\n</body>\n</html>\n").toString();
  }

  private String ui(String key) {
    return escape(stock.word(key));
  }

  private String date(Instant t) {
    return escape(
        DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG, FormatStyle.SHORT)
            .withLocale(stock.locale())
            .format(t.atOffset(ZoneOffset.ofHours(site.offsetHours()))));
  }
}
