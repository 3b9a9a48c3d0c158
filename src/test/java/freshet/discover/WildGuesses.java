package freshet.discover;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Feeds that nobody names.
final class WildGuesses extends WildShapes {
  WildGuesses(TinyWeb web, Random random) {
    super(web, random);
  }

  // ---- nobody says where

  private Shape at(String path) {
    return site -> {
      feed(site, path);
      site.page("/", home("", ""));
      return List.of(path);
    };
  }

  List<Shape> usual() {
    List<Shape> all = new ArrayList<>();
    for (String path :
        List.of(
            "/feed",
            "/feed/",
            "/rss",
            "/rss/",
            "/rss.xml",
            "/atom.xml",
            "/feed.xml",
            "/index.xml",
            "/index.rdf",
            "/feed.json",
            "/blog/feed",
            "/blog/feed/",
            "/?feed=rss2",
            "/feeds/posts/default",
            "/feed/feed.xml",
            "/feeds/all.atom.xml",
            "/blog/index.xml",
            "/blog/atom.xml",
            "/blog/feed.xml",
            "/blog/rss/",
            "/feed/atom/",
            "/feed.rss",
            "/posts/index.xml",
            "/posts/rss.xml",
            "/posts.atom",
            "/feed/rss.xml",
            "/news?format=rss",
            "/news/rss.xml",
            "/rss/news.xml",
            "/feeds/news.xml",
            "/en/feed/",
            "/feed.php",
            "/rss.php",
            "/index.php?feed=rss2",
            "/blog.rss",
            "/news.rss",
            "/news.xml",
            "/podcast.xml",
            "/blog/rss",
            "/feed/podcast/",
            "/articles.atom",
            "/blog/feed.atom",
            "/rss/feed.xml")) {
      all.add(at(path));
    }
    return all;
  }

  // ---- what platforms print

  private Shape made(String head, String path) {
    return site -> {
      feed(site, path);
      site.page("/", home(head, ""));
      return List.of(path);
    };
  }

  List<Shape> platforms() {
    List<Shape> all = new ArrayList<>();
    String[][] table = {
      {"<meta name=\"generator\" content=\"WordPress 6.7.1\" />", "/feed/"},
      {"<link rel='stylesheet' href='/wp-content/themes/x/style.css?ver=6.1'>", "/?feed=rss2"},
      {"<script src=\"/wp-includes/js/jquery/jquery.min.js\"></script>", "/index.php/feed/"},
      {"<meta content='blogger' name='generator'/>", "/feeds/posts/default"},
      {"<meta name=\"generator\" content=\"Ghost 5.82\">", "/rss/"},
      {"<meta name=\"generator\" content=\"Hugo 0.123.7\">", "/index.xml"},
      {"<meta name=generator content=\"Jekyll v4.3.2\">", "/feed.xml"},
      {"<META NAME=\"Generator\" CONTENT=\"Drupal 10 (https://www.drupal.org)\">", "/rss.xml"},
      {
        "<meta name=\"generator\" content=\"Joomla! - Open Source Content Management\">",
        "/?format=feed&type=rss"
      },
      {"<link rel=preconnect href=\"https://images.squarespace-cdn.com\">", "/blog?format=rss"},
      {"<meta name=\"generator\" content=\"Wix.com Website Builder\"/>", "/blog-feed.xml"},
      {"<meta name=\"generator\" content=\"Discourse 3.2.0\">", "/latest.rss"},
      {
        "<meta name=\"generator\" content=\"MediaWiki 1.41.0\">",
        "/index.php?title=Special:RecentChanges&feed=atom"
      },
      {"<script src=\"//cdn.shopify.com/s/files/1/x.js\"></script>", "/blogs/news.atom"},
      {"<meta name=\"generator\" content=\"Eleventy v2.0.1\">", "/feed/feed.xml"},
      {"<meta name=\"generator\" content=\"Hexo 7.0.0\">", "/atom.xml"},
      {"<meta name=\"generator\" content=\"Pelican\" />", "/feeds/all.atom.xml"},
      {"<meta name=\"generator\" content=\"Docusaurus v3.1\">", "/blog/rss.xml"},
      {"<meta name=\"generator\" content=\"Plone - https://plone.org\">", "/RSS"},
      {"<meta name=\"generator\" content=\"DokuWiki\"/>", "/feed.php"},
      {"<meta name=\"generator\" content=\"Publii Open-Source CMS\">", "/feed.xml"},
      {"<meta name=\"generator\" content=\"Movable Type Pro 7\">", "/index.rdf"},
      {"<meta name=\"generator\" content=\"SPIP 4.2.9\">", "/spip.php?page=backend"},
      {"<meta name=\"generator\" content=\"Grav\">", "/blog.rss"},
      {"<meta name=\"generator\" content=\"Astro v4.5\">", "/rss.xml"},
      {"<meta name=\"generator\" content=\"Contao Open Source CMS\">", "/share/blog.xml"},
      {"<meta name=\"generator\" content=\"TYPO3 CMS\">", "/?type=9818"},
      {"<meta name=\"generator\" content=\"Nikola (getnikola.com)\">", "/rss.xml"},
      {"<meta name=\"generator\" content=\"concrete5 - 8.5\">", "/rss/blog"},
    };
    for (String[] row : table) all.add(made(row[0], row[1]));
    // The whole site is in a folder.
    for (String folder : List.of("/blog/", "/" + word() + "/wp/")) {
      all.add(site -> {
        rss(site, folder + "feed/");
        site.page(folder, home("<meta name=generator content='WordPress 6'>", ""));
        site.answer("/", 302, "text/html", folder);
        return List.of(folder + "feed/");
      });
    }
    return all;
  }
}
