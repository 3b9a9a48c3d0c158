package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import freshet.model.ParseOutcome;
import freshet.model.ParsedFeed;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class HostileTest {
  private static final ParseLimits SMALL = new ParseLimits(100_000, 10, 20, 8, 1_000);

  private static ParseOutcome parse(ParseLimits limits, String document) {
    byte[] body = document.getBytes(StandardCharsets.UTF_8);
    return new FeedParser(limits).parse(body, null, URI.create(""), HtmlHandling.RAW);
  }

  private static ParsedFeed read(ParseLimits limits, String document) {
    return ((ParseOutcome.Parsed) parse(limits, document)).feed();
  }

  private static String rss(String inside) {
    return "<rss version=\"2.0\"><channel><title>t</title>" + inside + "</channel></rss>";
  }

  @Test
  void aBodyOverTheLimitIsRefusedWithItsSize() {
    assertThat(parse(SMALL, rss("x".repeat(100_000))))
        .isEqualTo(new ParseOutcome.NotAFeed("It is larger than 0.1 MB"));
  }

  @Test
  void endlessEntriesAreReadUpToTheLimit() {
    assertThat(read(SMALL, rss("<item><title>x</title></item>".repeat(50))).entries()).hasSize(10);
    assertThat(read(SMALL, rss("<item><title>x</title>".repeat(50))).entries()).hasSize(10);
  }

  @Test
  void nestingWithoutEndIsCutOff() {
    String deep = rss("<item><title>a</title></item>" + "<x>".repeat(20_000));
    assertThat(read(ParseLimits.DEFAULT, deep).entries()).hasSize(1);
    String divs = "<div>".repeat(20_000);
    String inText = rss("<item><description>" + divs + "</description></item>");
    assertThat(read(ParseLimits.DEFAULT, inText).entries()).hasSize(1);
  }

  @Test
  void endlessAttributesDoNotStopTheRest() {
    StringBuilder many = new StringBuilder("<item");
    for (int i = 0; i < 5_000; i++) many.append(" a").append(i).append("=\"x\"");
    assertThat(read(ParseLimits.DEFAULT, rss(many + "><title>x</title></item>")).entries())
        .hasSize(1);
  }

  @Test
  void entitiesThatGrowWithoutEndAreNotExpanded() {
    StringBuilder dtd = new StringBuilder("<!DOCTYPE rss [<!ENTITY a0 \"haha\">");
    for (int i = 1; i < 8; i++) {
      dtd.append("<!ENTITY a")
          .append(i)
          .append(" \"")
          .append(("&a" + (i - 1) + ";").repeat(10))
          .append("\">");
    }
    ParsedFeed feed =
        read(ParseLimits.DEFAULT, dtd + "]>" + rss("<item><title>&a7;</title></item>"));
    String title = feed.entries().getFirst().title();
    assertThat(title == null ? 0 : title.length()).isLessThan(1_000_000);
    assertThat(feed.wellFormed()).isFalse();
  }

  @Test
  void aLongEntityRepeatedOftenIsNotExpandedWithoutEnd() {
    String dtd = "<!DOCTYPE rss [<!ENTITY a \"" + "x".repeat(50_000) + "\">]>";
    ParsedFeed feed =
        read(
            ParseLimits.DEFAULT,
            dtd + rss("<item><title>" + "&a;".repeat(5_000) + "</title></item>"));
    String title = feed.entries().getFirst().title();
    assertThat(title == null ? 0 : title.length()).isLessThan(40_000_000);
  }

  @Test
  void noFileIsEverRead(@TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "the secret");
    String dtd =
        "<!DOCTYPE rss SYSTEM \""
            + secret.toUri()
            + "\" [<!ENTITY x SYSTEM \""
            + secret.toUri()
            + "\"><!ENTITY % p SYSTEM \""
            + secret.toUri()
            + "\">%p;]>";
    ParseOutcome outcome =
        parse(ParseLimits.DEFAULT, dtd + rss("<item><title>a&x;b</title></item>"));
    assertThat(outcome.toString()).doesNotContain("the secret");
  }

  @Test
  void nestingWithoutEndInJsonIsNoFeedAndNoBugOfOurs() {
    String arrays =
        "{\"version\":\"https://jsonfeed.org/version/1.1\",\"x\":" + "[".repeat(200_000);
    assertThat(parse(ParseLimits.DEFAULT, arrays)).isNotInstanceOf(ParseOutcome.Broken.class);
    String objects = "{\"items\":" + "[{\"items\":".repeat(100_000);
    assertThat(parse(ParseLimits.DEFAULT, objects)).isNotInstanceOf(ParseOutcome.Broken.class);
  }

  @Test
  void aBugOfOursIsNoFaultOfThePublisherAndInTheLogWithTheAddress() {
    var log = (Logger) LoggerFactory.getLogger(FeedParser.class);
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    log.addAppender(lines);
    try {
      ParseOutcome outcome =
          FeedParser.guarded(
              URI.create("https://me:secret@a.example/feed"),
              () -> {
                throw new IndexOutOfBoundsException("of ours");
              });
      assertThat(outcome).isEqualTo(new ParseOutcome.Broken());
      assertThat(new ParseOutcome.Broken().reason()).contains("bug of its own", "in the log");
    } finally {
      log.detachAppender(lines);
    }
    var line = lines.list.getFirst();
    assertThat(line.getLevel()).isEqualTo(Level.ERROR);
    assertThat(line.getFormattedMessage()).startsWith("https://a.example/feed ");
    assertThat(line.getThrowableProxy().getMessage()).isEqualTo("of ours");
  }

  @Test
  void whatIsNoFeedIsNamed() {
    assertThat(parse(SMALL, "<!DOCTYPE html><html><body>hi</body></html>"))
        .isEqualTo(new ParseOutcome.NotAFeed("It is a web page, not a feed"));
    assertThat(parse(SMALL, "")).isEqualTo(new ParseOutcome.NotAFeed("It is empty"));
    assertThat(parse(SMALL, "<urlset/>"))
        .isEqualTo(new ParseOutcome.NotAFeed("It is a sitemap, not a feed"));
    assertThat(parse(SMALL, "[1,2]")).isInstanceOf(ParseOutcome.NotAFeed.class);
    assertThat(parse(SMALL, "\u0000\u0001\u0002")).isInstanceOf(ParseOutcome.NotAFeed.class);
  }
}
