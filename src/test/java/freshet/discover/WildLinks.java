package freshet.discover;

import freshet.discover.TinyWeb.Site;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/// Feeds that links, sitemaps and lists lead to.
final class WildLinks extends WildShapes {
  WildLinks(TinyWeb web, Random random) {
    super(web, random);
  }

  // ---- links in the text

  private Shape link(String form) {
    return site -> {
      String path = plain();
      rss(site, path);
      String other = URLEncoder.encode(site.url(path), StandardCharsets.UTF_8);
      String filled =
          form.replace("$path", escaped(path))
              .replace("$url", escaped(site.url(path)))
              .replace("$rest", escaped(site.url(path).substring(5)))
              .replace("$encoded", other);
      site.page("/", home("", filled));
      return List.of(path);
    };
  }

  private Shape linkTo(String path, String form) {
    return site -> {
      feed(site, path);
      site.page("/", home("", form.replace("$path", escaped(path))));
      return List.of(path);
    };
  }

  List<Shape> linked() {
    List<Shape> all = new ArrayList<>();
    for (String form :
        List.of(
            "<a href=\"$path\">RSS</a>",
            "<A HREF='$path'>Subscribe to our feed</A>",
            "<a href=\"$path\"><img src=/i.png alt=\"RSS feed\"></a>",
            "<a href=\"$path\" title=\"RSS 2.0\"><i class=\"icon\"></i></a>",
            "<a href=\"$path\" aria-label=\"Atom\"><svg><path d='M0'/></svg></a>",
            "<a href=\"$path\"><svg><title>RSS</title><path d='M0'/></svg></a>",
            "<a type=\"application/rss+xml\" href=\"$path\">" + word() + "</a>",
            "<a class=\"rss-link\" href=\"$path\">" + word() + "</a>",
            "<a href=\"feed:$url\">" + word() + "</a>",
            "<a href=\"feed:$rest\">" + word() + "</a>",
            "<a href=\"itpc:$rest\">iTunes</a>",
            "<a href=\"https://feedly.com/i/subscription/feed%2F$encoded\">Follow</a>",
            "<a href=\"https://www.inoreader.com/?add_feed=$encoded\">Inoreader</a>",
            "<a href=\"https://add.my.yahoo.com/rss?url=$encoded\"><img src=y.gif></a>",
            "<a href=\"http://www.netvibes.com/subscribe.php?url=$encoded\">Netvibes</a>",
            "<map><area href=\"$path\" alt=\"XML\"></map>",
            "<li><a href=\"$path\">Flux RSS des articles</a>",
            "<a href=\"$path\">RSS-лента</a>",
            "<a href=\"$path\">RSS beslemesi</a>")) {
      all.add(link(form));
    }
    for (String path :
        List.of(
            "/syndication.axd",
            "/rss/" + word(),
            "/" + word() + ".rss",
            "/export/rss/" + random.nextInt(99) + "/",
            "/?feed=rss2&cat=" + random.nextInt(30),
            "/rss.aspx?id=" + random.nextInt(99),
            "/backend.php?format=rss",
            "/feeds/" + word() + ".xml",
            "/atom/" + random.nextInt(9),
            "/" + word() + "/feed",
            "/" + word() + "/index.rdf",
            "/feed_" + word() + ".xml")) {
      all.add(linkTo(path, "<a href=\"$path\">" + word() + "</a>"));
    }
    return all;
  }

  // ---- sitemaps

