package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Account;
import freshet.model.Feed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A site without a feed is followed for its list of links.
final class ListPagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final String PAGE = "https://town.example/news/";

  @TempDir Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(NOW));
    StringBuilder html = new StringBuilder("<html lang=en><head><title>Town</title></head><body>");
    html.append("<nav><a href=/about-us>About us</a></nav><ul class=news>");
    for (int i = 1; i < 9; i++) {
      html.append("<li>1").append(i).append(" October 2026: <a href=/news/decision-").append(i);
      html.append(">The council decides about &lt;b&gt;bridge ").append(i).append("</a></li>");
    }
    site.web.page(PAGE, html.append("</ul><p><a href=/other>x</a></p></body></html>").toString());
  }

  @AfterEach
  void close() {
    site.close();
  }

  private Feed followed() throws IOException {
    var sent =
        site.post(
            "/feeds",
            "/feeds/list",
            Map.of("address", PAGE, "selector", "ul.news a", "follow", "yes"));
    assertThat(sent.status()).isEqualTo(303);
    return site.store.feeds().all().getFirst();
  }

  @Test
  void theListIsOfferedWithItsLinksAndFollowed() throws IOException {
    var offered = site.post("/feeds", "/feeds/add", Map.of("address", PAGE));
    assertThat(offered.status()).isEqualTo(200);
    assertThat(offered.text())
        .contains(
            "This site has no feed. Follow its list of news instead?",
            "The council decides about &lt;b&gt;bridge 1",
            "https://town.example/news/decision-8",
            "8 links",
            "Follow this list")
        .doesNotContain("about-us");
    assertThat(site.store.feeds().all()).isEmpty();
    Feed feed = followed();
    assertThat(site.get("/feed/" + feed.id()).text())
        .contains("Followed for its list of links", "ul.news a");
  }

  @Test
  void aSelectorIsTriedBeforeItIsTaken() throws IOException {
    Feed feed = followed();
    String page = "/feed/" + feed.id();
    assertThat(site.post(page, page + "/list", Map.of("selector", "p a", "preview", "yes")).text())
        .contains("https://town.example/other", "1 link");
    assertThat(site.post(page, page + "/list", Map.of("selector", "h1 a", "preview", "yes")).text())
        .contains("Nothing on the page matches");
    var wrong = site.post(page, page + "/list", Map.of("selector", "p[[", "save", "yes"));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.text()).contains("must be a CSS selector");
    assertThat(site.post(page, page + "/list", Map.of("selector", "", "find", "yes")).text())
        .contains("8 links");
    assertThat(site.post(page, page + "/list", Map.of("selector", "p a", "save", "yes")).status())
        .isEqualTo(303);
    assertThat(site.store.feeds().find(Account.FIRST, feed.id()).orElseThrow().asking().list())
        .extracting("selector")
        .isEqualTo("p a");
  }

  @Test
  void whereThereIsNoListThePageSaysSo() throws IOException {
    site.web.page("https://empty.example/", "<html><body><p>Nothing yet</p></body></html>");
    assertThat(
            site.post(
                    "/feeds",
                    "/feeds/list",
                    Map.of("address", "https://empty.example/", "preview", "yes"))
                .text())
        .contains("Freshet finds no list of links on this page");
    assertThat(
            site.post(
                    "/feeds",
                    "/feeds/list",
                    Map.of("address", "https://nowhere.example/", "follow", "yes"))
                .status())
        .isEqualTo(422);
  }
}
