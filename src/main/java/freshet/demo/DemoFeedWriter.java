package freshet.demo;

import static freshet.demo.Escapes.json;
import static freshet.text.Html.escape;

import freshet.demo.SiteSpec.FeedSpec;
import freshet.demo.SiteSpec.Trait;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Writes a feed of a demo site in its format.
final class DemoFeedWriter {

  private static final DateTimeFormatter RFC_822 =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss xx", Locale.ENGLISH);

  private final SiteSpec site;
  private final FeedSpec feed;
  private final URI home;
  private final Stock stock;
  private final List<DemoEntry> entries;

  DemoFeedWriter(SiteSpec site, FeedSpec feed, URI home, Stock stock, List<DemoEntry> entries) {
    this.site = site;
    this.feed = feed;
    this.home = home;
    this.stock = stock;
    this.entries = entries;
  }

  Charset charset() {
    return feed.is(Trait.LATIN_5) ? Charset.forName("ISO-8859-9") : StandardCharsets.UTF_8;
  }

  /// The whole feed; it changes only when its entries do.
  byte[] write() {
    String text =
        switch (feed.format()) {
          case RSS_2 -> rss2();
          case ATOM -> atom();
          case RSS_1 -> rss1();
          case RSS_091 -> rss091();
          case JSON -> jsonFeed();
        };
    return text.getBytes(charset());
  }

  static String title(SiteSpec site, FeedSpec feed, Stock stock) {
    return feed.topic() == null
        ? site.title()
        : site.title() + ": " + stock.topicName(feed.topic());
  }

