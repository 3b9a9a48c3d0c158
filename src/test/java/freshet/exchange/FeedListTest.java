package freshet.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Feed;
import freshet.model.FeedUrl;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
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
            FeedList.Listed.of(
                FeedUrl.of("https://a.example/rss"), "Õhtuleht", "News/Tallinn", null),
            FeedList.Listed.of(FeedUrl.of("https://b.example/feed"), "Alone", null, null));
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
            FeedList.Listed.of(FeedUrl.of("https://www.kask.example"), "OÜ Kask", null, null),
            FeedList.Listed.of(FeedUrl.of("https://mets.example/x"), "Mets; ja maa", null, null));
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
  void theDeclaredEncodingOfAnOpmlFileIsObeyed() {
    for (String[] sample :
        new String[][] {
          {"windows-1251", "Новости"},
          {"koi8-r", "Новости"},
          {"shift_jis", "ニュース①"},
          {"gb2312", "新闻"},
          {"big5", "新聞"},
          {"euc-kr", "뉴스"},
          {"euc-jp", "ニュース"},
          {"iso-2022-jp", "ニュース"},
          {"windows-1250", "Zprávy ž"},
          {"iso-8859-2", "Zprávy ž"},
          {"iso-8859-7", "Νέα"},
          {"iso-8859-15", "Prix en €"},
          {"windows-1252", "Täglich – neu"},
          {"utf-8", "Õhtuleht"},
          {"nonsense", "Täglich"},
        }) {
      String opml =
          "<?xml version='1.0' encoding='%s'?>\n<opml><body><outline text=\"%s\" xmlUrl=\"https://a.example/\"/></body></opml>"
              .formatted(sample[0], sample[1]);
      String charset =
          switch (sample[0]) {
            case "shift_jis" -> "windows-31j";
            case "nonsense" -> "windows-1252";
            default -> sample[0];
          };
      byte[] file = opml.getBytes(Charset.forName(charset));
      assertThat(FeedListReader.read(file).feeds().getFirst().title())
          .as(sample[0])
          .isEqualTo(sample[1]);
    }
    // Declared one thing, written in another.
    String wrong =
        "<?xml version='1.0' encoding='windows-1251'?><opml><outline text='Новости'"
            + " xmlUrl='https://a.example/'/></opml>";
    assertThat(read(wrong).feeds().getFirst().title()).isEqualTo("Новости");
    String small = wrong.replace("windows-1251", "utf-16");
    for (Charset c : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      assertThat(FeedListReader.read(small.getBytes(c)).feeds().getFirst().title())
          .isEqualTo("Новости");
    }
  }

  @Test
  void aFeedInTwoFoldersIsInBoth() {
    var list =
        read(
            """
            <opml version="1.0"><body>
              <outline text="A"><outline type="rss" text="X" xmlUrl="https://x.example/rss"
                htmlUrl="https://x.example/" description="About x"/></outline>
              <outline text="B"><outline type="rss" text="X" xmlUrl="https://x.example/rss"/></outline>
              <outline text="Y" category="/C/D,/E, ,/C/D" xmlUrl="https://y.example/rss"/>
            </body></opml>
            """);
    assertThat(list.feeds().get(0))
        .isEqualTo(
            new FeedList.Listed(
                FeedUrl.of("https://x.example/rss"),
                "X",
                List.of("A", "B"),
                null,
                "https://x.example/",
                "About x"));
    assertThat(list.feeds().get(1).folders()).containsExactly("C/D", "E");
  }

  @Test
  void whatFreshRssMakesOfPagesIsLeftOutWithASentence() {
    var list =
        read(
            """
            <opml xmlns:frss="https://freshrss.org/opml"><body>
              <outline text="Scraped" type="HTML+XPath" xmlUrl="https://s.example/"
                frss:xPathItem="//article"/>
              <outline text="Dots" type="JSON+DotNotation" xmlUrl="https://d.example/"/>
              <outline text="Feed" type="rss" xmlUrl="https://f.example/rss"/>
            </body></opml>
            """);
    assertThat(list.feeds()).hasSize(1);
    assertThat(list.leftOut()).hasSize(2).allMatch(s -> s.contains("which Freshet cannot do"));
  }

  @Test
  void aWebPageIsNoList() {
    var list = read("<!doctype html><html><a href='https://a.example'>x</a></html>");
    assertThat(list.feeds()).isEmpty();
    assertThat(list.leftOut())
        .containsExactly(
            "This is a web page, not a list of feeds (OPML, CSV or one address per line)");
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
            3,
            null);
    StringWriter opml = new StringWriter();
    FeedListWriter.opml(
        List.of(f), Map.of(7L, List.of("News")), Map.of(7L, "ETV-17"), Instant.EPOCH, opml);
    assertThat(read(opml.toString()).feeds())
        .containsExactly(FeedList.Listed.of(f.url(), "A & \"B\" <c>", "News", "ETV-17"));
    StringWriter nested = new StringWriter();
    List<String> folders = List.of("News/Science/Space", "News", "Best & last");
    FeedListWriter.opml(List.of(f), Map.of(7L, folders), Map.of(), Instant.EPOCH, nested);
    assertThat(nested.toString())
        .containsSubsequence(
            "text=\"Best &amp; last\"", "text=\"News\"", "text=\"Science\"", "text=\"Space\"");
    assertThat(read(nested.toString()).feeds().getFirst().folders())
        .containsExactlyInAnyOrderElementsOf(folders);
    StringWriter csv = new StringWriter();
    FeedListWriter.csv(List.of(f), Map.of(7L, List.of("News")), Map.of(7L, "ETV-17"), csv);
    assertThat(read(csv.toString()).feeds())
        .singleElement()
        .satisfies(listed -> {
          assertThat(listed.id()).isEqualTo("ETV-17");
          assertThat(listed.folder()).isEqualTo("News");
        });
  }

  @Test
  void aHeadingNamesTheColumnOfTheUsersOwnIds() {
    var list =
        read("id,url,title\nETV-17,https://etv.example/rss,ETV news\n,https://b.example/rss,\n");
    assertThat(list.feeds())
        .containsExactly(
            FeedList.Listed.of(FeedUrl.of("https://etv.example/rss"), "ETV news", null, "ETV-17"),
            FeedList.Listed.of(FeedUrl.of("https://b.example/rss"), null, null, null));
  }

  private static FeedList read(String text) {
    return FeedListReader.read(text.getBytes(UTF_8));
  }
}
