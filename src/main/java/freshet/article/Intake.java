package freshet.article;

import freshet.model.EntryBody;
import freshet.model.FeedArticles.Learned;
import freshet.model.FeedArticles.Verdict;
import freshet.parse.PlainText;
import freshet.store.ArticleQueue;
import freshet.store.ArticleQueue.Fresh;
import freshet.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Looks at every new entry, in the order they were stored, and decides whether its page is
/// fetched. How far it has looked is written with what it decided, so a kill neither skips an entry
/// nor asks twice.
final class Intake {
  private static final int BATCH = 500;

  /// A stored body of so many bytes has so little text that nobody needs to look at it.
  private static final int SHORT = 700;

  private final Store store;
  private long mark = -1;

  Intake(Store store) {
    this.store = store;
  }

  private record Decided(List<Long> fetched, List<Long> held) {}

  /// @return whether there is something to fetch
  boolean look(Instant now) {
    ArticleQueue queue = store.articleQueue();
    if (mark < 0) mark = queue.mark();
    boolean found = false;
    while (true) {
      List<Fresh> fresh = queue.after(mark, BATCH);
      if (fresh.isEmpty()) return found;
      Map<String, Integer> links = new HashMap<>();
      for (Fresh f : fresh) if (f.link() != null) links.merge(f.feed() + f.link(), 1, Integer::sum);
      Map<Long, List<Fresh>> byFeed = new LinkedHashMap<>();
      for (Fresh f : fresh) {
        // Several entries of a feed at one address: that page is of none of them.
        boolean own = links.getOrDefault(f.feed() + f.link(), 0) == 1;
        if (own && PageReader.mayBePage(f.link())) {
          byFeed.computeIfAbsent(f.feed(), _ -> new ArrayList<>()).add(f);
        }
      }
      Decided decided = new Decided(new ArrayList<>(), new ArrayList<>());
      for (List<Fresh> some : byFeed.values()) decide(some, decided);
      long last = fresh.getLast().entry();
      queue.take(decided.fetched, decided.held, last, now);
      mark = last;
      found |= !decided.fetched.isEmpty();
      if (fresh.size() < BATCH) return found;
    }
  }

  /// @param fresh of one feed
  private void decide(List<Fresh> fresh, Decided decided) {
    switch (fresh.getFirst().mode()) {
      case NEVER -> {}
      case ALWAYS -> fresh.forEach(f -> decided.fetched.add(f.entry()));
      case NEEDED -> {
        switch (fresh.getFirst().verdict()) {
          case TEASERS -> {
            for (Fresh f : fresh) {
              if (!isWhole(f)) decided.fetched.add(f.entry());
            }
          }
          case WHOLE, CLOSED -> {
            for (Fresh f : fresh) {
              if (f.entry() % Teasers.LOOK_AGAIN == 0) decided.fetched.add(f.entry());
            }
          }
          case UNKNOWN -> sample(fresh, decided);
        }
      }
    }
  }

  /// Nothing is known of the feed: a few pages will tell, unless its entries do.
  private void sample(List<Fresh> fresh, Decided decided) {
    long feed = fresh.getFirst().feed();
    List<String> texts = new ArrayList<>();
    for (Fresh f : fresh.subList(0, Math.min(fresh.size(), 20))) texts.add(own(f.entry()));
    if (Teasers.ofOwn(texts) == Verdict.WHOLE) {
      store
          .feedArticles()
          .learned(
              feed,
              before -> new Learned(Verdict.WHOLE, before.more(), before.same(), before.closed()));
      return;
    }
    int samples = Teasers.SAMPLES - store.articleQueue().tried(feed);
    for (Fresh f : fresh.reversed()) {
      // Of a feed that gives some texts whole and cuts others, only these say whether it does.
      if (isWhole(f)) continue;
      if (samples-- > 0) decided.fetched.add(f.entry());
      else decided.held.add(f.entry());
    }
  }

  private boolean isWhole(Fresh f) {
    return f.bytes() >= SHORT && Teasers.isWhole(own(f.entry()));
  }

  private String own(long entry) {
    return own(store.entries().body(entry));
  }

  /// What the feed gave, as plain text.
  static String own(EntryBody body) {
    String content = body.content() == null ? "" : PlainText.of(body.content());
    String summary = body.summary() == null ? "" : PlainText.of(body.summary());
    return content.length() >= summary.length() ? content : summary;
  }
}
