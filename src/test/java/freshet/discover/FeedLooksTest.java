package freshet.discover;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FeedLooksTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.example/feed",
        "https://a.example/feed/",
        "https://a.example/blog/rss.xml",
        "https://a.example/index.xml",
        "https://a.example/index.rdf",
        "https://a.example/news.rss",
        "https://a.example/x.atom",
        "https://a.example/?feed=rss2",
        "https://a.example/index.php?format=feed&type=rss",
        "https://a.example/rss.php?id=4",
        "https://a.example/feeds/posts/default",
        "https://a.example/news/feed.json",
        "https://a.example/category/x/feed/atom/",
        "https://a.example/RSS/World.xml",
        "https://a.example/feeds/sport.xml"
      })
  void addressesOfFeedsLookLikeIt(String url) {
    if (url.endsWith("World.xml")) {
      assertThat(FeedLooks.isLink(url, null, "World (RSS)")).isTrue();
    } else {
      assertThat(FeedLooks.isAddress(url)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.example/",
        "https://a.example/feedback",
        "https://a.example/news/feeding-time",
        "https://a.example/atomic-clock.html",
        "https://a.example/sitemap.xml",
        "https://a.example/wp-json/wp/v2/posts",
        "https://a.example/wp-json/oembed/1.0/embed?url=x&format=xml",
        "https://a.example/osd.xml",
        "https://a.example/embrace",
        "https://a.example/style.css"
      })
  void othersDoNot(String url) {
    assertThat(FeedLooks.isAddress(url)).isFalse();
  }

  @Test
  void whatIsAnnouncedIsToldByItsTypeButOembedIsNoFeed() {
    assertThat(FeedLooks.isAnnounced("application/rss+xml", "https://a.example/x")).isTrue();
    assertThat(FeedLooks.isAnnounced("Application/Atom+XML; charset=utf-8", "https://a.example/x"))
        .isTrue();
    assertThat(FeedLooks.isAnnounced("application/feed+json", "https://a.example/x")).isTrue();
    assertThat(FeedLooks.isAnnounced("text/xml", "https://a.example/rss.xml")).isTrue();
    assertThat(FeedLooks.isAnnounced("text/html", "https://a.example/feed")).isFalse();
    assertThat(FeedLooks.isAnnounced(null, "https://a.example/feed")).isFalse();
    assertThat(FeedLooks.isAnnounced("application/json", "https://a.example/wp-json/wp/v2/pages/1"))
        .isFalse();
    assertThat(
            FeedLooks.isAnnounced(
                "text/xml+oembed", "https://a.example/wp-json/oembed/1.0/embed?format=xml"))
        .isFalse();
  }

  @Test
  void commentsAreToldByAddressOrTitle() {
    assertThat(FeedLooks.isComments("https://a.example/comments/feed/", null)).isTrue();
    assertThat(FeedLooks.isComments("https://a.blogspot.com/feeds/12/comments/default", null))
        .isTrue();
    assertThat(FeedLooks.isComments("https://a.example/x", "Kommentare zu: Blog")).isTrue();
    assertThat(FeedLooks.isComments("https://a.example/feed/", "Commentary of the week")).isFalse();
  }

  @Test
  void theLikeliestPathIsGuessedFirstAndAFolderBeforeTheRoot() {
    assertThat(Guesses.at(FeedUrl.of("https://a.example")))
        .extracting(FeedUrl::toString)
        .startsWith(
            "https://a.example/feed/",
            "https://a.example/feed.xml",
            "https://a.example/rss.xml",
            "https://a.example/index.xml",
            "https://a.example/atom.xml",
            "https://a.example/rss/",
            "https://a.example/feed",
            "https://a.example/feeds/posts/default",
            "https://a.example/feed/feed.xml",
            "https://a.example/rss")
        .hasSize(57)
        .doesNotHaveDuplicates();
    List<FeedUrl> below = Guesses.at(FeedUrl.of("https://a.example/~jane/index.html"));
    assertThat(below.getFirst().toString()).isEqualTo("https://a.example/~jane/feed/");
    assertThat(below).hasSize(64);
    assertThat(Guesses.PATHS.stream().mapToDouble(Guesses.Path::share).sum()).isBetween(0.7, 0.8);
  }

  @ParameterizedTest
  @CsvSource({
    "https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv/videos,"
        + "https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv",
    "https://youtube.com/user/jane,https://www.youtube.com/feeds/videos.xml?user=jane",
    "https://www.youtube.com/playlist?list=PL123,https://www.youtube.com/feeds/videos.xml?playlist_id=PL123",
    "https://github.com/jqlang/jq,https://github.com/jqlang/jq/releases.atom",
    "https://github.com/jqlang/jq/tree/master,https://github.com/jqlang/jq/releases.atom",
    "https://github.com/jqlang,https://github.com/jqlang.atom",
    "https://gitlab.com/a/b/c,https://gitlab.com/a/b/c.atom",
    "https://old.reddit.com/r/java/top,https://www.reddit.com/r/java/.rss",
    "https://mastodon.example/@jane,https://mastodon.example/@jane.rss",
    "https://jane.wordpress.com/2020/,https://jane.wordpress.com/feed/",
    "https://medium.com/@jane/a-story,https://medium.com/feed/@jane",
    "https://jane.medium.com/,https://jane.medium.com/feed",
    "https://jane.substack.com/p/x,https://jane.substack.com/feed",
    "https://jane.tumblr.com/,https://jane.tumblr.com/rss",
    "https://jane.blogspot.co.uk/,https://jane.blogspot.co.uk/feeds/posts/default",
    "https://bsky.app/profile/jane.example,https://bsky.app/profile/jane.example/rss",
    "https://stackoverflow.com/questions/tagged/java,https://stackoverflow.com/feeds/tag/java",
    "https://cooking.stackexchange.com/,https://cooking.stackexchange.com/feeds",
    "https://news.ycombinator.com/newest,https://news.ycombinator.com/rss",
    "https://pypi.org/project/rich/,https://pypi.org/rss/project/rich/releases.xml",
    "https://letterboxd.com/jane/films/,https://letterboxd.com/jane/rss/",
    "https://jane.itch.io/a-game,https://jane.itch.io/a-game/devlog.rss",
    "https://jane.itch.io/,https://jane.itch.io/devlog.rss",
    "https://odysee.com/@jane:4,https://odysee.com/$/rss/@jane:4",
    "https://rubygems.org/gems/rack,https://rubygems.org/gems/rack/versions.atom",
    "https://crates.io/crates/serde,https://static.crates.io/rss/crates/serde.xml",
    "https://packagist.org/packages/a/b,https://packagist.org/feeds/package.a/b.rss",
    "https://git.sr.ht/~jane/x/tree,https://git.sr.ht/~jane/x/refs/rss.xml",
    "https://world.hey.com/jane/a-story,https://world.hey.com/jane/feed.atom",
    "https://jane.pika.page/about,https://jane.pika.page/posts_feed",
    "https://jane.seesaa.net/,https://jane.seesaa.net/index.rdf",
    "https://jane.blog12.fc2.com/,https://jane.blog12.fc2.com/?xml",
    "https://www.cnblogs.com/jane/p/1.html,https://www.cnblogs.com/jane/rss",
    "https://velog.io/@jane/posts,https://v2.velog.io/rss/jane",
    "https://www.v2ex.com/go/java,https://www.v2ex.com/feed/java.xml",
    "https://show.transistor.fm/episodes,https://feeds.transistor.fm/show",
    "https://lemmy.world/c/books,https://lemmy.world/feeds/c/books.xml?sort=New",
    "https://tube.example/c/talks/videos,https://tube.example/feeds/videos.xml?videoChannelName=talks",
    "https://peertube.example/a/jane,https://peertube.example/feeds/videos.xml?accountName=jane",
    "https://www.youtube.com/c/jane,"
  })
  void platformsHaveRules(String page, @Nullable String feed) {
    if (feed == null) assertThat(Platforms.feeds(FeedUrl.of(page), "", null)).isEmpty();
    else
      assertThat(Platforms.feeds(FeedUrl.of(page), "", null).getFirst().toString()).isEqualTo(feed);
  }

  @ParameterizedTest
  @CsvSource({
    "WordPress 6.5,/feed/ /?feed=rss2 /index.php/feed/ /comments/feed/",
    "Ghost 5.8,/rss/",
    "Hugo 0.120,/index.xml",
    "Jekyll v4.3,/feed.xml /atom.xml",
    "Blogger,/feeds/posts/default /feeds/posts/default?alt=rss",
    "Discourse 3.2,/latest.rss /posts.rss",
    "Drupal 10 (https://www.drupal.org),/rss.xml",
    "Joomla! - Open Source Content Management,/?format=feed&type=rss /?format=feed&type=atom",
    "Wix.com Website Builder,/blog-feed.xml",
    "Squarespace,/x?format=rss /blog?format=rss /news?format=rss",
    "Pelican,/feeds/all.atom.xml",
    "Movable Type 7,/atom.xml /index.rdf",
    "MediaWiki 1.41,/index.php?title=Special:RecentChanges&feed=atom"
  })
  void softwareHasRulesToo(String generator, String paths) {
    String head = "<meta name=generator content='" + generator + "'>";
    assertThat(Platforms.feeds(FeedUrl.of("https://a.example/x"), head, null))
        .extracting(url -> url.toString().substring("https://a.example".length()))
        .containsExactly(paths.split(" ", -1));
  }

  @Test
  void aChannelsTrueNameIsInItsCanonicalAddress() {
    assertThat(
            Platforms.feeds(
                FeedUrl.of("https://www.youtube.com/@jane"),
                "",
                FeedUrl.of("https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv")))
        .hasSize(1);
    assertThat(Platforms.feeds(FeedUrl.of("https://a.example/"), "", null)).isEmpty();
    assertThat(Platforms.feeds(FeedUrl.of("https://github.com/pricing"), "", null)).isEmpty();
  }
}
