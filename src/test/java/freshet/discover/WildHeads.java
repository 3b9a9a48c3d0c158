package freshet.discover;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Feeds that pages and servers announce.
final class WildHeads extends WildShapes {
  WildHeads(TinyWeb web, Random random) {
    super(web, random);
  }

  // ---- announced in the page

  List<Shape> announced() {
    String type = "application/rss+xml";
    List<Shape> all = new ArrayList<>();
    for (String form :
        List.of(
            "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"T\" href=\"$path\">",
            "<LINK REL='ALTERNATE' TYPE='application/rss+xml' HREF='$path'>",
            "<link href=$url type=application/rss+xml rel=alternate>",
            "<link\n  title = 'A &raquo; B'\n  type = \""
                + type
                + "\"\n  rel = \"alternate\"\n"
                + "  href = \"$path\"\n/>",
            "<link rel=\"alternate\" type=\"APPLICATION/RSS+XML; charset=UTF-8\" href=\" $path \">",
            "<link rel=\"home alternate\" type=\"application/atom+xml\" href=\"$url\">",
            "<link rel=\"alternate feed\" href=\"$path\">",
            "<link rel=\"feed\" type=\"application/x.atom+xml\" href=\"$path\">",
            "<link rel=\"service.feed\" type=\"application/atom+xml\" href=\"$path\">",
            "<link rel=\"alternate\" type=\"text/xml\" title=\"RSS .92\" href=\"$path\">",
            "<link rel=\"alternate\" type=\"application/xml\" title=\"RSS\" href=\"$path\">",
            "<link data-n-head=\"ssr\" data-hid=\"rss\" rel=\"alternate\" href=\"$authority$path\""
                + " type=\"application/rss+xml\">",
            "<!--[if !IE]><!--><link rel=\"alternate\" type=\"application/rss+xml\""
                + " href=\"$path\"><!--<![endif]-->",
            "<script>if (a < b) document.write('<p>')</script><link rel=alternate"
                + " type=\"application/rss+xml\" href=\"$path\">",
            "<noscript><link rel=\"alternate\" type=\"application/rss+xml\" href=\"$path\">"
                + "</noscript>",
            "<div>A div ends the head</div><link rel=\"alternate\" type=\"application/rss+xml\""
                + " href=\"$path\">",
            "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"feed:$url\">")) {
      all.add(head(form));
    }
    all.add(site -> {
      site.answer("/data/out", 200, "application/feed+json", json());
      site.page("/", home("<link rel=alternate type='application/feed+json' href='data/out'>", ""));
      return List.of("/data/out");
    });
    all.add(site -> {
      site.answer("/data/j", 200, "application/json", json());
      site.page(
          "/", home("<link rel=alternate type='application/json' href='/data/j' title=J>", ""));
      return List.of("/data/j");
    });
    return all;
  }

  // ---- relative to something

  private Shape based(String baseHref, String at, String href, String feed) {
    return site -> {
      rss(site, feed);
      String head =
          "<base href=\""
              + baseHref.replace("$base", site.base).replace("$rest", site.base.substring(5))
              + "\"><link rel=alternate type=application/rss+xml href=\""
              + href
              + "\">";
      site.page(at, home(head, ""));
      if (!at.equals("/")) site.answer("/", 302, "text/html", at);
      return List.of(feed);
    };
  }

  List<Shape> base() {
    String w = word();
    return List.of(
        based("$base/app/", "/", w + ".xml", "/app/" + w + ".xml"),
        based("/app/", "/", "out", "/app/out"),
        based("$base/a/b/c.html", "/", "../" + w, "/a/" + w),
        based("", "/", "plain", "/plain"),
        based("$base", "/", "under", "/under"),
        based("/", "/en/start/", w + "/x", "/" + w + "/x"),
        based("./", "/en/start/", "here.xml", "/en/start/here.xml"),
        based("../", "/en/start/", "up.xml", "/en/up.xml"),
        based("/app/?x=1", "/", "?out=2", "/app/?out=2"),
        based("$rest/deep/", "/", "under.xml", "/deep/under.xml"),
        site -> {
          rss(site, "/in/b.xml");
          String link = "<link rel=alternate type=application/rss+xml href=b.xml>";
          site.page("/", home(link + "<BASE TARGET=_top HREF='/in/'>", ""));
          return List.of("/in/b.xml");
        },
        site -> {
          rss(site, "/en/out.xml");
          site.page("/en/", home("<link rel=alternate type=application/rss+xml href=out.xml>", ""));
          site.answer("/", 301, "text/html", "/en/");
          return List.of("/en/out.xml");
        });
  }

  // ---- Link headers

  private Shape header(String... headers) {
    return site -> {
      String path = plain();
      rss(site, path);
      site.page("/", home("", ""));
      String[] filled = new String[headers.length];
      for (int i = 0; i < headers.length; i++) {
        filled[i] =
            headers[i]
                .replace("$path", path)
                .replace("$relative", path.substring(1))
                .replace("$url", site.url(path));
      }
      site.links("/", filled);
      return List.of(path);
    };
  }

  List<Shape> headers() {
    return List.of(
        header("<$path>; rel=\"alternate\"; type=\"application/rss+xml\""),
        header("<$url>;rel=alternate;type=application/rss+xml"),
        header("<$relative>; type='application/rss+xml'; rel='alternate'"),
        header("</style.css>; rel=preload; as=style, <$path>; rel=alternate; type=text/xml"),
        header(
            "<https://api.w.org/>; rel=\"https://api.w.org/\"",
            "<$path>; title=\"All; of, it\"; rel=\"alternate\"; type=\"application/atom+xml\""),
        header("<$path>; REL=\"ALTERNATE\"; TYPE=\"Application/RSS+XML; charset=UTF-8\""),
        header("< $path >; rel=\"self alternate\" ; type=\"application/rss+xml\""),
        header("<$path>;rel=feed"),
        header("<$path>; title*=UTF-8''n%c3%a4; rel=\"alternate\"; type=\"application/rss+xml\","),
        header(",, ,<$path>; rel=alternate; type=application/rss+xml; hreflang=en; x"),
        header("<$path>; rel=\"alternate\"; type=\"application/feed+json\"; title=\"a \\\"b\\\"\""),
        site -> {
          rss(site, "/f/all");
          site.answer("/", 200, "text/plain", "Only words here").links("/", "<f/all>; rel=feed");
          return List.of("/f/all");
        });
  }
}
