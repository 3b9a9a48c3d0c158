package freshet.library;

import freshet.article.ArticleFetcher;
import freshet.article.PageReader;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.Article;
import freshet.model.ArticlePreview;
import freshet.model.Entry;
import freshet.model.FeedArticles;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import freshet.model.Visibility;
import freshet.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The pages behind entries: whether those of a feed are fetched and what is taken from them, which
/// is for those who may change the feed ([FollowedFeeds#changeable]); and the page of one entry
/// now, which everybody may want who may see the entry.
public final class Fetching {
  /// Of a feed whose pages are all wanted from now on, so many of the entries that are there.
  private static final int NEWEST = 30;

  /// How long somebody waits for a page; it is fetched later all the same.
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(25);

  private static final Duration LATELY = Duration.ofHours(1);

  private final Store store;
  private final FollowedFeeds feeds;
  private final @Nullable ArticleFetcher fetcher;
  private final InstantSource clock;

  /// @param fetcher null where no server can be asked
  public Fetching(
      Store store, FollowedFeeds feeds, @Nullable ArticleFetcher fetcher, InstantSource clock) {
    this.store = store;
    this.feeds = feeds;
    this.fetcher = fetcher;
    this.clock = clock;
  }

  public FeedArticles ofFeed(Account who, long feed) {
    return store.feedArticles().of(feeds.find(who, feed).id());
  }

  /// By feed, of feeds that the account was shown.
  public Map<Long, FeedArticles> ofFeeds(List<Long> feeds) {
    return store.feedArticles().of(feeds);
  }

  /// What became of the page behind an entry.
  public Article.Status status(Account who, long entry) {
    return store.articles().status(find(who, entry).id());
  }

  /// @param mode null to leave it
  /// @param recipe null to leave it
  /// @throws Refusal `WRONG` if there is something in it that is no selector
  public void change(Account who, long feed, @Nullable Mode mode, @Nullable Recipe recipe) {
    long id = feeds.changeable(who, feed);
    if (recipe != null) store.feedArticles().setRecipe(id, checked(recipe));
    if (mode != null && mode != store.feedArticles().of(id).mode()) {
      store.feedArticles().setMode(id, mode, NEWEST, clock.instant());
    }
    if (fetcher != null) fetcher.wake();
  }

  /// What a recipe would take from the page of an entry: of the feed's newest unless one is named.
  public ArticlePreview preview(Account who, long feed, @Nullable Long entry, Recipe recipe) {
    long id = feeds.changeable(who, feed);
    Recipe wanted = checked(recipe);
    List<Long> newest = entry == null ? store.feedArticles().newest(id, 1) : List.of(entry);
    if (newest.isEmpty()) {
      throw new Refusal(Reason.NO_ENTRY, "The feed has no entry with a link yet");
    }
    Entry shown = find(who, newest.getFirst());
    if (shown.feedId() != id) throw Refusal.noEntry(shown.id());
    try {
      return fetcher().preview(shown, wanted);
    } catch (InterruptedException e) {
      throw stopping();
    }
  }

  /// For programs, which ask whenever somebody looks: as [#fetchNow], unless it is known what the
  /// page has, or it was asked for lately.
  public Article.Status fetchOnce(Account who, long entry) {
    Article.Status status = status(who, entry);
    boolean known =
        switch (status.state()) {
          case THERE, SAME, CLOSED, NO_PAGE -> true;
          case NONE, WAITING, HELD, FAILED, GONE -> {
            Instant asked = status.asked();
            yield asked != null && asked.isAfter(clock.instant().minus(LATELY));
          }
        };
    return known ? status : fetchNow(who, entry);
  }

  /// Fetches the page of an entry, whatever is set for its feed, and waits for it a while.
  ///
  /// @return what became of it
  public Article.Status fetchNow(Account who, long entry) {
    Entry wanted = find(who, entry);
    if (wanted.link() == null) {
      throw new Refusal(Reason.NO_PAGE, "The entry has no link to a page");
    }
    try {
      boolean _ = fetcher().fetchNow(wanted.id(), LONGEST_WAIT);
    } catch (InterruptedException e) {
      throw stopping();
    }
    return store.articles().status(wanted.id());
  }

  /// A recipe as it is written.
  ///
  /// @throws Refusal `WRONG` if there is something in it that is no selector
  public static Recipe checked(Recipe r) {
    Recipe trimmed = new Recipe(trimmed(r.take()), trimmed(r.drop()), trimmed(r.next()));
    check("articleTake", trimmed.take());
    check("articleDrop", trimmed.drop());
    check("articleNext", trimmed.next());
    return trimmed;
  }

  private static @Nullable String trimmed(@Nullable String s) {
    return s == null || s.isBlank() ? null : s.strip();
  }

  private static void check(String field, @Nullable String rule) {
    String problem = PageReader.problem(rule);
    if (problem != null) throw Refusal.wrong(field, problem);
  }

  private Entry find(Account who, long entry) {
    Visibility visibility = store.subscriptions().visibility(who.id());
    return store.entries().find(visibility, entry).orElseThrow(() -> Refusal.noEntry(entry));
  }

  private ArticleFetcher fetcher() {
    if (fetcher != null) return fetcher;
    throw new Refusal(Reason.NO_PAGE, "No server can be asked here");
  }

  private static Refusal stopping() {
    Thread.currentThread().interrupt();
    return new Refusal(Reason.STOPPING, "Freshet is being stopped");
  }
}
