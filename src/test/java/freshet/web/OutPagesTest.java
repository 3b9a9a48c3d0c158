package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.ParseOutcome.Parsed;
import freshet.model.Selection;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import freshet.store.Stories;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutPagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @TempDir Path folder;
  private Site site;
  private long harbour;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(NOW));
    harbour = site.samples.feed("https://harbour.example/rss", "News");
    long other = site.samples.feed("https://other.example/rss", "More");
    site.samples.poll(
        harbour, "Harbour Courier", NOW, Text.of("The lighthouse is lit", "Lit.", NOW).in("en"));
    site.samples.poll(
        other, "Other", NOW, Text.of("Kassid magavad", "Vana maja", NOW.minusSeconds(60)).in("et"));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private String open(String view) throws IOException {
    var answer = site.post(view, "/out", Map.of("view", view, "title", "A & view"));
    assertThat(answer.status()).isEqualTo(303);
    String page = site.get(view).text();
    int at = page.indexOf("/out/");
    return page.substring(at, page.indexOf(".rss", at));
  }

  @Test
  void whatIsHiddenIsNotInTheFeedOfTheRiver() throws IOException {
    site.store.subscriptions().setHidden(1, harbour, true);
    String rss = site.get(open("/") + ".rss").text();
    assertThat(rss).contains("Kassid").doesNotContain("lighthouse");
  }

  @Test
  void everyViewOfTheRiverIsAFeedInThreeFormats() throws IOException {
    for (var view :
        Map.of("/", 2, "/?feed=" + harbour, 1, "/?lang=et", 1, "/?folder=More", 1, "/?topic=x", 0)
            .entrySet()) {
      String out = open(view.getKey());
      for (String format : new String[] {"rss", "atom", "json"}) {
        var file = site.get(out + "." + format);
        var outcome =
            new FeedParser(ParseLimits.DEFAULT)
                .parse(
                    file.text().getBytes(StandardCharsets.UTF_8),
                    file.header("Content-Type"),
                    URI.create(site.base + out),
                    HtmlHandling.SANITISED);
        assertThat(outcome).as(view.getKey() + format).isInstanceOf(Parsed.class);
        var read = ((Parsed) outcome).feed();
        assertThat(read.channel().title()).isEqualTo("A & view");
        assertThat(read.entries()).as(view.getKey() + format).hasSize(view.getValue());
      }
    }
  }

  @Test
  void aViewIsAlsoAPageThatOtherSitesCanShowWithinTheirs() throws IOException {
    String out = open("/");
    var page = site.get(out + ".html?max=1");
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.header("Content-Security-Policy"))
        .contains("default-src 'none'", "frame-ancestors *");
    assertThat(page.header("X-Frame-Options")).isEmpty();
    assertThat(page.text()).contains("A &amp; view", "The lighthouse is lit");
    assertThat(page.text()).doesNotContain("Kassid magavad");
    assertThat(site.get(out + ".html").text()).contains("Kassid magavad");
    java.nio.file.Files.createDirectories(folder.resolve("templates"));
    java.nio.file.Files.writeString(
        folder.resolve("templates/mine.html"), "{{#entries}}<b>{{title}}</b>{{/entries}}");
    assertThat(site.get(out + ".html?template=mine&max=1").text())
        .isEqualTo("<b>The lighthouse is lit</b>");
    assertThat(site.get(out + ".html?template=../mine").status()).isEqualTo(404);
    assertThat(site.get("/").header("X-Frame-Options")).isEqualTo("DENY");
  }

  @Test
  void starsAStoryAndATagAreFeedsTooAndNameTheirHub() throws IOException {
    long entry =
        site.store
            .stories()
            .page(Selection.ALL, Stories.Reader.ANYBODY, null, 1)
            .getFirst()
            .entry()
            .id();
    site.post("/", "/mark", Map.of("do", "star:" + entry));
    site.post("/", "/mark", Map.of("do", "tag:" + entry, "tag", "to read"));
    for (String view : new String[] {"/starred", "/entry/" + entry, "/?tag=to+read"}) {
      String out = open(view);
      for (String format : new String[] {"rss", "atom", "json"}) {
        var file = site.get(out + "." + format);
        var read =
            ((Parsed)
                    new FeedParser(ParseLimits.DEFAULT)
                        .parse(
                            file.text().getBytes(StandardCharsets.UTF_8),
                            file.header("Content-Type"),
                            URI.create(site.base + out),
                            HtmlHandling.SANITISED))
                .feed();
        assertThat(read.entries()).as(view + format).hasSize(1);
        assertThat(read.channel().hub()).as(view + format).endsWith("/hub");
        assertThat(read.channel().self()).as(view + format).endsWith(out + "." + format);
        assertThat(file.header("Link")).contains("rel=\"hub\"");
      }
    }
  }

  @Test
  void aTagStandsOnTheEntryAndInTheRiverUntilItIsTakenOff() throws IOException {
    long entry =
        site.store
            .stories()
            .page(Selection.ALL, Stories.Reader.ANYBODY, null, 1)
            .getFirst()
            .entry()
            .id();
    site.post("/", "/mark", Map.of("do", "tag:" + entry, "tag", "a:b & c"));
    String link = "href=\"/?tag=a%3Ab+%26+c\"";
    assertThat(site.get("/entry/" + entry).text()).contains(link);
    assertThat(site.get("/").text()).contains(link);
    assertThat(site.get("/?tag=a%3Ab+%26+c").text()).contains("/entry/" + entry);
    assertThat(site.get("/?tag=other").text()).doesNotContain("/entry/" + entry);
    site.post("/", "/mark", Map.of("do", "untag:" + entry + ":a:b & c"));
    assertThat(site.get("/entry/" + entry).text()).doesNotContain(link);
  }

  @Test
  void whoHasItAlreadyIsToldSo() throws IOException {
    String out = open("/") + ".atom";
    String tag = site.get(out).header("ETag");
    var again = site.get(out, "If-None-Match", tag);
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.text()).isEmpty();
    site.samples.poll(harbour, "Harbour Courier", NOW, Text.of("More", "News", NOW).in("en"));
    assertThat(site.get(out, "If-None-Match", tag).status()).isEqualTo(200);
  }

  @Test
  void aViewKeepsItsAddressUntilItIsClosed() throws IOException {
    String out = open("/?lang=et");
    assertThat(open("/?lang=et")).isEqualTo(out);
    site.post("/?lang=et", "/out", Map.of("view", "/?lang=et", "close", "1"));
    assertThat(site.get(out + ".rss").status()).isEqualTo(404);
    assertThat(open("/?lang=et")).isNotEqualTo(out);
  }

  @Test
  void onlyViewsOfTheRiverAreOpened() throws IOException {
    for (String view : new String[] {"https://evil.example/", "//evil.example", "/?feed=x", ""}) {
      assertThat(site.post("/", "/out", Map.of("view", view)).status()).as(view).isEqualTo(422);
    }
    assertThat(site.postPlain("/out", Map.of("view", "/")).status()).isEqualTo(403);
  }
}
