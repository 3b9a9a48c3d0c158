package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.ParseOutcome.Parsed;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.ParsedFeed.Channel;
import freshet.model.ParsedFeed.Enclosure;
import freshet.model.ParsedFeed.Link;
import freshet.model.ParsedFeed.Media;
import freshet.model.ParsedFeed.Person;
import freshet.parse.ns.Most;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ReadElsewhereTest {
  private static final String LONG = "l".repeat(10_000);

  private final FeedParser parser = new FeedParser(ParseLimits.DEFAULT);
  private final ReadElsewhere elsewhere = new ReadElsewhere();

  @ParameterizedTest
  @MethodSource("freshet.parse.FixturesTest#feeds")
  void whatWasReadHonestlyStaysAsItIs(String name) throws IOException {
    byte[] body = Files.readAllBytes(FixturesTest.FEEDS.resolve(name));
    URI address = URI.create("https://feeds.example/here/" + name);
    var outcome = parser.parse(body, null, address, HtmlHandling.SANITISED);
    if (!(outcome instanceof Parsed(ParsedFeed read))) return;
    assertThat(elsewhere.feed(read)).isEqualTo(read);
    assertThat(read.entries()).allSatisfy(e -> assertThat(elsewhere.entry(e)).isEqualTo(e));
  }

  @Test
  void footnotesStayWhereTheyLead() {
    String html =
        Sanitiser.safe(
            "<p>A word<a href='#note-1' id='back-1'>1</a></p>"
                + "<p id='note-1'>A note <a href='#back-1'>back</a></p>",
            "https://feeds.example/");
    assertThat(html).contains("#fn-note-1");
    assertThat(elsewhere.html(html)).isEqualTo(html);
  }

  @Test
  void whatReadingWouldNotHaveKeptIsNotKept() {
    String evil = "<p onclick=\"go()\">text<script>go()</script></p>";
    ParsedEntry forged =
        new ParsedEntry(
            1,
            2,
            3,
            "id",
            "t".repeat(Most.TITLE + 1),
            "javascript:go()",
            List.of(new Link(null, " JavaScript:go()", null), new Link(LONG, "https://a/", LONG)),
            null,
            false,
            null,
            null,
            List.of(
                new Person(null, null, "javascript:go()"),
                new Person(LONG, LONG, "https://" + "a".repeat(10_000))),
            evil,
            "x".repeat(5_000_000) + evil,
            Collections.nCopies(Most.OF_ONE_KIND + 1, "c"),
            List.of(
                new Enclosure("data:text/html,x", null, null),
                new Enclosure("https://a/sound", LONG, null)),
            "vbscript:go()",
            null,
            null,
            "https://a/picture",
            List.of(new Media("https://a/film", LONG, LONG, null, null, LONG, null, LONG)),
            Map.of("duration", "1".repeat(Most.VALUE + 1)));
    byte[] rss =
        "<rss version='2.0'><channel><title>T</title></channel></rss>"
            .getBytes(StandardCharsets.UTF_8);
    var parsed = (Parsed) parser.parse(rss, null, URI.create("https://a/"), HtmlHandling.SANITISED);
    Channel c = parsed.feed().channel();
    Channel told =
        new Channel(
            c.title(),
            "javascript:go()",
            null,
            null,
            null,
            evil,
            null,
            null,
            null,
            List.of(),
            null,
            null,
            null,
            null,
            List.of(),
            null,
            IntStream.range(-10, 100).boxed().toList(),
            Collections.nCopies(100, LONG),
            null,
            List.of(),
            Map.of());
    ParsedFeed feed = elsewhere.feed(new ParsedFeed("rss 2.0", true, told, List.of(forged)));
    Channel channel = feed.channel();
    assertThat(channel.link()).isNull();
    assertThat(channel.description()).isEqualTo("<p>text</p>");
    assertThat(channel.skipHours()).hasSize(24);
    assertThat(channel.skipDays()).hasSize(Most.OF_ONE_KIND).allMatch(ReadElsewhereTest::isCut);

    ParsedEntry bounded = feed.entries().getFirst();
    assertThat(bounded.title()).as("rules of users work on nothing longer").hasSize(Most.TITLE);
    assertThat(bounded.content()).hasSizeLessThan(2 * Most.HTML);

    ParsedEntry kept = elsewhere.entry(bounded);
    assertThat(kept.summary()).isEqualTo("<p>text</p>");
    assertThat(kept.content()).hasSizeLessThan(2 * Most.HTML).doesNotContain("script");
    assertThat(kept.title()).hasSize(Most.TITLE);
    assertThat(kept.link()).isNull();
    assertThat(kept.comments()).isNull();
    assertThat(kept.image()).isEqualTo("https://a/picture");
    assertThat(kept.links()).extracting(Link::url).containsExactly("https://a/");
    assertThat(kept.links()).allMatch(l -> isCut(l.rel()) && isCut(l.type()));
    assertThat(kept.authors()).extracting(Person::uri).containsExactly(null, null);
    assertThat(kept.enclosures()).singleElement().matches(e -> isCut(e.type()));
    assertThat(kept.media())
        .singleElement()
        .matches(m -> isCut(m.type()) && isCut(m.medium()) && m.thumbnail() == null);
    assertThat(kept.categories()).hasSize(Most.OF_ONE_KIND);
    assertThat(kept.more().get("duration")).hasSize(Most.VALUE);
  }

  private static boolean isCut(@Nullable String word) {
    return word != null && word.length() == Most.NAME;
  }
}
