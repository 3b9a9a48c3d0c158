package freshet.discover;

import freshet.model.FeedUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Platforms give every page of theirs a feed by a rule, and seldom say so on the page. The rules,
/// as a table: a host, a path, and where the feed is.
///
/// Rules for software rather than for a host go by what the page says made it (`generator`).
public final class Platforms {

  /// @param host pattern of the whole host name
  /// @param path pattern of the whole path
  /// @param feeds with `$host` and the groups of the path, `$1` …; `$0` is the path
  private record Rule(Pattern host, Pattern path, List<String> feeds) {}

  private static final List<Rule> RULES = new ArrayList<>();

  private static void rule(String host, String path, String... feeds) {
    RULES.add(new Rule(Pattern.compile(host), Pattern.compile(path), List.of(feeds)));
  }

  private static final String ANY = "[^/?#]+";

  static {
    String yt = "https://www.youtube.com/feeds/videos.xml";
    String youtube = "(www\\.|m\\.)?youtube\\.com";
    rule(youtube, "/channel/(UC[\\w-]{22}).*", yt + "?channel_id=$1");
    rule(youtube, "/user/(" + ANY + ").*", yt + "?user=$1");
    rule(youtube, "/playlist\\?(?:.*&)?list=([\\w-]+).*", yt + "?playlist_id=$1");
    String notUsers =
        "(?!(?:about|features|pricing|topics|marketplace|sponsors|orgs|login|join|settings|explore|"
            + "collections|events|search|apps|enterprise|security|site|contact|customer-stories|"
            + "users|help|dashboard)(?:/|$))";
    rule(
        "(www\\.)?github\\.com",
        "/" + notUsers + "([\\w-]+)/([\\w.-]+?)(?:\\.git)?(?:/.*)?",
        "https://github.com/$1/$2/releases.atom",
        "https://github.com/$1/$2/commits.atom");
    rule("(www\\.)?github\\.com", "/" + notUsers + "([\\w-]+)/?", "https://github.com/$1.atom");
    rule(
        "gitlab\\.com|gitlab\\..+",
        "/" + notUsers + "((?:[\\w.-]+/)+[\\w.-]+?)(?:/-/.*)?/?",
        "https://$host/$1.atom",
        "https://$host/$1/-/tags?format=atom");
    rule("gitlab\\.com", "/" + notUsers + "([\\w.-]+)/?", "https://gitlab.com/$1.atom");
    rule(
        "codeberg\\.org|gitea\\.com",
        "/([\\w.-]+)/([\\w.-]+)(?:/.*)?",
        "https://$host/$1/$2.rss",
        "https://$host/$1/$2/releases.rss");
    rule("codeberg\\.org|gitea\\.com", "/([\\w.-]+)/?", "https://$host/$1.rss");
    String reddit = "(www\\.|old\\.|new\\.)?reddit\\.com";
    rule(reddit, "/(r/[^/?]+/comments/[^/?]+).*", "https://www.reddit.com/$1/.rss");
    rule(reddit, "/((?:r|user|u)/[^/?]+).*", "https://www.reddit.com/$1/.rss");
    rule(reddit, "/", "https://www.reddit.com/.rss");
    rule("(www\\.)?medium\\.com", "/((?:@)?[^/?]+)(?:/.*)?", "https://medium.com/feed/$1");
    rule("(?!www\\.|help\\.)[\\w-]+\\.medium\\.com", ".*", "https://$host/feed");
    rule("(?!www\\.)[\\w-]+\\.substack\\.com", ".*", "https://$host/feed");
    rule("(?!www\\.)[\\w-]+\\.tumblr\\.com", ".*", "https://$host/rss");
    rule("(www\\.)?tumblr\\.com", "/(?:blog/view/)?([\\w-]+)(?:/.*)?", "https://$1.tumblr.com/rss");
    rule("[\\w-]+\\.blogspot\\.[a-z.]{2,7}", ".*", "https://$host/feeds/posts/default");
    rule("(?!www\\.)[\\w-]+\\.wordpress\\.com", ".*", "https://$host/feed/");
    rule("bsky\\.app", "/profile/([\\w.:%-]+)(?:/.*)?", "https://bsky.app/profile/$1/rss");
    String exchange =
        "(\\w+\\.)?(stackoverflow|serverfault|superuser|askubuntu|stackapps|mathoverflow)\\.(com|net)"
            + "|[\\w.]+\\.stackexchange\\.com";
    rule(exchange, "/questions/tagged/([^/?]+).*", "https://$host/feeds/tag/$1");
    rule(exchange, "/questions/(\\d+)(?:/.*)?", "https://$host/feeds/question/$1");
    rule(exchange, "/users/(\\d+)(?:/.*)?", "https://$host/feeds/user/$1");
    rule(exchange, "/(?:questions/?)?", "https://$host/feeds");
    rule("news\\.ycombinator\\.com", ".*", "https://news.ycombinator.com/rss");
    rule("lobste\\.rs", "/t/([\\w,-]+).*", "https://lobste.rs/t/$1.rss");
    rule("lobste\\.rs", ".*", "https://lobste.rs/rss");
    rule("dev\\.to", "/([\\w-]+)(?:/.*)?", "https://dev.to/feed/$1");
    rule("dev\\.to", "/", "https://dev.to/feed");
    rule(
        "(www\\.)?vimeo\\.com",
        "/((?:channels/|groups/)?[\\w-]+)/?",
        "https://vimeo.com/$1/videos/rss");
    rule(
        "(www\\.)?dailymotion\\.com",
        "/(?:user/)?([\\w-]+)/?",
        "https://www.dailymotion.com/rss/user/$1");
    rule(
        "(www\\.)?deviantart\\.com",
        "/([\\w-]+)(?:/.*)?",
        "https://backend.deviantart.com/rss.xml?q=gallery:$1");
    rule("(www\\.)?pinterest\\.[a-z.]+", "/([\\w-]+)/?", "https://www.pinterest.com/$1/feed.rss");
    rule("(?!www\\.)[\\w-]+\\.livejournal\\.com", ".*", "https://$host/data/rss");
    rule("(?!www\\.)[\\w-]+\\.dreamwidth\\.org", ".*", "https://$host/data/atom");
    rule("(?!www\\.)[\\w-]+\\.micro\\.blog", ".*", "https://$host/feed.xml");
    rule("(?!www\\.)[\\w-]+\\.bearblog\\.dev", ".*", "https://$host/feed/");
    rule("(?!www\\.)[\\w-]+\\.hashnode\\.dev", ".*", "https://$host/rss.xml");
    rule("(?!www\\.)[\\w-]+\\.ghost\\.io", ".*", "https://$host/rss/");
    rule("(?!www\\.)[\\w-]+\\.posthaven\\.com", ".*", "https://$host/posts.atom");
    rule("write\\.as", "/([\\w-]+)(?:/.*)?", "https://write.as/$1/feed/");
    rule("pypi\\.org", "/project/([\\w.-]+).*", "https://pypi.org/rss/project/$1/releases.xml");
    rule("arxiv\\.org", "/(?:list|archive)/([\\w.-]+).*", "https://rss.arxiv.org/rss/$1");
    rule(
        "store\\.steampowered\\.com",
        "/(?:news/)?app/(\\d+).*",
        "https://store.steampowered.com/feeds/news/app/$1");
    rule(
        "(www\\.)?kickstarter\\.com",
        "/projects/([\\w-]+/[\\w-]+).*",
        "https://www.kickstarter.com/projects/$1/posts.atom");
    rule(
        "sourceforge\\.net",
        "/(?:projects|p)/([\\w-]+).*",
        "https://sourceforge.net/p/$1/activity/feed");
    rule(
        "[\\w-]+\\.(wikipedia|wiktionary|wikinews|wikivoyage)\\.org",
        "/wiki/([^?#]+)",
        "https://$host/w/index.php?title=$1&feed=atom&action=history");
    // Any other host: the shape of the path is Mastodon's and its relatives'.
    rule(
        "(?!(www\\.|m\\.)?(youtube|medium|tiktok|threads|substack|flipboard|dev)\\.).+",
        "/(@[\\w.]+)/?",
        "$scheme://$authority/$1.rss");
  }

