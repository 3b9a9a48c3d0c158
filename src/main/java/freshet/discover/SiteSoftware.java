package freshet.discover;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where software has its feeds, as a table. It is known by what the page says made it
/// (`generator`), or by a file or word that only pages of this software have. So a site is asked
/// for what its own software offers, and for nothing else.
final class SiteSoftware {
  static final String PAGE = "$page";

  /// @param generator how it names itself, in lower case
  /// @param mark what stands in the head of its pages though they do not name it, or null
  /// @param paths likeliest first; `$page` is the path of the page itself
  private record Software(Pattern generator, @Nullable Pattern mark, List<String> paths) {}

  private static final List<Software> SOFTWARE = new ArrayList<>();

  private static void software(String generator, @Nullable String mark, String... paths) {
    Pattern marked = mark == null ? null : Pattern.compile(mark);
    SOFTWARE.add(new Software(Pattern.compile("^(" + generator + ")"), marked, List.of(paths)));
  }

  static {
    software(
        "wordpress",
        "/wp-(content|includes)/",
        "/feed/",
        "/?feed=rss2",
        "/index.php/feed/",
        "/comments/feed/");
    software("ghost", "/ghost/api/", "/rss/");
    software("hugo", null, "/index.xml");
    software("jekyll|octopress", null, "/feed.xml", "/atom.xml");
    software("hexo|movable ?type|typepad", null, "/atom.xml", "/index.rdf");
    software("gatsby|astro|nikola|vuepress", null, "/rss.xml");
    software("pelican", null, "/feeds/all.atom.xml");
    software("eleventy", null, "/feed.xml", "/feed/feed.xml");
    software("zola", null, "/atom.xml", "/rss.xml");
    software("docusaurus", null, "/blog/rss.xml", "/blog/atom.xml");
    software("blogger", "blogblog\\.com/", "/feeds/posts/default", "/feeds/posts/default?alt=rss");
    software("discourse", null, "/latest.rss", "/posts.rss");
    software("flarum", null, "/atom");
    software("phpbb", null, "/feed.php", "/app.php/feed");
    software("dokuwiki", null, "/feed.php");
    software("drupal", "/sites/default/files/", "/rss.xml");
    software("joomla", "/media/system/js/", "/?format=feed&type=rss", "/?format=feed&type=atom");
    software("typo3", null, "/?type=9818", "/rss.xml", "/feed.xml");
    software("plone", null, "/RSS", "/news/aggregator/RSS", "/news/RSS");
    software("spip", null, "/spip.php?page=backend");
    software("grav", null, "/blog.rss", "/blog.atom");
    software("concrete|concretecms", null, "/rss/blog");
    software("publii", null, "/feed.xml", "/feed.json");
    software("contao", null, "/share/news.xml", "/share/blog.xml");
    software("b2evolution", null, "/?tempskin=_rss2");
    software("dotclear", null, "/feed/atom", "/index.php?feed/atom");
    software("nibbleblog|bludit", null, "/rss.xml", "/feed.php");
    software("expressionengine", null, "/index.php/site/rss_2.0/");
    software("textpattern", null, "/rss/", "/atom/");
    software("serendipity", null, "/index.php?/feeds/index.rss2");
    software("wix", "static\\.wixstatic\\.com/", "/blog-feed.xml");
    software(
        "squarespace",
        "(static1|images)\\.squarespace(-cdn)?\\.com",
        "$page?format=rss",
        "/blog?format=rss",
        "/news?format=rss");
    software("shopify", "cdn\\.shopify\\.com/", "/blogs/news.atom");
    software("webflow", "website-files\\.com/", "/blog/rss.xml");
    software("hubspot", "/hs-fs/", "/blog/rss.xml", "/rss.xml");
    software("weebly", "cdn2\\.editmysite\\.com/", "/1/feed");
    software("mediawiki", null, "/index.php?title=Special:RecentChanges&feed=atom");
    software("peertube", null, "/feeds/videos.xml");
    software("lemmy", null, "/feeds/all.xml");
    software("medium", "cdn-client\\.medium\\.com/", "/feed");
    software("substack", "substackcdn\\.com/", "/feed");
    software("tumblr", "assets\\.tumblr\\.com/", "/rss");
    software("writefreely", null, "/feed/");

    // forums
    software("vbulletin", "vbulletin_(css|global)", "/external.php?type=RSS2");
    software("xenforo", "<html[^>]{0,200}id=.?XF\\b|/js/xf/", "/forums/-/index.rss", "/index.rss");
    software("smf", "smf_(theme_url|scripturl)", "/index.php?action=.xml;type=rss2");
    software("mybb", "my_post_key|MyBB\\.", "/syndication.php?type=rss2.0", "/syndication.php");
    software("invision|ips", "ips_uid|ipsLayout_", "/discover/all.xml");
    software("vanilla", "/applications/vanilla/", "/discussions/feed.rss");
    software("nodebb", "/assets/nodebb", "/recent.rss", "/topics.rss");
    software(
        "fluxbb|punbb", "style/Air\\.css|id=.punviewtopic", "/extern.php?action=feed&type=atom");
    // wikis, code, projects
    software("redmine", "content=.Redmine.", "/activity.atom", "/news.atom");
    software("trac", "/chrome/common/(css|js)/trac\\.", "/timeline?format=rss");
    software("gitea|forgejo", "go,git,self-hosted,gitea|git,forge,forgejo", "$page.rss");
    software("gitlab", "content=.GitLab.", "$page.atom");
    software("cgit", null, "$page/atom/");
    software("moinmoin", "moin_static", "/RecentChanges?action=rss_rc");
    software("tiki", null, "/tiki-articles_rss.php?ver=2", "/tiki-blogs_rss.php?ver=2");
    // what makes pages of files
    software("mkdocs", null, "/feed_rss_created.xml", "/feed_rss_updated.xml");
    software(
        "quarto",
        null,
        "/index.xml",
        "/blog.xml",
        "/blog/index.xml",
        "/posts.xml",
        "/posts/index.xml");
    software("vitepress", null, "/feed.rss", "/feed.xml", "/rss.xml", "/blog/feed.rss");
    software("starlight", null, "/blog/rss.xml", "/rss.xml");
    software("lume|middleman|bridgetown|nanoc|metalsmith", null, "/feed.xml", "/feed.json");
    software("gridsome|mintlify", null, "/rss.xml", "/changelog/rss.xml");
    // sites from a kit
    software("jimdo", "jimstatic\\.com/|jimcdn\\.com/", "/rss/blog");
    software("strikingly", "strikinglycdn\\.com/", "/blog/feed.xml");
    software("duda", "multiscreensite\\.com/|cdn-website\\.com/", "/feed/rss2");
    software("starfield technologies", "img1\\.wsimg\\.com/", "/f.rss");
    software("webnode", null, "/rss/all.xml", "/rss/blog.xml", "/rss/news.xml");
    software("voog", "(static|media)\\.voog\\.com/", "/blog.rss", "/news.rss");
    software("svbtle", null, "/feed");
    software("tilda", "tildacdn\\.com/", "/rss.xml");
    // what some countries use, and what others once did
    software("bolt", null, "/rss/feed.xml", "/atom/feed.xml");
    software("typecho", null, "/feed/", "/index.php/feed/");
    software("emlog", null, "/rss.php");
    software("z-blog", null, "/feed.php", "/rss.xml");
    software("halo", null, "/rss.xml", "/feed.xml");
    software(
        "bitrix|1c-bitrix",
        "/bitrix/(js|templates|cache)/",
        "/rss/",
        "/news/rss/",
        "/bitrix/rss.php");
    software("datalife engine", null, "/rss.xml", "/engine/rss.php");
    software("ucoz", "\\.ucoz\\.net/|/\\.s/src/", "/news/rss/", "/blog/rss/");
    software("silverstripe", null, "/blog/rss", "/news/rss", "/home/rss");
    software("umbraco", null, "/rss", "/blog/rss");
    software("blogengine\\.net", null, "/syndication.axd");
    software("subtext|community ?server", null, "/rss.aspx", "/blogs/MainFeed.aspx");
    software("nucleus", null, "/xml-rss2.php", "/atom.php");
    software("xoops|php-nuke|postnuke|mambo", null, "/backend.php", "/modules/news/backend.php");
    software("e107", null, "/e107_plugins/rss_menu/rss.php?1.2");
    software("flatpress", null, "/?x=feed:rss2");
    software("habari", null, "/atom/1");
    software("kirby|statamic|craft|october", null, "/feed", "/blog/feed", "/rss");
    // journals, libraries, announcements of trouble
    software(
        "open journal systems|open monograph press|open preprint systems",
        null,
        "/gateway/plugin/WebFeedGatewayPlugin/rss2",
        "/gateway/plugin/WebFeedGatewayPlugin/atom");
    software("dspace", null, "/feed/rss_2.0/site", "/feed/atom_1.0/site");
    software("eprints", null, "/cgi/latest_tool?output=RSS2", "/cgi/latest_tool?output=Atom");
    software("omeka", null, "/items/browse?output=rss2");
    software("statuspage", "statuspage\\.io/", "/history.rss", "/history.atom");
    // people
    software("castopod", null, "$page/feed.xml", "/feed.xml");
    software("friendica", null, "/feed/", "/public?format=rss");
  }

  private SiteSoftware() {}

  /// Where the feeds of a page are by the software that made it, likeliest first; a path that
  /// begins with [#PAGE] goes on from the path of the page itself.
  ///
  /// @param head the beginning of the page's HTML, which tells what made it
  /// @param byMarks whether to go by more than what the page names
  static List<String> paths(String head, boolean byMarks) {
    String generator = PageFeeds.generator(head);
    String name = generator == null ? "" : generator.strip().toLowerCase(Locale.ROOT);
    List<String> all = new ArrayList<>();
    for (Software s : SOFTWARE) {
      boolean named = s.generator.matcher(name).find();
      boolean marked = byMarks && s.mark != null && s.mark.matcher(head).find();
      if (named || marked) all.addAll(s.paths);
    }
    return all;
  }
}
