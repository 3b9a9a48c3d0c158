package freshet.discover;

import freshet.model.FeedUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Platforms give every page of theirs a feed by a rule, and seldom say so on the page. The rules,
/// as a table: a host, a path, and where the feed is.
///
/// Rules for software rather than for a host are those of [SiteSoftware].
public final class Platforms {
  private static final String PAGE = SiteSoftware.PAGE;

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
        "https://github.com/$1/$2/commits.atom",
        "https://github.com/$1/$2/tags.atom");
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
    rule(
        "(?!www\\.)[\\w-]+\\.wordpress\\.com",
        ".*",
        "https://$host/feed/",
        "https://$host/comments/feed/");
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
    rule("(?!www\\.)[\\w-]+\\.tistory\\.com", ".*", "https://$host/rss");
    rule("blog\\.naver\\.com", "/([\\w-]+)(?:/.*)?", "https://rss.blog.naver.com/$1.xml");
    rule("ameblo\\.jp", "/([\\w-]+)(?:/.*)?", "http://rssblog.ameba.jp/$1/rss20.html");
    rule("note\\.com", "/([\\w-]+)(?:/.*)?", "https://note.com/$1/rss");
    rule("[\\w-]+\\.(hatenablog\\.(com|jp)|hateblo\\.jp)", ".*", "https://$host/feed");
    rule("(?!www\\.)[\\w-]+\\.over-blog\\.com", ".*", "https://$host/rss");
    rule("(?!www\\.)[\\w-]+\\.beehiiv\\.com", ".*", "https://$host/feed");
    rule("buttondown\\.(email|com)", "/([\\w-]+)(?:/.*)?", "https://$host/$1/rss");
    rule("(?!www\\.)[\\w-]+\\.libsyn\\.com", ".*", "https://$host/rss");
    rule("(?!www\\.)([\\w-]+)\\.podbean\\.com", ".*", "https://$host/feed.xml");
    rule("(?!www\\.)[\\w-]+\\.typepad\\.com", ".*", "https://$host/atom.xml");
    rule("(?!www\\.)[\\w-]+\\.weebly\\.com", ".*", "https://$host/1/feed");
    rule(
        "sourceforge\\.net",
        "/(?:projects|p)/([\\w-]+).*",
        "https://sourceforge.net/p/$1/activity/feed");
    rule(
        "[\\w-]+\\.(wikipedia|wiktionary|wikinews|wikivoyage)\\.org",
        "/wiki/([^?#]+)",
        "https://$host/w/index.php?title=$1&feed=atom&action=history");
    rule("(www\\.)?letterboxd\\.com", "/([\\w-]+)(?:/.*)?", "https://letterboxd.com/$1/rss/");
    rule(
        "(www\\.)?goodreads\\.com",
        "/user/show/(\\d+).*",
        "https://www.goodreads.com/user/updates_rss/$1");
    rule(
        "(www\\.)?behance\\.net",
        "/([\\w-]+)(?:/.*)?",
        "https://www.behance.net/feeds/user?username=$1");
    rule(
        "steamcommunity\\.com",
        "/groups/([\\w-]+)(?:/.*)?",
        "https://steamcommunity.com/groups/$1/rss/");
    rule("(?!www\\.)[\\w-]+\\.itch\\.io", "/([\\w-]+)(?:/.*)?", "https://$host/$1/devlog.rss");
    rule("(?!www\\.)[\\w-]+\\.itch\\.io", "/", "https://$host/devlog.rss");
    rule("odysee\\.com", "/(@[^/?]+).*", "https://odysee.com/$/rss/$1");
    rule("gist\\.github\\.com", "/([\\w-]+)(?:/.*)?", "https://gist.github.com/$1.atom");
    rule("rubygems\\.org", "/gems/([\\w.-]+).*", "https://rubygems.org/gems/$1/versions.atom");
    rule("crates\\.io", "/crates/([\\w-]+).*", "https://static.crates.io/rss/crates/$1.xml");
    rule(
        "packagist\\.org",
        "/packages/([\\w.-]+/[\\w.-]+).*",
        "https://packagist.org/feeds/package.$1.rss");
    rule(
        "git\\.sr\\.ht",
        "/(~[\\w-]+/[\\w.-]+)(?:/.*)?",
        "https://git.sr.ht/$1/refs/rss.xml",
        "https://git.sr.ht/$1/log/rss.xml");
    rule(
        "launchpad\\.net",
        "/([\\w.+-]+)(?:/.*)?",
        "https://feeds.launchpad.net/$1/announcements.atom");
    rule("world\\.hey\\.com", "/([\\w.-]+)(?:/.*)?", "https://world.hey.com/$1/feed.atom");
    rule("(?!www\\.)[\\w-]+\\.mataroa\\.blog", ".*", "https://$host/rss/");
    rule("(?!www\\.)[\\w-]+\\.pika\\.page", ".*", "https://$host/posts_feed");
    rule("(?!www\\.)[\\w-]+\\.prose\\.sh", ".*", "https://$host/rss");
    rule("(?!www\\.)[\\w-]+\\.svbtle\\.com", ".*", "https://$host/feed");
    rule("(?!www\\.)[\\w-]+\\.canalblog\\.com", ".*", "https://$host/rss.xml");
    rule("(?!www\\.)[\\w-]+\\.(seesaa|twoday)\\.net", ".*", "https://$host/index.rdf");
    rule("(?!www\\.)[\\w-]+\\.cocolog-nifty\\.com", ".*", "https://$host/blog/index.rdf");
    rule("(?!www\\.)[\\w-]+\\.blog(\\d+)?\\.fc2\\.com", ".*", "https://$host/?xml");
    rule("blog\\.livedoor\\.jp", "/([\\w-]+)(?:/.*)?", "http://blog.livedoor.jp/$1/index.rdf");
    rule("(www\\.)?cnblogs\\.com", "/([\\w-]+)(?:/.*)?", "https://www.cnblogs.com/$1/rss");
    rule("blog\\.csdn\\.net", "/([\\w-]+)(?:/.*)?", "https://blog.csdn.net/$1/rss/list");
    rule("velog\\.io", "/@([\\w.-]+)(?:/.*)?", "https://v2.velog.io/rss/$1");
    rule("(www\\.)?v2ex\\.com", "/go/([\\w-]+).*", "https://www.v2ex.com/feed/$1.xml");
    rule("(www\\.)?v2ex\\.com", ".*", "https://www.v2ex.com/index.xml");
    rule(
        "(www\\.)?liveinternet\\.ru",
        "/users/([\\w-]+)(?:/.*)?",
        "https://www.liveinternet.ru/users/$1/rss/");
    rule(
        "(www\\.)?spreaker\\.com",
        "/(?:podcast|show)/(?:[\\w-]+--)?(\\d+).*",
        "https://www.spreaker.com/show/$1/episodes/feed");
    rule("(www\\.)?buzzsprout\\.com", "/(\\d+)(?:/.*)?", "https://feeds.buzzsprout.com/$1.rss");
    rule("(?!www\\.)([\\w-]+)\\.transistor\\.fm", ".*", "https://feeds.transistor.fm/$sub");
    // Lemmy and PeerTube have many hosts, most of which are named after them.
    rule(
        "lemmy\\..+|.+\\.lemmy\\..+|beehaw\\.org|sh\\.itjust\\.works",
        "/c/([\\w@.]+)(?:/.*)?",
        "https://$host/feeds/c/$1.xml?sort=New");
    String tube = "(?!(www\\.|m\\.)?youtube\\.).*(peertube|tube|video).*\\..+";
    String videos = "$scheme://$authority/feeds/videos.xml";
    rule(tube, "/c/([\\w@.-]+)(?:/.*)?", videos + "?videoChannelName=$1");
    rule(tube, "/a/([\\w@.-]+)(?:/.*)?", videos + "?accountName=$1");
    // Any other host: the shape of the path is Mastodon's and its relatives'.
    rule(
        "(?!(www\\.|m\\.)?(youtube|medium|tiktok|threads|substack|flipboard|dev)\\.).+",
        "/(@[\\w.]+)/?",
        "$scheme://$authority/$1.rss",
        "$scheme://$authority/$1/feed.rss",
        "$scheme://$authority/$1/feed.xml");
  }

  private Platforms() {}

  /// Where the feeds of a page are by the rules of its platform, likeliest first.
  ///
  /// @param head the beginning of the page's HTML, which tells what made it
  /// @param canonical the address the page gives itself, or null; a channel's true name is there
  public static List<FeedUrl> feeds(FeedUrl page, String head, @Nullable FeedUrl canonical) {
    List<FeedUrl> found = new ArrayList<>(byHost(page));
    if (found.isEmpty() && canonical != null && canonical.host().equals(page.host())) {
      found.addAll(byHost(canonical));
    }
    for (String path : SiteSoftware.paths(head, found.isEmpty())) {
      if (path.startsWith(PAGE)) {
        String rest = path.substring(PAGE.length());
        String own = page.uri().getRawPath() == null ? "/" : page.uri().getRawPath();
        if (!rest.startsWith("?")) own = own.replaceFirst("/$", "");
        if (!own.isEmpty()) add(found, "$scheme://$authority" + own + rest, page, null);
        continue;
      }
      String folder = folder(page);
      if (!folder.isEmpty()) add(found, "$scheme://$authority" + folder + path, page, null);
      add(found, "$scheme://$authority" + path, page, null);
    }
    return found.stream().distinct().toList();
  }

  /// Where a site that lives below the root of its host begins, such as `/blog`; "" if it does not.
  private static String folder(FeedUrl page) {
    String path = page.uri().getRawPath() == null ? "/" : page.uri().getRawPath();
    String folder = path.substring(0, Math.max(0, path.lastIndexOf('/')));
    return folder.chars().filter(c -> c == '/').count() <= 2 ? folder : "";
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
            .replace("$sub", page.host().split("\\.", 2)[0])
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