  private static String locs(String... urls) {
    StringBuilder s =
        new StringBuilder("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">");
    for (String url : urls) {
      s.append("<url><loc>").append(escaped(url)).append("</loc></url>");
    }
    return s.append("</urlset>").toString();
  }

  private static String index(String... urls) {
    StringBuilder s = new StringBuilder("<?xml version='1.0'?><sitemapindex>");
    for (String url : urls) s.append("<sitemap><loc>").append(url).append("</loc></sitemap>");
    return s.append("</sitemapindex>").toString();
  }

  private Shape mapped(String robots, String mapPath, String feed) {
    return site -> {
      feed(site, feed);
      site.page("/", home("", ""));
      site.answer("/robots.txt", 200, "text/plain", robots.replace("$base", site.base));
      site.answer(mapPath, 200, "text/xml", locs(site.url("/p/1"), site.url(feed)));
      return List.of(feed);
    };
  }

  /// A page that only the sitemap knows announces the feed.
  private Shape mappedPage(String robots, String mapPath) {
    return site -> {
      String feed = plain();
      rss(site, feed);
      site.page("/", home("", ""));
      site.page("/hidden/", home(alternate(escaped(feed)), ""));
      site.answer("/robots.txt", 200, "text/plain", robots.replace("$base", site.base));
      site.answer(mapPath, 200, "text/xml", locs(site.url("/p/1"), site.url("/hidden/")));
      return List.of(feed);
    };
  }

  List<Shape> sitemaps() {
    String w = word();
    return List.of(
        mapped("", "/sitemap.xml", "/" + w + "/rss.xml"),
        mapped("Sitemap: $base/maps/all.xml", "/maps/all.xml", "/feeds/" + w + ".xml"),
        mapped("User-agent: *\nDisallow:\nsitemap:$base/s.xml\n", "/s.xml", "/" + w + ".atom"),
        mapped("SITEMAP: /relative.xml", "/relative.xml", "/" + w + ".rss"),
        mappedPage("", "/sitemap.xml"),
        mappedPage("", "/sitemap_index.xml"),
        mappedPage("", "/wp-sitemap.xml"),
        mappedPage("Sitemap: $base/site-map.php", "/site-map.php"),
        site -> {
          // A feed may stand for a sitemap.
          rss(site, "/out/recent");
          site.page("/", home("", ""));
          site.answer("/robots.txt", 200, "text/plain", "Sitemap: " + site.url("/out/recent"));
          return List.of("/out/recent");
        },
        site -> {
          String feed = plain();
          rss(site, feed);
          site.page("/", home("", ""));
          site.page("/far/", home(alternate(escaped(feed)), ""));
          site.answer("/sitemap.xml", 200, "text/xml", index(site.url("/s/1"), site.url("/s/2")));
          site.answer("/s/1", 200, "text/xml", locs(site.url("/p/1")));
          site.answer("/s/2", 200, "text/xml", locs(site.url("/far/")));
          return List.of(feed);
        },
        site -> {
          String feed = plain();
          rss(site, feed);
          site.page("/", home("", "")).page("/far/", home(alternate(escaped(feed)), ""));
          site.answer("/robots.txt", 200, "text/plain", "Sitemap: " + site.url("/s.xml.gz"));
          site.bytes("/s.xml.gz", "application/x-gzip", zipped(locs(site.url("/far/"))));
          return List.of(feed);
        },
        site -> {
          String feed = plain();
          rss(site, feed);
          site.page("/", home("", "")).page("/far/", home(alternate(escaped(feed)), ""));
          site.answer("/robots.txt", 200, "text/plain", "Sitemap: " + site.url("/sitemap.txt"));
          site.answer(
              "/sitemap.txt", 200, "text/plain", site.url("/p/1") + "\n" + site.url("/far/"));
          return List.of(feed);
        });
  }

  private static byte[] zipped(String text) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  // ---- lists of others

  private Shape directory(String path, String form) {
    return site -> {
      Site other = web.site();
      String feed = plain();
      rss(other, feed);
      other.page("/", home(alternate(escaped(feed)), ""));
      String filled = form.replace("$feed", escaped(other.url(feed))).replace("$base", other.base);
      String type = path.endsWith("opml") ? "text/x-opml" : "text/html";
      String body = type.equals("text/html") ? "<!doctype html><html>" + filled : filled;
      if (!path.equals("/")) site.page("/", home("", "<a href='" + path + "'>Blogroll</a>"));
      site.answer(path, 200, type, body);
      return List.of(other.url(feed));
    };
  }

  List<Shape> directories() {
    String opml = "<opml version=\"2.0\"><head/><body>%s</body></opml>";
    return List.of(
        directory("/", "<body><a href='$feed'>RSS</a>"),
        directory("/list.html", "<body><ul><li><a href='$base/'>Their site</a></ul>"),
        directory("/list.html", "<body><table><tr><td><a href=\"$feed\">feed</a></table>"),
        directory("/blogroll/", "<body><a href='$base'>A blog</a> <a href=/x>x</a>"),
        directory("/f.opml", opml.formatted("<outline type='rss' xmlUrl=\"$feed\"/>")),
        directory(
            "/g.opml",
            opml.formatted("<outline text=A><outline text='b' XMLURL='$feed'/></outline>")
                .replace("text=A", "text='A'")),
        directory("/h.opml", opml.formatted("<outline text='x' htmlUrl='$base' xmlUrl='$feed'/>")),
        directory("/", "<head><link rel=alternate type=application/rss+xml href='$feed'></head>"),
        site -> {
          Site other = web.site();
          rss(other, "/theirs");
          site.page("/", home("<link rel=blogroll type='text/xml' href='/b.opml'>", ""));
          String listed = "<outline text='t' xmlUrl='" + other.url("/theirs") + "'/>";
          site.answer("/b.opml", 200, "text/xml", opml.formatted(listed));
          return List.of(other.url("/theirs"));
        },
        directory(
            "/friends", "<body><dl><dt><a href='$base/'>Site</a><dd>(<a href='$feed'>xml</a>)"),
        directory("/", "<body><iframe src='$base/'></iframe>"),
        directory("/links.htm", "<BODY><A HREF=$base/>Theirs</A><BR>"));
  }

  /// A page about feeds that names them without linking to any.
  List<Shape> pages() {
    List<Shape> all = new ArrayList<>();
    for (String form :
        List.of(
            "<select onchange=go()><option value=\"$1\">A<option value=\"$2\">B</select>",
            "<input readonly value=\"$1\"><input readonly value=\"$2\">",
            "<p>Copy this address: $1 or this one: $2.</p>",
            "<li onclick=\"location.href='$1'\">A<li onclick=\"location.href='$2'\">B",
            "<code>$1</code> <code>$2</code>",
            "<button data-clipboard-text=\"$1\">A</button><button data-url='$2'>B</button>",
            "<script>var list = [\"$1\", \"$2\"];</script>",
            "<table><tr><td>A<td>$1<tr><td>B<td>$2</table>")) {
      String one = "/" + word() + "/rss/" + random.nextInt(90);
      String two = "/xml/" + word() + random.nextInt(90) + ".xml";
      String words = List.of("RSS", "RSS-voog", "Feeds", "Flux RSS").get(random.nextInt(4));
      boolean whole = random.nextBoolean();
      all.add(site -> {
        rss(site, one);
        rss(site, two);
        String page = "/" + word() + "-" + random.nextInt(99) + ".html";
        site.page("/", home("", "<a href=" + page + ">" + words + "</a>"));
        String text =
            form.replace("$1", whole ? site.url(one) : one)
                .replace("$2", whole ? site.url(two) : two);
        site.page(page, "<head><link rel=stylesheet href=/rss/style.css></head><body>" + text);
        return List.of(one, two);
      });
    }
    return all;
  }
}
