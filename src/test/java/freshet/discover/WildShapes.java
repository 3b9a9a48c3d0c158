package freshet.discover;

import freshet.discover.TinyWeb.Site;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// What the parts of [WildWeb] are made of.
class WildShapes {
  /// Builds a site; what it returns are the paths or addresses of its feeds.
  interface Shape {
    List<String> build(Site site) throws IOException;
  }

  private static final List<String> WORDS =
      Arrays.asList(
          "news",
          "uudised",
          "haberler",
          "nachrichten",
          "actualites",
          "notizie",
          "zpravy",
          "vesti",
          "harbour",
          "weather",
          "sport",
          "kultura",
          "technik",
          "school",
          "council",
          "library",
          "garden",
          "river",
          "music",
          "science",
          "jobs",
          "events",
          "market",
          "museum",
          "trains");

  final TinyWeb web;
  final Random random;

  WildShapes(TinyWeb web, Random random) {
    this.web = web;
    this.random = random;
  }

  String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  /// A path that tells nothing: found only because somebody names it.
  String plain() {
    return switch (random.nextInt(4)) {
      case 0 -> "/" + word() + "/" + random.nextInt(900) + ".xml";
      case 1 -> "/x/" + word() + random.nextInt(99);
      case 2 -> "/out.php?k=" + random.nextInt(999);
      default -> "/" + word() + "-" + word() + ".cgi";
    };
  }

  /// Upper and lower case as people type it.
  String cased(String s) {
    return switch (random.nextInt(3)) {
      case 0 -> s.toUpperCase(Locale.ROOT);
      case 1 -> s.substring(0, 1).toUpperCase(Locale.ROOT) + s.substring(1);
      default -> s;
    };
  }

  static String escaped(String s) {
    return s.replace("&", "&amp;");
  }

  String items(Site site) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      s.append("<item><title>").append(word()).append(' ').append(random.nextInt(10_000));
      s.append("</title><link>").append(site.base).append("/p/").append(random.nextInt(100_000));
      s.append("</link></item>");
    }
    return s.toString();
  }

  String rss(Site site) {
    return "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>"
        + word()
        + "</title>"
        + items(site)
        + "</channel></rss>";
  }

  String atom() {
    return "<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><title>"
        + word()
        + "</title><id>urn:x</id><entry><title>"
        + word()
        + "</title><id>urn:"
        + random.nextInt()
        + "</id><updated>2026-10-01T10:00:00Z</updated></entry></feed>";
  }

  String rdf(Site site) {
    return "<?xml version=\"1.0\"?><rdf:RDF"
        + " xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
        + " xmlns=\"http://purl.org/rss/1.0/\"><channel rdf:about=\"x\"><title>"
        + word()
        + "</title></channel>"
        + items(site)
        + "</rdf:RDF>";
  }

  String json() {
    return "{\n  \"version\": \"https://jsonfeed.org/version/1.1\",\n  \"title\": \""
        + word()
        + "\", \"items\": [{\"id\": \""
        + random.nextInt()
        + "\", \"content_text\": \"Words\"}]}";
  }

  void rss(Site site, String path) {
    site.answer(path, 200, "application/rss+xml; charset=utf-8", rss(site));
  }

  /// Whatever a feed of this name would be.
  void feed(Site site, String path) {
    if (path.contains("json")) site.answer(path, 200, "application/feed+json", json());
    else if (path.contains("rdf")) site.answer(path, 200, "application/rdf+xml", rdf(site));
    else if (path.contains("atom") || path.contains("default")) {
      site.answer(path, 200, "application/atom+xml", atom());
    } else {
      rss(site, path);
    }
  }

  String paragraph() {
    StringBuilder s = new StringBuilder("<p>");
    for (int i = 0; i < 30; i++) s.append(word()).append(' ');
    return s.append("</p>").toString();
  }

  String home(String head, String body) {
    return "<head><meta charset=utf-8><title>"
        + word()
        + "</title>"
        + head
        + "</head><body>"
        + paragraph()
        + body
        + "<a href='/imprint'>Imprint</a></body></html>";
  }

  Shape head(String form) {
    return site -> {
      String path = plain();
      rss(site, path);
      String link = form.replace("$url", site.url(path)).replace("$path", escaped(path));
      site.page("/", home(link.replace("$authority", site.base.substring(5)), ""));
      return List.of(path);
    };
  }

  static String alternate(String href) {
    return "<link rel=alternate type=application/rss+xml href=\"" + href + "\">";
  }
}
