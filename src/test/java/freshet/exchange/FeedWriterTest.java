package freshet.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.exchange.OutFeed.OutEntry;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.ParseOutcome.Parsed;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.ParsedFeed.Enclosure;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FeedWriterTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

  private static Entry entry(
      long id, String title, @Nullable String link, @Nullable Instant edited) {
    return new Entry(
        id,
        5,
        "The \"Paper\" & Co",
        "guid-" + id,
        link,
        title,
        "An excerpt",
        List.of("Jane Roe"),
        List.of("News & Views"),
        null,
        NOON.minusSeconds(id),
        false,
        NOON,
        null,
        edited,
        "et",
        Duration.ofMinutes(62));
  }

  private static OutFeed feed() {
    EntryBody body =
        new EntryBody(
            "<p>Summary &amp; more</p>",
            "<p>All ]]> of <b>it</b> \u0001</p>",
            List.of(),
            List.of(new Enclosure("https://a.example/x.mp3", "audio/mpeg", 123L)),
            List.of(),
            null,
            null);
    return new OutFeed(
        "Cats <& dogs>",
        "https://freshet.example/search?saved=1",
        "https://freshet.example/out/abc.rss",
        null,
        List.of(
            new OutEntry(
                entry(1, "One <b>not bold</b>", "https://a.example/1?x=1&y=2", null), body),
            new OutEntry(
                entry(2, "Two", "javascript:alert(1)", NOON.plusSeconds(60)), EntryBody.EMPTY),
            new OutEntry(entry(3, "", null, null), EntryBody.EMPTY)));
  }

  @Test
  void addressesOfRealFeedsAreWrittenAsTheyMustBe() throws IOException {
    Entry entry = entry(1, "One", "https://a.example/x|y z?q={a}&p=100%", null);
    OutFeed feed =
        new OutFeed(
            "F",
            "https://freshet.example/",
            "https://freshet.example/out/abc.rss",
            null,
            List.of(new OutEntry(entry, EntryBody.EMPTY)));
    for (String format : List.of("rss", "atom", "json")) {
      assertThat(write(format, feed)).as(format).contains("https://a.example/x%7Cy%20z?q=%7Ba%7D");
    }
  }

  private static String write(String format, OutFeed feed) throws IOException {
    StringWriter out = new StringWriter();
    switch (format) {
      case "rss" -> FeedWriter.rss(feed, NOON, out);
      case "atom" -> FeedWriter.atom(feed, NOON, out);
      default -> FeedWriter.json(feed, out);
    }
    return out.toString();
  }

  private static ParsedFeed parse(String text) {
    var outcome =
        new FeedParser(ParseLimits.DEFAULT)
            .parse(
                text.getBytes(StandardCharsets.UTF_8),
                null,
                URI.create("https://freshet.example/out/abc"),
                HtmlHandling.RAW);
    assertThat(outcome).isInstanceOf(Parsed.class);
    return ((Parsed) outcome).feed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rss", "atom", "json"})
  void whatIsWrittenIsReadBackTheSame(String format) throws IOException {
    ParsedFeed read = parse(write(format, feed()));
    assertThat(read.wellFormed()).isTrue();
    assertThat(read.channel().title()).isEqualTo("Cats <& dogs>");
    assertThat(read.channel().link()).isEqualTo("https://freshet.example/search?saved=1");
    assertThat(read.channel().self()).isEqualTo("https://freshet.example/out/abc.rss");
    assertThat(read.entries()).hasSize(3);
    ParsedEntry one = read.entries().getFirst();
    assertThat(one.link()).isEqualTo("https://a.example/1?x=1&y=2");
    assertThat(one.published()).isEqualTo(NOON.minusSeconds(1));
    assertThat(one.content()).contains("]]>").contains("<b>it</b>");
    assertThat(one.authors().getFirst().name()).isEqualTo("Jane Roe");
    assertThat(one.categories()).containsExactly("News & Views");
    assertThat(one.enclosures())
        .containsExactly(new Enclosure("https://a.example/x.mp3", "audio/mpeg", 123L));
    assertThat(one.language()).isEqualTo("et");
    if (!format.equals("atom")) assertThat(one.duration()).isEqualTo(Duration.ofMinutes(62));
    assertThat(read.entries().get(1).link()).isNull();
    assertThat(read.entries().get(2).title()).isEqualTo("An excerpt");
    assertThat(read.entries().stream().map(ParsedEntry::id)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rss", "atom", "json"})
  void addressesThatOnlyBrowsersUnderstandArePercentEncoded(String format) throws IOException {
    Enclosure file = new Enclosure("https://a.example/a b{1}.mp3", "audio/mpeg", 1L);
    EntryBody body =
        new EntryBody("<p>x</p>", null, List.of(), List.of(file), List.of(), null, null);
    Entry odd = entry(1, "One", "https://a.example/x|y?100%", null);
    OutFeed feed =
        new OutFeed(
            "t",
            "https://a.example/",
            "https://a.example/f",
            null,
            List.of(new OutEntry(odd, body)));
    ParsedEntry read = parse(write(format, feed)).entries().getFirst();
    assertThat(read.link()).isEqualTo("https://a.example/x%7Cy?100%25");
    assertThat(read.enclosures())
        .containsExactly(new Enclosure("https://a.example/a%20b%7B1%7D.mp3", "audio/mpeg", 1L));
  }

  @Test
  void theIdOfAnEntryStaysWhenItIsEdited() throws IOException {
    OutFeed before =
        new OutFeed(
            "t",
            "https://a.example/",
            "https://a.example/f",
            null,
            List.of(new OutEntry(entry(1, "One", null, null), EntryBody.EMPTY)));
    OutFeed after =
        new OutFeed(
            "t",
            "https://a.example/",
            "https://a.example/f",
            null,
            List.of(new OutEntry(entry(1, "Changed", null, NOON), EntryBody.EMPTY)));
    assertThat(parse(write("atom", before)).entries().getFirst().id())
        .isEqualTo(parse(write("atom", after)).entries().getFirst().id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rss", "atom", "json"})
  void anEmptyViewIsAFeedToo(String format) throws IOException {
    ParsedFeed read =
        parse(
            write(
                format,
                new OutFeed("t", "https://a.example/", "https://a.example/f", null, List.of())));
    assertThat(read.entries()).isEmpty();
  }
}
