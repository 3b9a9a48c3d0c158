package freshet.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.Icon;
import freshet.model.Validators;
import freshet.store.Icons.Known;
import freshet.store.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IconFinderTest {
  private static final String SITE = "https://good.example";

  @TempDir Path folder;
  private final Map<String, byte[]> web = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private Instant now = Instant.parse("2026-11-15T12:00:00Z");
  private Store store;
  private IconFinder finder;

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    Fetcher fetcher =
        request -> {
          FeedUrl url = request.url();
          asked.add(url.toString());
          Thread.sleep(50); // as servers take
          byte[] body = web.getOrDefault(url.toString(), new byte[0]);
          return new FetchOutcome.Fetched(
              body,
              "image/gif",
              1,
              new Answer(200, url, null, Validators.NONE, null, null, null, 1, now, Duration.ZERO));
        };
    finder = new IconFinder(store, fetcher, () -> Duration.ZERO, () -> now);
  }

  @AfterEach
  void close() {
    finder.close();
    store.close();
  }

  private static byte[] gif(int bytes) {
    return Arrays.copyOf("GIF89a".getBytes(StandardCharsets.US_ASCII), bytes);
  }

  private Feed feed(String address, @Nullable String icon) {
    long id = store.feeds().add(FeedUrl.of(address), "a", null, null, now).id();
    Feed f = store.feeds().find(id).orElseThrow();
    return new Feed(
        f.id(),
        f.url(),
        f.siteKey(),
        f.givenTitle(),
        f.title(),
        SITE + "/",
        f.description(),
        f.language(),
        f.format(),
        icon,
        f.state(),
        f.added(),
        f.asking(),
        f.plan(),
        f.health(),
        f.entries(),
        f.crawl());
  }

  private void look(Feed... feeds) {
    for (Feed feed : feeds) finder.want(feed, store.icons().ofFeed(feed.id()));
    await().atMost(Duration.ofSeconds(30)).until(() -> finder.underWay() == 0);
  }

  private int sizeOf(Feed feed) {
    Icon icon = store.icons().ofFeed(feed.id()).map(Known::icon).orElse(null);
    return icon == null ? 0 : icon.bytes().length;
  }

  @Test
  void aSiteIsAskedOnceHoweverManyOfItsFeedsAreLookedAtTogether() {
    look(
        IntStream.range(0, 8)
            .mapToObj(i -> feed("https://feeds.example/" + i, null))
            .toArray(Feed[]::new));
    assertThat(asked).containsExactlyInAnyOrder(SITE + "/favicon.ico", SITE + "/");
  }

  @Test
  void thePictureThatAFeedNamesIsNoIconOfItsSite() {
    web.put("https://evil.example/1.gif", gif(40));
    web.put("https://good.example/2.gif", gif(50));
    Feed first = feed("https://evil.example/feed", "https://evil.example/1.gif");
    Feed second = feed("https://good.example/feed", "https://good.example/2.gif");
    Feed third = feed("https://good.example/other", null);
    look(first);
    look(second);
    look(third);
    assertThat(sizeOf(first)).isEqualTo(40);
    assertThat(sizeOf(second)).isEqualTo(50);
    assertThat(sizeOf(third)).isZero();
    assertThat(asked).filteredOn((SITE + "/favicon.ico")::equals).hasSize(1);
  }

  @Test
  void aSiteThatHasAnIconLaterIsFoundToHaveOne() {
    web.put("https://good.example/2.gif", gif(50));
    Feed feed = feed("https://good.example/feed", "https://good.example/2.gif");
    look(feed);
    web.put(SITE + "/favicon.ico", gif(60));
    now = now.plus(Duration.ofDays(31));
    look(feed);
    assertThat(sizeOf(feed)).isEqualTo(60);
    assertThat(store.icons().ofSite(SITE, now)).map(Known::icon).isNotEqualTo(Optional.empty());
  }
}
