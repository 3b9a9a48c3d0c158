package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PicturePagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  /// A point.
  static final byte[] GIF =
      Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

  @TempDir Path folder;
  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private Site site;
  private long feed;

  @BeforeEach
  void open() {
    site = new Site(folder, now::get);
    feed = site.samples.feed("https://harbour.example/rss", "News");
    site.samples.poll(feed, "Harbour Courier", NOW, Text.of("Ferry", "Late.", NOW));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private Site.Page icon() throws IOException {
    return site.get("/icon/" + feed);
  }

  private Site.Page iconAfterTheLook() throws IOException {
    icon();
    await().atMost(Duration.ofSeconds(20)).until(() -> site.icons.underWay() == 0);
    return icon();
  }

  @Test
  void everyFeedHasAPicture() throws IOException {
    assertThat(site.get("/").text()).contains("<img class=\"icon\" src=\"/icon/" + feed + "\"");
    Site.Page first = icon();
    assertThat(first.header("Content-Type")).isEqualTo("image/svg+xml");
    assertThat(first.header("Cache-Control")).isEqualTo("private, max-age=60");
    assertThat(first.header("Content-Security-Policy")).contains("sandbox");
    assertThat(first.text()).contains(">H</text>");
    assertThat(iconAfterTheLook().header("Cache-Control")).isEqualTo("private, max-age=86400");
    assertThat(site.get("/icon/777").status()).isEqualTo(404);
  }

  @Test
  void theUsualPlaceIsAskedFirstAndOnceAMonth() throws IOException {
    site.web.picture("https://harbour.example/favicon.ico", GIF);
    assertThat(iconAfterTheLook().header("Content-Type")).isEqualTo("image/gif");
    long sister = site.samples.feed("https://harbour.example/atom", "News");
    site.get("/icon/" + sister);
    await().atMost(Duration.ofSeconds(20)).until(() -> site.icons.underWay() == 0);
    assertThat(site.get("/icon/" + sister).header("Content-Type")).isEqualTo("image/gif");
    assertThat(site.web.asked()).containsExactly("https://harbour.example/favicon.ico");
    now.set(NOW.plus(Duration.ofDays(31)));
    iconAfterTheLook();
    assertThat(site.web.asked()).hasSize(2);
  }

  @Test
  void elseWhatTheSitesPageNames() throws IOException {
    site.web.page("https://harbour.example/favicon.ico", "<!doctype html><p>not found</p>");
    site.web.page(
        "https://harbour.example/",
        "<!doctype html><html><head><link rel=\"icon\" type=\"image/svg+xml\" href=\"/logo.svg\">"
            + "<link rel=\"shortcut icon\" href=\"small.gif\"></head></html>");
    site.web.picture("https://harbour.example/small.gif", GIF);
    assertThat(iconAfterTheLook().header("Content-Type")).isEqualTo("image/gif");
  }

  @Test
  void whatIsNoPictureIsNeverHandedOn() throws IOException {
    site.web.page(
        "https://harbour.example/favicon.ico",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>");
    assertThat(iconAfterTheLook().text()).contains(">H</text>").doesNotContain("alert");
    iconAfterTheLook();
    assertThat(site.web.asked())
        .containsExactly("https://harbour.example/favicon.ico", "https://harbour.example/");
  }

  @Test
  void aTileCannotHoldMarkup() {
    assertThat(PicturePages.tile("<script>")).contains(">S</text>").doesNotContain("script");
    assertThat(PicturePages.tile("«»")).contains(">·</text>");
    assertThat(PicturePages.tile("新聞")).contains(">新</text>");
  }

  @Test
  void whoWantsPicturesFromFreshetGetsThemSignedAndOnlyThose() throws IOException {
    String address = "https://pics.example/pier.gif?a=1&b=2";
    site.web.picture(address, GIF);
    site.samples.poll(
        feed,
        "Harbour Courier",
        NOW,
        Text.of("Pier", "New.", NOW)
            .html("<p>A pier <img src=\"" + address.replace("&", "&amp;") + "\" /></p>"));
    assertThat(site.get("/").header("Content-Security-Policy")).contains("img-src 'self' http:");
    site.look("view", "expanded");
    site.look("pictures", "freshet");
    Site.Page river = site.get("/");
    assertThat(river.header("Content-Security-Policy")).contains("img-src 'self' data:;");
    assertThat(river.text()).doesNotContain("src=\"https://pics");
    Matcher own = Pattern.compile("src=\"(/image/[^\"]+)\"").matcher(river.text());
    assertThat(own.find()).isTrue();
    Site.Page picture = site.get(own.group(1));
    assertThat(picture.status()).isEqualTo(200);
    assertThat(picture.header("Content-Type")).isEqualTo("image/gif");
    assertThat(picture.header("Cache-Control")).contains("max-age=604800");
    assertThat(picture.header("X-Content-Type-Options")).isEqualTo("nosniff");
    site.get(own.group(1));
    assertThat(site.web.asked().stream().filter(address::equals)).as("kept on disk").hasSize(1);

    String signature = own.group(1).substring("/image/".length()).replaceFirst("[?].*", "");
    assertThat(site.get("/image/" + signature + "?of=https://pics.example/other").status())
        .as("another address")
        .isEqualTo(404);
    assertThat(site.get("/image/" + signature).status()).isEqualTo(404);
    assertThat(site.get("/image/" + signature).text()).isEqualTo("There is no such picture");
    site.look("pictures", "nowhere");
    assertThat(site.get("/").text()).doesNotContain("/image/").doesNotContain("https://pics");
  }
}
