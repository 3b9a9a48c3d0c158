package freshet.article;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.article.PageReader.Page;
import freshet.model.Article;
import freshet.model.FeedArticles.Recipe;
import freshet.parse.PlainText;
import freshet.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Pages that several entries lead to, of one feed or of many: each is asked for once. What was
/// read a moment ago is in memory, whatever came of it; what was kept is in the store.
final class SharedPages {
  /// What a page said longer ago is asked for again.
  private static final Duration LASTS = Duration.ofDays(7);

  private static final Duration REMEMBERED = Duration.ofMinutes(10);
  private static final int MOST = 64;
  private static final int LONGEST = 100_000;

  private record Key(long page, Recipe recipe) {}

  private record Seen(PageVisit.Result result, Instant at) {}

  private final Store store;
  private final InstantSource clock;

  /// Guarded by itself; the oldest first.
  private final Map<Key, Seen> recent =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Seen> eldest) {
          return size() > MOST;
        }
      };

  SharedPages(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /// Names a page: the same for addresses that differ only in their scheme, a fragment, or what
  /// says where a visitor came from.
  static long key(String link) {
    String s = link.strip();
    int hash = s.indexOf('#');
    if (hash >= 0) s = s.substring(0, hash);
    s = s.replaceFirst("(?i)^https?://", "");
    int path = s.indexOf('/');
    if (path > 0) s = s.substring(0, path).toLowerCase(Locale.ROOT) + s.substring(path);
    if (s.indexOf('?') >= 0) {
      s =
          s.replaceAll("(?<=[?&])(utm_[a-z]+|at_[a-z]+|fbclid|gclid|mc_cid|mc_eid)=[^&]*&?", "")
              .replaceAll("[?&]$", "");
    }
    if (s.endsWith("/")) s = s.substring(0, s.length() - 1);
    return Hashing.komihash5_0().hashCharsToLong(s);
  }

  /// What another entry's visit to the same page came to; null if it must be asked for.
  PageVisit.@Nullable Result find(long page, Recipe recipe) {
    Instant now = clock.instant();
    synchronized (recent) {
      Seen seen = recent.get(new Key(page, recipe));
      if (seen != null && seen.at.plus(REMEMBERED).isAfter(now)) return seen.result;
    }
    Article kept = store.articles().ofPage(page, recipe, now.minus(LASTS)).orElse(null);
    if (kept == null) return null;
    Page read =
        new Page(
            kept.html(),
            PlainText.ofArticle(kept.html()),
            kept.title(),
            kept.author(),
            kept.image(),
            kept.published(),
            null,
            null);
    return new PageVisit.Read(read, kept.address(), 1);
  }

  /// Remembers what a visit came to, unless it may come to something else soon.
  void keep(long page, Recipe recipe, PageVisit.Result result) {
    boolean lasting =
        switch (result) {
          case PageVisit.Read read -> read.page().html().length() <= LONGEST;
          case PageVisit.NoPage _, PageVisit.Closed _ -> true;
          case PageVisit.Resting _, PageVisit.Failed _ -> false;
        };
    if (!lasting) return;
    synchronized (recent) {
      recent.put(new Key(page, recipe), new Seen(result, clock.instant()));
    }
  }
}
