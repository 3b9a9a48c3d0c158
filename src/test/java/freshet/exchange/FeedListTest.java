package freshet.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Feed;
import freshet.model.FeedUrl;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FeedListTest {

  @Test
  void nestedFoldersBecomeOnePath() {
    var list =
        read(
            """
            <opml version="2.0"><body>
              <outline text="News"><outline title="Tallinn">
                <outline type="rss" text="Õhtuleht" xmlUrl="https://a.example/rss"/>
              </outline></outline>
              <outline text="Alone" xmlURL=" b.example/feed "/>
            </body></opml>
            """);
    assertThat(list.feeds())
        .containsExactly(
            new FeedList.Listed(FeedUrl.of("https://a.example/rss"), "Õhtuleht", "News/Tallinn"),
            new FeedList.Listed(FeedUrl.of("https://b.example/feed"), "Alone", null));
    assertThat(list.leftOut()).isEmpty();
  }

  @Test
  void dirtyOpmlIsReadAndWhatIsNoFeedIsReported() {
    var list =
        read(
            """
            <opml><body>
              <outline text="Fish & chips" xmlUrl="http://a.example/?x=1&y=2">
              <outline text="Broken" xmlUrl="http://"/>
              <outline text="Nothing"/>
              <outline text="Again" xmlUrl="http://a.example/?x=1&amp;y=2"/>
            """);
    assertThat(list.feeds())
        .extracting(f -> f.url().toString())
        .containsExactly("http://a.example/?x=1&y=2");
    assertThat(list.leftOut()).hasSize(2);
    assertThat(list.leftOut().toString()).contains("'Nothing': the outline has no xmlUrl");
  }

  @Test
  void theAddressIsFoundInAnyColumn() {
    var list =
        read(
            "name;reg;web\n"
                + "OÜ Kask;123;www.kask.example\n"
                + "\"Mets; ja maa\";9;https://mets.example/x\n");
    assertThat(list.feeds())
        .containsExactly(
            new FeedList.Listed(FeedUrl.of("https://www.kask.example"), "OÜ Kask", null),
            new FeedList.Listed(FeedUrl.of("https://mets.example/x"), "Mets; ja maa", null));
  }

  @Test
  void aBrokenLineSpoilsOnlyItself() {
    var list =
        read("https://a.example/\n\"never closed, https://b.example/\nhttps://c.example/\nhello\n");
    assertThat(list.feeds()).extracting(f -> f.url().host()).contains("a.example", "c.example");
    assertThat(list.leftOut()).anyMatch(s -> s.startsWith("Line 4 has no address"));
  }

  @Test
  void encodingsAreTold() {
    String line = "https://a.example/,Tänav";
    for (byte[] file :
        List.of(line.getBytes(UTF_8), line.getBytes(UTF_16), line.getBytes(ISO_8859_1))) {
      assertThat(FeedListReader.read(file).feeds().getFirst().title()).isEqualTo("Tänav");
    }
  }

  @Test
  void aWebPageIsNoList() {
    var list = read("<!doctype html><html><a href='https://a.example'>x</a></html>");
    assertThat(list.feeds()).isEmpty();
    assertThat(list.leftOut())
        .containsExactly(
            "This is a web page, not a list of feeds (OPML, CSV or an address a line)");
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    Feed f =
        new Feed(
            7,
            FeedUrl.of("https://a.example/?a=1&b=<2>"),
            "a.example",
            null,
            "A & \"B\" \u0007<c>",
            null,
            null,
            "et",
            null,
            null,
            Feed.State.ACTIVE,
            Instant.EPOCH,
            Feed.Asking.FRESH,
            Feed.Plan.NEW,
            Feed.Health.UNKNOWN,
            3);
    StringWriter opml = new StringWriter();
    FeedListWriter.opml(List.of(f), Map.of(7L, "News"), Instant.EPOCH, opml);
    assertThat(read(opml.toString()).feeds())
        .containsExactly(new FeedList.Listed(f.url(), "A & \"B\" <c>", "News"));
    StringWriter csv = new StringWriter();
    FeedListWriter.csv(List.of(f), Map.of(), csv);
    assertThat(read(csv.toString()).feeds()).hasSize(1);
  }

  private static FeedList read(String text) {
    return FeedListReader.read(text.getBytes(UTF_8));
  }
}
