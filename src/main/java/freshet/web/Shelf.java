package freshet.web;

import freshet.model.Feed;
import freshet.model.SavedSearch;
import freshet.pipeline.Understanding;
import freshet.store.Feeds;
import freshet.store.Store;
import freshet.store.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
public record Shelf(
    List<Folder> folders,
    List<Shelved> loose,
    List<String> languages,
    List<SavedSearch> saved,
    List<Topics.Counted> topics,
    List<Understanding.Hot> hot,
    long feeds,
    long entries) {

  private static final int MOST_HOT = 6;

  /// With more feeds than this, a list beside the river helps nobody: only the folders stand there.
  private static final int MOST = 300;

  public record Folder(String name, List<Shelved> feeds) {}

  /// @param troubled whether its last poll failed
  public record Shelved(long id, String name, boolean troubled) {}

  private static Shelf read(Store store, @Nullable Understanding understanding, Instant now) {
    Feeds.Counts counts = store.feeds().counts();
    Map<Long, String> folderOf = store.feeds().folders();
    TreeMap<String, List<Shelved>> folders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    List<Shelved> loose = new ArrayList<>();
    for (String folder : folderOf.values()) folders.computeIfAbsent(folder, _ -> new ArrayList<>());
    if (counts.feeds() <= MOST) {
      for (Feed feed : store.feeds().all()) {
        String folder = folderOf.get(feed.id());
        Shelved shelved =
            new Shelved(feed.id(), Plain.feedName(feed.name()), feed.health().failures() > 0);
        if (folder == null) loose.add(shelved);
        else folders.computeIfAbsent(folder, _ -> new ArrayList<>()).add(shelved);
      }
    }
    List<Folder> all = new ArrayList<>();
    folders.forEach((name, feeds) -> all.add(new Folder(name, List.copyOf(feeds))));
    List<Topics.Counted> topics =
        store.topics().counts(now.minus(Duration.ofDays(1))).stream()
            .filter(t -> t.stories() > 0)
            .toList();
    return new Shelf(
        all,
        loose,
        store.entries().languages(),
        store.savedSearches().all(),
        topics,
        understanding == null ? List.of() : hot(understanding),
        counts.feeds(),
        counts.entries());
  }

  /// One source alone makes nothing hot.
  private static List<Understanding.Hot> hot(Understanding understanding) {
    return understanding.hot(MOST_HOT * 3).stream()
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
    private @Nullable Shelf kept;
    private Instant until = Instant.MIN;

    Keeper(Store store, @Nullable Understanding understanding) {
      this.store = store;
      this.understanding = understanding;
    }

    synchronized Shelf at(Instant now) {
      Shelf shelf = kept;
      if (shelf != null && now.isBefore(until)) return shelf;
      long start = System.nanoTime();
      shelf = read(store, understanding, now);
      Duration took = Duration.ofNanos(System.nanoTime() - start).multipliedBy(20);
      kept = shelf;
      until = now.plus(took.compareTo(SHORTEST) > 0 ? took : SHORTEST);
      return shelf;
    }

    /// Something was changed through the pages: show it at once.
    synchronized void forget() {
      kept = null;
    }
  }
}