  /// @param generator how it names itself
  private record Software(Pattern generator, List<String> paths) {}

  private static final List<Software> SOFTWARE =
      List.of(
          new Software(Pattern.compile("^wordpress"), List.of("/feed/")),
          new Software(Pattern.compile("^ghost"), List.of("/rss/")),
          new Software(Pattern.compile("^hugo"), List.of("/index.xml")),
          new Software(Pattern.compile("^jekyll"), List.of("/feed.xml")),
          new Software(Pattern.compile("^hexo"), List.of("/atom.xml")),
          new Software(Pattern.compile("^gatsby"), List.of("/rss.xml")),
          new Software(Pattern.compile("^blogger"), List.of("/feeds/posts/default")),
          new Software(Pattern.compile("^discourse"), List.of("/latest.rss")),
          new Software(Pattern.compile("^drupal"), List.of("/rss.xml")),
          new Software(Pattern.compile("^joomla"), List.of("/?format=feed&type=rss")),
          new Software(Pattern.compile("^typo3"), List.of("/rss.xml")),
          new Software(Pattern.compile("^wix"), List.of("/blog-feed.xml")),
          new Software(Pattern.compile("^(movable ?type|movabletype)"), List.of("/atom.xml")),
          new Software(
              Pattern.compile("^mediawiki"),
              List.of("/index.php?title=Special:RecentChanges&feed=atom")),
          new Software(Pattern.compile("^peertube"), List.of("/feeds/videos.xml")),
          new Software(Pattern.compile("^lemmy"), List.of("/feeds/all.xml")),
          new Software(Pattern.compile("^medium"), List.of("/feed")),
          new Software(Pattern.compile("^substack"), List.of("/feed")),
          new Software(Pattern.compile("^tumblr"), List.of("/rss")));

