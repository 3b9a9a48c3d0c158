package freshet.discover;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import freshet.model.ParseOutcome;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SmallestSetTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final FeedUrl SITE = FeedUrl.of("https://a.example/");

  @Test
  void twoFormatsOfTheSameEntriesAreOneFeed() {
    FoundFeed rss = feed("/rss.xml", How.ALTERNATE, "Blog", rss("Blog", "en", 1, 10));
    FoundFeed atom = feed("/atom.xml", How.LINK, "Blog", atom("Blog", 1, 10));
    assertThat(atom.format()).startsWith("atom");
    assertThat(SmallestSet.of(List.of(atom, rss))).containsExactly(rss);
  }

  @Test
  void aFeedOfAllMakesItsPartsNeedlessAndWhatItLacksIsKept() {
    FoundFeed all = feed("/feed/", How.ALTERNATE, "All", rss("All", "en", 1, 40));
    FoundFeed part = feed("/c/feed/", How.ALTERNATE, "Part", rss("Part", "en", 5, 15));
    FoundFeed other = feed("/d/feed/", How.LINK, "Other", rss("Other", "en", 30, 60));
    assertThat(SmallestSet.of(List.of(part, other, all))).containsExactlyInAnyOrder(all, other);
  }

  @Test
  void commentsAreLeftOutUnlessThereIsNothingElse() {
    FoundFeed all = feed("/feed/", How.ALTERNATE, "All", rss("All", "en", 1, 10));
    FoundFeed comments = feed("/comments/feed/", How.ALTERNATE, "x", rss("x", "en", 100, 130));
    assertThat(comments.comments()).isTrue();
    assertThat(comments.score()).isLessThan(all.score());
    assertThat(SmallestSet.of(List.of(comments, all))).containsExactly(all);
    assertThat(SmallestSet.of(List.of(comments))).containsExactly(comments);
  }

  @Test
  void anEmptyFeedIsKeptWhereThereIsNoOther() {
    FoundFeed empty = feed("/feed/", How.ALTERNATE, "Empty", rss("Empty", "en", 0, -1));
    assertThat(SmallestSet.of(List.of(empty))).containsExactly(empty);
    assertThat(SmallestSet.of(List.of())).isEmpty();
  }

  @Test
  void aFeedIsDescribed() {
    FoundFeed f = feed("/feed/", How.ALTERNATE, "Jõe Leht", rss("Jõe Leht", "et-EE", 0, 9));
    assertThat(f.title()).isEqualTo("Jõe Leht");
    assertThat(f.format()).isEqualTo("rss 2.0");
    assertThat(f.language()).isEqualTo("et");
    assertThat(f.lastEntry()).isEqualTo(NOW);
    assertThat(f.entriesPerDay()).isCloseTo(1, org.assertj.core.data.Offset.offset(0.01));
    assertThat(f.score()).isBetween(0.8, 1.0);
  }

  @Test
  void theLanguageIsReadFromTheTextsWhereNoneOrTheSoftwaresOwnIsDeclared() {
    assertThat(feed("/feed/", How.LINK, "x", rss("x", "en-US", 0, 9)).language()).isEqualTo("xx");
    assertThat(feed("/feed/", How.LINK, "x", rss("x", "", 0, 9)).language()).isEqualTo("xx");
  }

  private static FoundFeed feed(String path, How how, String words, String xml) {
    FeedUrl url = FeedUrl.of("https://a.example" + path);
    var outcome =
        new FeedParser(ParseLimits.DEFAULT)
            .parse(xml.getBytes(UTF_8), null, url.uri(), HtmlHandling.SANITISED);
    return new Describer(_ -> "xx")
        .describe(SITE, url, how, SITE, words, ((ParseOutcome.Parsed) outcome).feed(), NOW);
  }

  /// Entries with the numbers from … to, a day each, the last one now.
  private static String rss(String title, String language, int from, int to) {
    StringBuilder s =
        new StringBuilder("<rss version=\"2.0\"><channel><title>" + title + "</title>");
    s.append("<language>").append(language).append("</language>");
    for (int i = to; i >= from; i--) {
      s.append("<item><title>An entry with number ").append(i).append("</title>");
      s.append("<link>https://www.a.example/entry/").append(i).append("/</link>");
      s.append("<guid isPermaLink=\"false\">g").append(i).append("</guid>");
      s.append("<description>Text ").append(i).append("</description><pubDate>");
      s.append(
          DateTimeFormatter.RFC_1123_DATE_TIME.format(
              NOW.minus(Duration.ofDays(to - i)).atOffset(ZoneOffset.UTC)));
      s.append("</pubDate></item>");
    }
    return s.append("</channel></rss>").toString();
  }

  private static String atom(String title, int from, int to) {
    StringBuilder s =
        new StringBuilder(
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>" + title + "</title>");
    for (int i = to; i >= from; i--) {
      s.append("<entry><title>Entry ").append(i).append("</title><id>urn:x:").append(i);
      s.append("</id><link href=\"http://a.example/entry/")
          .append(i)
          .append("?utm_source=feed\"/>");
      s.append("<updated>").append(NOW.minus(Duration.ofDays(to - i))).append("</updated></entry>");
    }
    return s.append("</feed>").toString();
  }
}