  private String rss2() {
    StringBuilder x = new StringBuilder(xml());
    x.append("<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\"");
    x.append(" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"");
    x.append(" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"");
    x.append(" xmlns:media=\"http://search.yahoo.com/mrss/\"");
    if (feed.is(Trait.AUDIO))
      x.append(" xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"");
    x.append(">\n<channel>\n");
    tag(x, "title", title(site, feed, stock));
    tag(x, "link", home.toString());
    if (feed.is(Trait.BROKEN)) {
      x.append("<description>").append(site.subtitle()).append("&nbsp;& m\u00e1s</description>\n");
    } else {
      tag(x, "description", site.subtitle());
    }
    tag(x, "language", site.language());
    if (!entries.isEmpty()) tag(x, "lastBuildDate", rfc822(entries.getFirst().published()));
    tag(x, "generator", "Freshet demo");
    if (feed.is(Trait.TTL)) tag(x, "ttl", "1");
    if (feed.is(Trait.SKIP_HOURS)) {
      x.append("<skipHours><hour>2</hour><hour>3</hour></skipHours>\n");
    }
    x.append("<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"");
    x.append(home.resolve(feed.path())).append("\"/>\n");
    x.append("<image><url>").append(home.resolve("/logo.svg")).append("</url>");
    x.append("<title>").append(escape(site.title())).append("</title>");
    x.append("<link>").append(home).append("</link></image>\n");
    for (DemoEntry e : entries) rss2Item(x, e);
    return x.append("</channel>\n</rss>\n").toString();
  }

  private void rss2Item(StringBuilder x, DemoEntry e) {
    x.append("<item>\n");
    if (feed.is(Trait.BROKEN) && e.id().endsWith("-0")) {
      x.append("<title>").append(e.title()).append(" & claves</title>\n");
    } else {
      tag(x, "title", e.title());
    }
    tag(x, "link", e.url().toString());
    x.append("<guid isPermaLink=\"true\">").append(e.url()).append("</guid>\n");
    if (feed.is(Trait.DATE_ONLY)) tag(x, "dc:date", local(e.published()).toLocalDate().toString());
    else tag(x, "pubDate", rfc822(e.published()));
    tag(x, "dc:creator", e.desk());
    tag(x, "category", stock.topicName(e.topic()));
    tag(x, "description", e.lead());
    if (feed.is(Trait.FULL_TEXT)) {
      x.append("<content:encoded><![CDATA[").append(html(e)).append("]]></content:encoded>\n");
    }
    if (feed.is(Trait.AUDIO)) {
      x.append("<enclosure url=\"").append(home.resolve("/audio/" + e.id() + ".wav"));
      x.append("\" type=\"audio/wav\" length=\"").append(Picture.WAV_BYTES).append("\"/>\n");
      tag(x, "itunes:duration", "0:02");
    }
    x.append("<media:content url=\"").append(image(e));
    x.append("\" type=\"image/svg+xml\" medium=\"image\" width=\"640\" height=\"360\"/>\n");
    x.append("</item>\n");
  }

  private String atom() {
    StringBuilder x = new StringBuilder(xml());
    x.append("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"").append(site.language());
    x.append("\">\n");
    tag(x, "id", home.resolve(feed.path()).toString());
    tag(x, "title", title(site, feed, stock));
    tag(x, "subtitle", site.subtitle());
    x.append("<link rel=\"alternate\" type=\"text/html\" href=\"").append(home).append("\"/>\n");
    x.append("<link rel=\"self\" type=\"application/atom+xml\" href=\"");
    x.append(home.resolve(feed.path())).append("\"/>\n");
    tag(x, "updated", iso(entries.isEmpty() ? Instant.EPOCH : entries.getFirst().published()));
    tag(x, "logo", home.resolve("/logo.svg").toString());
    x.append("<author><name>").append(escape(site.title())).append("</name></author>\n");
    for (DemoEntry e : entries) {
      x.append("<entry>\n");
      tag(x, "id", e.url().toString());
      tag(x, "title", e.title());
      x.append("<link rel=\"alternate\" type=\"text/html\" href=\"").append(e.url());
      x.append("\"/>\n<link rel=\"enclosure\" type=\"image/svg+xml\" href=\"").append(image(e));
      x.append("\"/>\n");
      tag(x, "published", iso(e.published()));
      tag(x, "updated", iso(e.published()));
      x.append("<author><name>").append(escape(e.desk())).append("</name></author>\n");
      x.append("<category term=\"").append(e.topic()).append("\" label=\"");
      x.append(escape(stock.topicName(e.topic()))).append("\"/>\n");
      tag(x, "summary", e.lead());
      if (feed.is(Trait.FULL_TEXT)) {
        x.append("<content type=\"html\">").append(escape(html(e))).append("</content>\n");
      }
      x.append("</entry>\n");
    }
    return x.append("</feed>\n").toString();
  }

  private String rss1() {
    StringBuilder x = new StringBuilder(xml());
    x.append("<rdf:RDF xmlns=\"http://purl.org/rss/1.0/\"");
    x.append(" xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"");
    x.append(" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"");
    x.append(" xmlns:sy=\"http://purl.org/rss/1.0/modules/syndication/\">\n");
    x.append("<channel rdf:about=\"").append(home.resolve(feed.path())).append("\">\n");
    tag(x, "title", title(site, feed, stock));
    tag(x, "link", home.toString());
    tag(x, "description", site.subtitle());
    tag(x, "dc:language", site.language());
    if (feed.is(Trait.SYNDICATION)) {
      tag(x, "sy:updatePeriod", "hourly");
      tag(x, "sy:updateFrequency", "30");
    }
    x.append("<items><rdf:Seq>\n");
    for (DemoEntry e : entries)
      x.append("<rdf:li rdf:resource=\"").append(e.url()).append("\"/>\n");
    x.append("</rdf:Seq></items>\n</channel>\n");
    for (DemoEntry e : entries) {
      x.append("<item rdf:about=\"").append(e.url()).append("\">\n");
      tag(x, "title", e.title());
      tag(x, "link", e.url().toString());
      tag(x, "description", e.lead());
      tag(x, "dc:date", iso(e.published()));
      tag(x, "dc:creator", e.desk());
      tag(x, "dc:subject", stock.topicName(e.topic()));
      x.append("</item>\n");
    }
    return x.append("</rdf:RDF>\n").toString();
  }

  private String rss091() {
    StringBuilder x = new StringBuilder(xml());
    x.append("<rss version=\"0.91\">\n<channel>\n");
    tag(x, "title", title(site, feed, stock));
    tag(x, "link", home.toString());
    tag(x, "description", site.subtitle());
    tag(x, "language", site.language());
    for (DemoEntry e : entries) {
      x.append("<item>\n");
      tag(x, "title", e.title());
      tag(x, "link", e.url().toString());
      tag(x, "description", e.lead());
      x.append("</item>\n");
    }
    return x.append("</channel>\n</rss>\n").toString();
  }

  private String jsonFeed() {
    return entries.stream()
        .map(e ->
            "{\"id\":"
                + json(e.url().toString())
                + ",\"url\":"
                + json(e.url().toString())
                + ",\"title\":"
                + json(e.title())
                + ",\"summary\":"
                + json(e.lead())
                + ",\"content_html\":"
                + json(html(e))
                + ",\"image\":"
                + json(image(e).toString())
                + ",\"date_published\":"
                + json(iso(e.published()))
                + ",\"authors\":[{\"name\":"
                + json(e.desk())
                + "}],\"tags\":["
                + json(stock.topicName(e.topic()))
                + "]}")
        .collect(
            Collectors.joining(
                ",\n",
                "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":"
                    + json(title(site, feed, stock))
                    + ",\"home_page_url\":"
                    + json(home.toString())
                    + ",\"feed_url\":"
                    + json(home.resolve(feed.path()).toString())
                    + ",\"description\":"
                    + json(site.subtitle())
                    + ",\"language\":"
                    + json(site.language())
                    + ",\"items\":[\n",
                "]}\n"));
  }

  private String html(DemoEntry e) {
    return "<p><img src=\""
        + image(e)
        + "\" width=\"640\" height=\"360\" alt=\"\"></p>\n"
        + Escapes.paragraphs(e.sentences(), site.language().equals("ja") ? "" : " ");
  }

  private URI image(DemoEntry e) {
    return home.resolve("/img/" + e.id() + ".svg");
  }

  private String xml() {
    return "<?xml version=\"1.0\" encoding=\"" + charset().name() + "\"?>\n";
  }

  private OffsetDateTime local(Instant t) {
    return t.atOffset(ZoneOffset.ofHours(site.offsetHours()));
  }

  private String rfc822(Instant t) {
    return RFC_822.format(local(t));
  }

  private String iso(Instant t) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(local(t));
  }

  private static void tag(StringBuilder x, String name, String text) {
    x.append('<').append(name).append('>').append(escape(text));
    x.append("</").append(name).append(">\n");
  }
}
