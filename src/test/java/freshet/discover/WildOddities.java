package freshet.discover;

import freshet.discover.TinyWeb.Site;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Pages and feeds that are not as one would have them.
final class WildOddities extends WildShapes {
  WildOddities(TinyWeb web, Random random) {
    super(web, random);
  }

  // ---- the page is not the page

  /// A first page of which another page is all that counts.
  private Shape behind(String first, String path) {
    return site -> {
      String feed = plain();
      rss(site, feed);
      site.answer("/", 200, "text/html", first.replace("$base", site.base));
      site.page(path, home(alternate(escaped(feed)), ""));
      return List.of(feed);
    };
  }

  List<Shape> frames() {
    return List.of(
        behind(
            "<html><frameset cols='20%,*'><frame src=menu.htm><frame src=main.htm>", "/main.htm"),
        behind("<HTML><FRAMESET ROWS=*><FRAME NAME=a SRC='/t/'></FRAMESET></HTML>", "/t/"),
        behind("<html><body><iframe src=/app/ width=100%></iframe>", "/app/"),
        behind("<html><frameset><frame src='$base/x.html'><noframes>No</noframes>", "/x.html"),
        behind("<html><frameset><noframes><a href=/n.html>Go</a></noframes>", "/n.html"),
        behind("<html><body><iframe loading=lazy data-x src='app?x=1'></iframe>", "/app?x=1"),
        behind("<html><head><base href=/b/></head><frameset><frame src=c></frameset>", "/b/c"),
        behind("<frameset rows='1,*'><frameset cols='*'><frame src=deep></frameset>", "/deep"),
        behind("<html><body><object data='/o.html' type='text/html'></object>", "/o.html"),
        behind("<html><body><embed src='/e.html' type='text/html'>", "/e.html"));
  }

  List<Shape> refreshes() {
    List<Shape> all = new ArrayList<>();
    String meta = "<html><head><meta http-equiv=%s content=%s></head><body>";
    for (String content :
        List.of(
            "\"0;url=/home/\"",
            "\"0; URL=/home/\"",
            "'0;URL=\"home/\"'",
            "\"5; url='/home/'\"",
            "\"1,url=$base/home/\"",
            "\"0;/home/\"",
            "\" 0 ; Url = /home/ \"",
            "0;url=home/")) {
      all.add(behind(meta.formatted("refresh", content), "/home/"));
    }
    all.add(behind(meta.formatted("\"REFRESH\"", "\"0;url=./start.html\""), "/start.html"));
    all.add(behind("<html><body><script>window.location = \"/home/\";</script>", "/home/"));
    all.add(behind("<html><head><script>location.href='home/'</script></head></html>", "/home/"));
    all.add(behind("<html><script>window.location.replace('$base/en/')</script></html>", "/en/"));
    all.add(site -> {
      String feed = plain();
      Site moved = web.site();
      rss(moved, feed);
      site.answer("/", 301, "text/html", moved.url("/"));
      moved.page("/", home(alternate(escaped(feed)), ""));
      return List.of(moved.url(feed));
    });
    all.add(site -> {
      Site moved = web.site();
      site.page("/", home("<link rel=alternate type=application/rss+xml href=/old>", ""));
      site.answer("/old", 302, "text/html", moved.url("/new"));
      rss(moved, "/new");
      return List.of("/old");
    });
    return all;
  }

  // ---- XHTML

  private Shape xml(String before, String head, String type) {
    return site -> {
      String feed = plain();
      rss(site, feed);
      String page =
          before
              + "<html xmlns=\"http://www.w3.org/1999/xhtml\""
              + " xml:lang=\"en\"><head><title>x</title>"
              + head.replace("$path", escaped(feed))
              + "</head><body><p>Words</p></body></html>";
      site.answer("/", 200, type, page);
      return List.of(feed);
    };
  }

