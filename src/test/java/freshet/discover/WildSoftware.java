package freshet.discover;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Sites that announce nothing, and whose software has its feeds where it always has them: what
/// forums, wikis, kits for sites and journals print into their pages, as their own documentation
/// and public lists of feeds show it.
final class WildSoftware extends WildShapes {
  WildSoftware(TinyWeb web, Random random) {
    super(web, random);
  }

  /// @param table what stands in the head of the page, the path of the page, that of its feed
  private List<Shape> all(String[][] table) {
    List<Shape> shapes = new ArrayList<>();
    for (String[] row : table) {
      shapes.add(site -> {
        feed(site, row[2]);
        site.page(row[1], home(row[0], ""));
        if (!row[1].equals("/")) site.answer("/", 302, "text/html", row[1]);
        return List.of(row[2]);
      });
    }
    return shapes;
  }

  private static String made(String by) {
    return "<meta name=\"generator\" content=\"" + by + "\">";
  }

  List<Shape> forums() {
    return all(
        new String[][] {
          {made("vBulletin 4.2.5"), "/", "/external.php?type=RSS2"},
          {made("vBulletin 3.8.11"), "/forum/index.php", "/forum/external.php?type=RSS2"},
          {"<script src=\"/js/xf/core-compiled.js?_v=1\"></script>", "/", "/forums/-/index.rss"},
          {
            "<script src=\"/community/js/xf/core.js\"></script>",
            "/community/",
            "/community/forums/-/index.rss"
          },
          {"<script>var smf_theme_url = \"x\";</script>", "/", "/index.php?action=.xml;type=rss2"},
          {"<script>var my_post_key = 'a';</script>", "/", "/syndication.php?type=rss2.0"},
          {"<body class='ipsApp ipsLayout_container'>", "/", "/discover/all.xml"},
          {
            "<link href=\"/applications/vanilla/design/style.css\" rel=stylesheet>",
            "/",
            "/discussions/feed.rss"
          },
          {"<script src=\"/assets/nodebb.min.js\"></script>", "/", "/recent.rss"},
          {
            "<link rel=\"stylesheet\" href=\"style/Air.css\">",
            "/",
            "/extern.php?action=feed&type=atom"
          },
          {made("phpBB"), "/forum/", "/forum/app.php/feed"},
          {made("Flarum"), "/", "/atom"},
          {made("Discourse 3.4.0.beta1"), "/c/" + word() + "/5", "/latest.rss"},
        });
  }

  List<Shape> projects() {
    String repository = "/" + word() + "/" + word();
    return all(
        new String[][] {
          {"<meta name=\"description\" content=\"Redmine\">", "/", "/activity.atom"},
          {
            "<script src=\"/trac/chrome/common/js/trac.js\"></script>",
            "/trac/wiki",
            "/trac/timeline?format=rss"
          },
          {
            "<meta name=\"keywords\" content=\"go,git,self-hosted,gitea\">",
            repository,
            repository + ".rss"
          },
          {
            "<meta name=\"keywords\" content=\"git,forge,forgejo\">",
            repository + "/",
            repository + ".rss"
          },
          {"<meta content=\"GitLab\" property=\"og:site_name\">", repository, repository + ".atom"},
          {made("cgit v1.2.3"), "/x.git/", "/x.git/atom/"},
          {
            "<script src=\"/moin_static199/common/js/common.js\"></script>",
            "/",
            "/RecentChanges?action=rss_rc"
          },
          {made("Tiki Wiki CMS Groupware - https://tiki.org"), "/", "/tiki-blogs_rss.php?ver=2"},
          {made("MediaWiki 1.43.0"), "/", "/index.php?title=Special:RecentChanges&feed=atom"},
          {made("DokuWiki"), "/wiki/start", "/wiki/feed.php"},
          {made("mkdocs-1.6.1, mkdocs-material-9.5.44"), "/", "/feed_rss_created.xml"},
          {made("quarto-1.6.39"), "/", "/posts.xml"},
          {made("VitePress v1.5.0"), "/", "/feed.rss"},
          {made("Starlight v0.29"), "/", "/blog/rss.xml"},
          {made("Lume v2.4.2"), "/", "/feed.json"},
          {
            "<link href=\"https://dka575ofm4ao0.cloudfront.net/x.css\"><a"
                + " href=\"https://www.statuspage.io/?x\">",
            "/",
            "/history.rss"
          },
        });
  }

  List<Shape> kits() {
    return all(
        new String[][] {
          {"<link href=\"https://u.jimcdn.com/cms/o/x.css\">", "/", "/rss/blog"},
          {"<script src=\"//static-assets.strikinglycdn.com/x.js\">", "/", "/blog/feed.xml"},
          {"<link href=\"https://irp.cdn-website.com/x.css\">", "/", "/feed/rss2"},
          {made("Starfield Technologies; Go Daddy Website Builder 8.0.0000"), "/", "/f.rss"},
          {made("Webnode 2"), "/", "/rss/all.xml"},
          {"<img src=\"//media.voog.com/0000/0041/x.png\">", "/", "/blog.rss"},
          {made("Bolt"), "/", "/atom/feed.xml"},
          {made("Typecho 1.2.1"), "/", "/index.php/feed/"},
          {made("emlog"), "/", "/rss.php"},
          {made("Z-BlogPHP 1.7.3"), "/", "/feed.php"},
          {"<script src=\"/bitrix/js/main/core/core.js\"></script>", "/", "/news/rss/"},
          {made("DataLife Engine (http://dle-news.ru)"), "/", "/engine/rss.php"},
          {"<script src=\"/.s/src/jquery.js\"></script>", "/", "/news/rss/"},
          {made("SilverStripe - https://www.silverstripe.org"), "/", "/blog/rss"},
          {made("BlogEngine.NET 3.3"), "/", "/syndication.axd"},
          {made("Nucleus CMS v3.71"), "/", "/xml-rss2.php"},
          {made("XOOPS"), "/", "/backend.php"},
          {
            made("Open Journal Systems 3.3.0.14"),
            "/index.php/jor/index",
            "/index.php/jor/gateway/plugin/WebFeedGatewayPlugin/rss2"
          },
          {made("DSpace 6.3"), "/", "/feed/rss_2.0/site"},
          {made("EPrints 3.4.4"), "/", "/cgi/latest_tool?output=RSS2"},
          {made("Omeka"), "/", "/items/browse?output=rss2"},
        });
  }

  /// Accounts: pages whose address begins with an @.
  List<Shape> people() {
    String name = "/@" + word();
    return all(
        new String[][] {
          {"", name, name + ".rss"},
          {"<title>x (@y) - Mastodon</title>", name + "/", name + ".rss"},
          {"", name, name + "/feed.rss"},
          {made("Castopod"), name, name + "/feed.xml"},
        });
  }
}
