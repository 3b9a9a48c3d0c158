package freshet.library;

import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.store.Store;
import freshet.web.Samples;
import freshet.web.Samples.Text;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Two accounts over a real store: the first follows the news and the blog, the other the blog.
abstract class TwoReaders {
  static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

  @TempDir Path folder;
  Store store;
  Browsing browsing;
  Marking marking;
  Account first;
  Account other;
  long news;
  long blog;

  /// Of the news, by age: the youngest last.
  List<Long> ofNews;

  long ofBlog;

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    InstantSource clock = InstantSource.fixed(NOON);
    browsing = new Browsing(store, null, clock);
    marking = new Marking(store, clock);
    first = store.accounts().find(Account.FIRST).orElseThrow();
    other = store.accounts().add("other", "hash", NOON).orElseThrow();
    Samples samples = new Samples(store, NOON);
    news = samples.feed("https://news.example/feed", "Papers");
    blog = samples.feed("https://blog.example/feed", null);
    store
        .feeds()
        .add(
            other.id(),
            FeedUrl.of("https://blog.example/feed"),
            "blog.example",
            "My blog",
            null,
            NOON);
    ofNews =
        samples.poll(
            news,
            "News",
            NOON.minus(Duration.ofHours(2)),
            Text.of("Old", null, NOON.minus(Duration.ofDays(3))).in("de"),
            Text.of("Middle", null, NOON.minus(Duration.ofHours(9))).in("en"),
            Text.of("Young", null, NOON.minus(Duration.ofHours(3))).in("en"));
    ofBlog =
        samples
            .poll(blog, "Blog", NOON.minusSeconds(60), Text.of("Post", null, NOON.minusSeconds(90)))
            .getFirst();
  }

  @AfterEach
  void close() {
    store.close();
  }
}