  List<Shape> xhtml() {
    String xhtml = "application/xhtml+xml";
    String link = "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"$path\" />";
    String declared = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    String strict =
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\""
            + " \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n";
    return List.of(
        xml(declared + strict, link, xhtml),
        xml(strict, link, "text/html"),
        xml(declared, link, "application/xml"),
        xml(declared, link, "text/xml; charset=utf-8"),
        xml(
            declared + "<?xml-stylesheet href=\"s.css\"?>" + strict,
            link,
            xhtml + ";charset=utf-8"),
        xml(declared, "<script>//<![CDATA[\nif (a<b) x();\n//]]></script>" + link, xhtml),
        xml(declared, "<style type=\"text/css\">/*<![CDATA[*/ a{} /*]]>*/</style>" + link, xhtml),
        xml("\uFEFF" + declared, link, xhtml),
        xml("<!-- made by hand -->\n" + strict, link, "text/html"),
        xml(declared, "<script src=\"/a.js\" />" + link, xhtml),
        xml(declared + strict, "<title />" + link, xhtml),
        site -> {
          String feed = plain();
          rss(site, feed);
          site.answer(
              "/",
              200,
              xhtml,
              declared
                  + "<h:html xmlns:h=\"http://www.w3.org/1999/xhtml\"><h:head>"
                  + "<h:link rel=\"alternate\" type=\"application/rss+xml\" href=\""
                  + escaped(feed)
                  + "\"/></h:head><h:body/></h:html>");
          return List.of(feed);
        });
  }

  // ---- far from the home page

  private Shape far(String... path) {
    return site -> {
      String feed = plain();
      rss(site, feed);
      String from = "/";
      for (String to : path) {
        site.page(from, home("", "<a href='/away'>x</a><a href='" + to + "'>" + word() + "</a>"));
        from = to;
      }
      site.page(from, home(alternate(escaped(feed)), ""));
      return List.of(feed);
    };
  }

