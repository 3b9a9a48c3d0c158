package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.model.Article.State;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The article behind an entry on the entry's page, and what is set for it on the feed's.
final class ArticlePagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final String PAGE =
      "<html><head><title>Harbour</title><meta property=og:image"
          + " content=/p.jpg></head><body><nav>Home</nav><article><p class=lead>The harbour was"
          + " closed on Monday after divers had found a crack in its wall.</p><p>It will take three"
          + " days, the harbour master said, and all ships are sent to the next port along the"
          + " coast until the wall is mended.</p><p>The last time that this happened was in the"
          + " winter of the great storm, when the sea came over the"
          + " mole.</p></article></body></html>";

  @TempDir Path folder;
  private Site site;
  private long feed;
  private long entry;
  private String link;

  @BeforeEach
  void open() throws InterruptedException {
    site = new Site(folder, InstantSource.fixed(NOW));
    feed = site.samples.feed("https://a.example/feed", null);
    site.store.feedArticles().setMode(feed, Mode.NEVER, 0, NOW);
    entry =
        site.samples
            .poll(
                feed,
                "Paper",
                NOW,
                Text.of("Harbour closed", "x", NOW).html("<p>A short teaser.</p>").in("en"))
            .getFirst();
    link = String.valueOf(site.store.entries().find(entry).orElseThrow().link());
    site.web.page(link, PAGE);
    site.understanding.start();
    site.understanding.awaitReady();
    site.articles.start();
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void theArticleIsFetchedNowAndReadWithASwitchToTheFeedsOwnText() throws IOException {
    String before = site.get("/entry/" + entry).text();
    assertThat(before).contains("Fetch the whole article", "A short teaser.");
    assertThat(before).doesNotContain("text-switch");
    var sent = site.post("/entry/" + entry, "/entry/" + entry + "/article", Map.of());
    assertThat(sent.status()).isEqualTo(303);
    assertThat(sent.header("Location")).isEqualTo("/entry/" + entry + "?kept=1");
    String article = site.get("/entry/" + entry).text();
    assertThat(article)
        .contains("text-switch", "It will take three days", "https://a.example/p.jpg")
        .doesNotContain("A short teaser.", "Fetch the whole article");
    assertThat(site.get("/entry/" + entry + "?text=feed").text())
        .contains("A short teaser.", "text-switch")
        .doesNotContain("It will take three days");
    assertThat(site.get("/").text()).contains("Harbour closed");
  }

  @Test
  void aPageThatSaysNoMoreIsSaidSo() throws IOException {
    site.web.page(link, "<html><body><p>A short teaser.</p></body></html>");
    site.store.feedArticles().setMode(feed, Mode.NEEDED, 0, NOW);
    site.store.articleQueue().take(List.of(entry), List.of(), entry, NOW);
    site.articles.wake();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> site.store.articles().status(entry).state() == State.SAME);
    assertThat(site.get("/entry/" + entry).text())
        .contains("The page says no more than the feed.", "A short teaser.");
  }

  @Test
  void whatIsTakenCanBeTriedBeforeItIsKept() throws IOException {
    String page = "/feed/" + feed;
    assertThat(site.get(page).text()).contains("Whole articles: never");
    var tried =
        site.post(
            page, page + "/articles", Map.of("mode", "always", "take", ".lead", "preview", "1"));
    assertThat(tried.status()).isEqualTo(200);
    assertThat(tried.text())
        .contains("What would be included", "divers had found a crack", "value=\".lead\"")
        .doesNotContain("It will take three days");
    site.web.page(
        link, PAGE.replace("<p>It will", "<img src=\"http://10.0.0.1/x.png\"><p>It will"));
    assertThat(site.post(page, page + "/articles", Map.of("mode", "always", "preview", "1")).text())
        .contains("It will take three days")
        .doesNotContain("10.0.0.1");
    site.web.page(link, PAGE);
    assertThat(site.store.feedArticles().of(feed).recipe()).isEqualTo(Recipe.USUAL);
    assertThat(site.store.feedArticles().of(feed).mode()).isEqualTo(Mode.NEVER);
    var wrong = site.post(page, page + "/articles", Map.of("mode", "always", "take", "p["));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.text()).contains("must be a CSS selector");
    var kept =
        site.post(
            page,
            page + "/articles",
            Map.of("mode", "always", "take", ".lead", "next", "rel=next"));
    assertThat(kept.status()).isEqualTo(303);
    assertThat(site.store.feedArticles().of(feed).recipe())
        .isEqualTo(new Recipe(".lead", null, "rel=next"));
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> site.store.articles().status(entry).state() == State.THERE);
    assertThat(site.get("/entry/" + entry).text())
        .contains("divers had found a crack")
        .doesNotContain("It will take three days");
  }
}