  private Platforms() {}

  /// Where the feeds of a page are by the rules of its platform, likeliest first.
  ///
  /// @param generator what the page says made it, or null
  /// @param canonical the address the page gives itself, or null; a channel's true name is there
  public static List<FeedUrl> feeds(
      FeedUrl page, @Nullable String generator, @Nullable FeedUrl canonical) {
    List<FeedUrl> found = new ArrayList<>(byHost(page));
    if (found.isEmpty() && canonical != null && canonical.host().equals(page.host())) {
      found.addAll(byHost(canonical));
    }
    if (generator != null) {
      String name = generator.strip().toLowerCase(Locale.ROOT);
      for (Software s : SOFTWARE) {
        if (!s.generator.matcher(name).find()) continue;
        for (String path : s.paths) add(found, "$scheme://$authority" + path, page, null);
      }
    }
    return found.stream().distinct().toList();
  }

  /// Whether the host is a platform that many share: what links to it leads away from the site.
  public static boolean isPlatform(FeedUrl page) {
    return !byHost(page).isEmpty();
  }

  private static List<FeedUrl> byHost(FeedUrl page) {
    List<FeedUrl> found = new ArrayList<>();
    String host = page.host();
    String path = page.uri().getRawPath() == null ? "/" : page.uri().getRawPath();
    String query = page.uri().getRawQuery();
    for (Rule rule : RULES) {
      if (!rule.host.matcher(host).matches()) continue;
      Matcher m = rule.path.matcher(path);
      if (!m.matches()) {
        m = rule.path.matcher(query == null ? path : path + "?" + query);
        if (!m.matches()) continue;
      }
      for (String feed : rule.feeds) add(found, feed, page, m);
      return found;
    }
    return found;
  }

  private static void add(
      List<FeedUrl> found, String form, FeedUrl page, @Nullable Matcher groups) {
    String url =
        form.replace("$host", page.host())
            .replace("$scheme", String.valueOf(page.uri().getScheme()))
            .replace("$authority", String.valueOf(page.uri().getRawAuthority()));
    for (int i = 1; groups != null && i <= groups.groupCount(); i++) {
      String group = groups.group(i);
      if (group != null) url = url.replace("$" + i, group);
    }
    try {
      found.add(FeedUrl.of(url));
    } catch (IllegalArgumentException e) {
      // a name that makes no address has no feed
    }
  }
}
