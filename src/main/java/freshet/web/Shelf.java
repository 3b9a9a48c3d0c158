package freshet.web;

import freshet.model.SavedSearch;
import freshet.pipeline.Understanding;
import freshet.store.Accounts;
import freshet.store.Sight;
import freshet.store.Store;
import freshet.store.Subscriptions.Subscription;
import freshet.store.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What stands beside the river: folders, feeds and languages to choose from.
///
/// @param loose feeds without a folder
/// @param topics with their stories of the last day, most first
/// @param hot what many sources write about now
/// @param entries of all feeds
/// @param unread entries of all feeds that are not hidden
/// @param followsAll whether every feed there is may be shown
public record Shelf(
    List<Folder> folders,
    List<Shelved> loose,
    List<String> languages,
    List<SavedSearch> saved,
    List<Topics.Counted> topics,
    List<Understanding.Hot> hot,
    long feeds,
    long entries,
    long unread,
    boolean followsAll) {

  private static final int MOST_HOT = 6;

  /// With more feeds than this, a list beside the river helps nobody: only the folders stand there.
  private static final int MOST = 300;

  public record Folder(String name, List<Shelved> feeds, long unread) {}

  /// @param troubled whether its last poll failed
  public record Shelved(long id, String name, boolean troubled, long unread, boolean hidden) {}

  private static Shelf read(
      Store store, @Nullable Understanding understanding, long account, Instant now) {
    Sight sight = store.subscriptions().sight(account);
    List<Subscription> own = store.subscriptions().of(account);
    TreeMap<String, List<Shelved>> folders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    TreeMap<String, Long> unreadOf = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    List<Shelved> loose = new ArrayList<>();
    long unread = 0;
    for (Subscription s : own) {
      if (!s.hidden()) unread += s.unread();
      if (s.folder() != null) {
        folders.computeIfAbsent(s.folder(), _ -> new ArrayList<>());
        unreadOf.merge(s.folder(), s.unread(), Long::sum);
      }
      if (own.size() > MOST) continue;
      Shelved shelved =
          new Shelved(s.feed(), Plain.feedName(s.name()), s.troubled(), s.unread(), s.hidden());
      if (s.folder() == null) loose.add(shelved);
      else folders.computeIfAbsent(s.folder(), _ -> new ArrayList<>()).add(shelved);
    }
    List<Folder> all = new ArrayList<>();
    folders.forEach((name, feeds) ->
        all.add(new Folder(name, List.copyOf(feeds), unreadOf.getOrDefault(name, 0L))));
    List<Topics.Counted> topics =
        store.topics().counts(sight, now.minus(Duration.ofDays(1))).stream()
            .filter(t -> t.stories() > 0)
            .toList();
    return new Shelf(
        all,
        loose,
        store.entries().languages(sight),
        store.savedSearches().all(account),
        topics,
        understanding == null ? List.of() : hot(understanding, sight),
        own.size(),
        store.streams().count(account),
        unread,
        store.subscriptions().followsAll(account));
  }

  /// One source alone makes nothing hot.
  private static List<Understanding.Hot> hot(Understanding understanding, Sight sight) {
    return understanding.hot(sight, MOST_HOT * 3).stream()
        .filter(h -> h.sources() > 1)
        .limit(MOST_HOT)
        .toList();
  }

  /// The shelf, read again only now and then: every page shows it, and it seldom changes. The
  /// slower it is to read, the longer it is kept, so that reading it takes at most a twentieth of
  /// the time.
  static final class Keeper {
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Store store;
    private final @Nullable Understanding understanding;
    private final Map<Long, Kept> kept = new HashMap<>();

    private record Kept(Shelf shelf, Instant until) {}

    Keeper(Store store, @Nullable Understanding understanding) {
      this.store = store;
      this.understanding = understanding;
    }

    /// That of the first account.
    Shelf at(Instant now) {
      return at(Accounts.FIRST, now);
    }

    synchronized Shelf at(long account, Instant now) {
      Kept known = kept.get(account);
      if (known != null && now.isBefore(known.until)) return known.shelf;
      long start = System.nanoTime();
      Shelf shelf = read(store, understanding, account, now);
      Duration took = Duration.ofNanos(System.nanoTime() - start).multipliedBy(20);
      kept.put(account, new Kept(shelf, now.plus(took.compareTo(SHORTEST) > 0 ? took : SHORTEST)));
      return shelf;
    }

    /// Something was changed through the pages: show it at once.
    synchronized void forget() {
      kept.clear();
    }

    synchronized void forget(long account) {
      kept.remove(account);
    }
  }
}
