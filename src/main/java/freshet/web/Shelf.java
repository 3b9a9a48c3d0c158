package freshet.web;

import freshet.model.Feed;
import freshet.model.SavedSearch;
import freshet.store.Feeds;
import freshet.store.Store;
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
/// @param entries of all feeds
public record Shelf(
    List<Folder> folders,
    List<Shelved> loose,
    List<String> languages,
    List<SavedSearch> saved,
    long feeds,
    long entries) {

  /// With more feeds than this, a list beside the river helps nobody: only the folders stand there.
  private static final int MOST = 300;

  public record Folder(String name, List<Shelved> feeds) {}

  /// @param troubled whether its last poll failed
  public record Shelved(long id, String name, boolean troubled) {}

  private static Shelf read(Store store) {
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
    return new Shelf(
        all,
        loose,
        store.entries().languages(),
        store.savedSearches().all(),
        counts.feeds(),
        counts.entries());
  }

  /// The shelf, read again only now and then: every page shows it, and it seldom changes. The
  /// slower it is to read, the longer it is kept, so that reading it takes at most a twentieth of
  /// the time.
  static final class Keeper {
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Store store;
    private @Nullable Shelf kept;
    private Instant until = Instant.MIN;

    Keeper(Store store) {
      this.store = store;
    }

    synchronized Shelf at(Instant now) {
      Shelf shelf = kept;
      if (shelf != null && now.isBefore(until)) return shelf;
      long start = System.nanoTime();
      shelf = read(store);
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