  List<Shape> deep() {
    List<Shape> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) all.add(far("/" + word(), "/" + word() + "/a", "/z/" + i + "/b"));
    all.add(far("/en/", "/en/" + word() + "/", "/en/" + word() + "/archive/", "/en/a/b/c/"));
    all.add(far("/start?page=2", "/start?page=3", "/sub.php?x=feeds"));
    all.add(far("/sub.html", "/sub.html?lang=et", "/rss-info"));
    all.add(site -> {
      // A feed for each section, and only their pages say so.
      List<String> feeds = new ArrayList<>();
      StringBuilder menu = new StringBuilder();
      for (int i = 0; i < 8; i++) {
        String section = "/s" + i + "/" + word();
        String feed = "/f/" + random.nextInt(1_000_000);
        menu.append("<a href='").append(section).append("'>").append(word()).append("</a> ");
        site.page(section, home(alternate(feed), ""));
        rss(site, feed);
        feeds.add(feed);
      }
      site.page("/", home("", menu.toString()));
      return feeds;
    });
    all.add(site -> {
      rss(site, "/all.xml");
      rss(site, "/c/comments.xml");
      site.page("/", home(alternate("/all.xml"), "<a href=/c/>Talk</a>"));
      site.page("/c/", home(alternate("/c/comments.xml"), ""));
      return List.of("/all.xml", "/c/comments.xml");
    });
    return all;
  }

  // ---- feeds that servers and their makers spoil

  private Shape served(String type, String body) {
    return site -> {
      String path = plain();
      String filled = body.replace("$rss", rss(site)).replace("$items", items(site));
      site.answer(path, 200, type, filled.replace("$atom", atom()).replace("$json", json()));
      site.page("/", home(alternate(escaped(path)), ""));
      return List.of(path);
    };
  }

  private Shape encoded(Charset charset, boolean page) {
    return site -> {
      String path = "/" + word() + "/out";
      String text = rss(site).replace("<title>", "<title>Õhtu ");
      byte[] feed = text.getBytes(page ? StandardCharsets.UTF_8 : charset);
      site.bytes(path, "application/rss+xml", feed);
      String home = "<!doctype html><html>" + home(alternate(path), "");
      site.bytes("/", "text/html", home.getBytes(page ? charset : StandardCharsets.UTF_8));
      return List.of(path);
    };
  }

  List<Shape> feeds() {
    String rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
    return List.of(
        served("text/html; charset=utf-8", "$rss"),
        served("text/plain", "$atom"),
        served("application/octet-stream", "$rss"),
        served("application/json", "$json"),
        served("text/html", "\n\n  $rss"),
        served("text/xml", "\uFEFF$atom"),
        served(
            "text/xml",
            "<!-- " + "licence ".repeat(1200) + "-->\n$rss".replace("<?xml version=\"1.0\"?>", "")),
        served("text/xml", "<br />\n<b>Warning</b>: Cannot modify header information<br />\n$rss"),
        served(
            "text/xml",
            "<?xml version='1.0'?><?xml-stylesheet type='text/xsl' href='/html.xsl'?>"
                + "<!-- for <html> readers --><rss version='2.0'><channel><title>t</title>$items"
                + "</channel></rss>"),
        served(
            "text/xml",
            "<?xml version='1.0'?>\n<!DOCTYPE rss PUBLIC '-//Netscape Communications//DTD RSS"
                + " 0.91//EN' 'http://my.netscape.com/publish/formats/rss-0.91.dtd'>\n"
                + "<rss version='0.91'><channel><title>t</title>$items</channel></rss>"),
        served(
            "text/xml",
            "<RDF xmlns='"
                + rdf
                + "' xmlns:r='http://purl.org/rss/1.0/'><r:channel><r:title>t"
                + "</r:title></r:channel><r:item><r:title>a</r:title></r:item></RDF>"),
        served(
            "application/atom+xml",
            "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:title>t</a:title><a:entry><a:id>1"
                + "</a:id><a:title>e</a:title></a:entry></a:feed>"),
        served("text/xml", "<RSS VERSION='2.0'><CHANNEL><TITLE>t</TITLE>$items</CHANNEL></RSS>"),
        served("text/javascript", "show($json);"),
        served(
            "application/json",
            "{\"items\": [{\"id\": \"1\", \"content_html\": \""
                + "x".repeat(9000)
                + "\"}], \"title\": \"t\", \"version\": \"https://jsonfeed.org/version/1\"}"),
        served(
            "application/json",
            "{\"rss\":{\"version\":\"2.0\",\"channel\":{\"title\":\"t\",\"item\":[{\"title\":\"a\"}]}}}"),
        encoded(StandardCharsets.UTF_16, false),
        encoded(StandardCharsets.UTF_16LE, false),
        encoded(StandardCharsets.ISO_8859_1, false),
        encoded(StandardCharsets.UTF_16, true),
        encoded(StandardCharsets.ISO_8859_1, true),
        site -> {
          rss(site, "/d/out");
          site.page("/", home(alternate("/d/out"), ""));
          return List.of("/d/out");
        });
  }

  // ---- only scripts know

  private Shape scripted(String script) {
    return site -> {
      String path = "/" + word() + "/rss" + random.nextInt(99) + ".xml";
      rss(site, path);
      String url = site.url(path);
      String filled =
          script
              .replace("$slashed", url.replace("/", "\\/"))
              .replace("$path", path)
              .replace("$url", url);
      site.page("/", home("", filled));
      return List.of(path);
    };
  }

  List<Shape> scripts() {
    String ld = "<script type=\"application/ld+json\">%s</script>";
    return List.of(
        scripted(ld.formatted("{\"@type\":\"PodcastSeries\",\"webFeed\":\"$url\"}")),
        scripted(ld.formatted("{\"@graph\":[{\"@type\":\"DataFeed\",\"url\":\"$slashed\"}]}")),
        scripted("<script>window.__DATA__={\"feedUrl\":\"$slashed\",\"a\":1}</script>"),
        scripted("<script>var cfg = {rss: '$path', x: 2};</script>"),
        scripted("<script id=__NEXT_DATA__ type=application/json>{\"rssUrl\":\"$url\"}</script>"),
        scripted("<script>feeds.push(\"$path\");</script>"),
        scripted("<div data-feed-url=\"$path\"></div>"),
        scripted("<div data-settings='{\"feed\":\"$slashed\"}'></div>"),
        scripted("<button onclick=\"window.open('$path')\">RSS</button>"),
        scripted("<a href=\"javascript:openWin('$path')\">RSS</a>"),
        scripted("<input readonly value=\"$url\">"),
        scripted("<code>$url</code>"),
        scripted("<p>Our feed is at $url, for every reader.</p>"));
  }
}
