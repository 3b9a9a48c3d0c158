package freshet.web;

import freshet.library.Browsing;
import freshet.model.Account;
import freshet.model.FolderPath;
import freshet.model.SavedSearch;
import freshet.model.Shelf;
import freshet.model.Subscription;
import freshet.model.TopicCount;
import freshet.text.NamesApart;
import freshet.understand.Understanding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// What stands beside the river: folders, feeds and languages to choose from.
///
/// @param folders that are in no other
/// @param paths of all folders
/// @param loose feeds without a folder
/// @param topics with their stories of the last day, most first
/// @param hot what many sources write about now
/// @param unread entries of all feeds that are not hidden
public record Sidebar(
    List<Folder> folders,
    List<String> paths,
    List<Shelved> loose,
    List<String> languages,
    List<SavedSearch> saved,
    List<TopicCount> topics,
    List<Understanding.Hot> hot,
    long feeds,
    long unread) {

  private static final Comparator<String> ORDER =
      FolderPath.ORDER.thenComparing(Comparator.naturalOrder());

  /// @param inside the folders inside it
  /// @param feeds in the folder itself
  /// @param unread in it and in the folders inside
  /// @param folded whether only its name is shown
  public record Folder(
      String path,
      String name,
      List<Folder> inside,
      List<Shelved> feeds,
      long unread,
      boolean folded) {}

  /// @param troubled whether its last poll failed
  public record Shelved(long id, String name, boolean troubled, long unread, boolean hidden) {}

  static Sidebar of(Browsing.Overview overview) {
    List<Subscription> own = overview.feeds();
    TreeMap<String, List<Shelved>> folders = new TreeMap<>(ORDER);
    Map<String, Long> unreadOf = new HashMap<>();
    List<Shelved> loose = new ArrayList<>();
    List<String> names =
        NamesApart.of(
            own.stream().map(s -> SafeText.feedName(s.name())).toList(),
            own.stream().map(Subscription::address).toList());
    long unread = 0;
    long feeds = 0;
    for (Shelf shelf : overview.shelves()) {
      unread += shelf.shown();
      feeds += shelf.feeds();
      Set<String> around = new HashSet<>();
      for (String folder : shelf.folders()) around.addAll(FolderPath.withParents(folder));
      for (String folder : around) {
        folders.computeIfAbsent(folder, _ -> new ArrayList<>());
        unreadOf.merge(folder, shelf.unread(), Long::sum);
      }
    }
    for (int i = 0; i < own.size(); i++) {
      Subscription s = own.get(i);
      Shelved shelved = new Shelved(s.feed(), names.get(i), s.troubled(), s.unread(), s.hidden());
      if (s.folder() == null) loose.add(shelved);
      for (String folder : s.folders()) folders.getOrDefault(folder, loose).add(shelved);
    }
    Map<String, List<Folder>> inside = new HashMap<>();
    // From the innermost outwards: what is inside a folder comes right after it.
    for (String path : folders.descendingKeySet()) {
      Folder folder =
          new Folder(
              path,
              SafeText.line(FolderPath.name(path), 80),
              inside.getOrDefault(path, List.of()),
              folders.getOrDefault(path, List.of()),
              unreadOf.getOrDefault(path, 0L),
              overview.folded().contains(path));
      String parent = FolderPath.parent(path);
      inside.computeIfAbsent(parent == null ? "" : parent, _ -> new ArrayList<>()).addFirst(folder);
    }
    List<Folder> all = inside.getOrDefault("", List.of());
    return new Sidebar(
        all,
        List.copyOf(folders.keySet()),
        loose,
        overview.languages(),
        overview.searches(),
        overview.topics(),
        overview.hot(),
        feeds,
        unread);
  }

  /// The sidebar, read again only now and then: every page shows it, and it seldom changes. The
  /// slower it is to read, the longer it is kept, so that reading it takes at most a twentieth of
  /// the time.
  static final class Keeper {
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Browsing browsing;

    /// So many are kept; those that are over go first.
    private static final int MOST_KEPT = 1000;

    private final Map<Long, Kept> kept = new ConcurrentHashMap<>();

    /// Accounts that share a lock wait for each other; so many can be read at once.
    private final Object[] reading = Stream.generate(Object::new).limit(64).toArray();

    /// Grows when something is forgotten: what is being read meanwhile is not kept.
    private final AtomicLong forgotten = new AtomicLong();

    private record Kept(Sidebar sidebar, Instant until) {}

    Keeper(Browsing browsing) {
      this.browsing = browsing;
    }

    Sidebar at(Account who, Instant now) {
      Kept known = kept.get(who.id());
      if (known != null && now.isBefore(known.until)) return known.sidebar;
      synchronized (reading[Math.floorMod(who.id(), reading.length)]) {
        known = kept.get(who.id());
        return known != null && now.isBefore(known.until) ? known.sidebar : read(who, now);
      }
    }

    private Sidebar read(Account who, Instant now) {
      long before = forgotten.get();
      long start = System.nanoTime();
      Sidebar sidebar = of(browsing.overview(who));
      Duration took = Duration.ofNanos(System.nanoTime() - start).multipliedBy(20);
      Kept read = new Kept(sidebar, now.plus(took.compareTo(SHORTEST) > 0 ? took : SHORTEST));
      if (kept.size() >= MOST_KEPT) kept.values().removeIf(k -> !now.isBefore(k.until));
      if (kept.size() < MOST_KEPT) kept.put(who.id(), read);
      // Whoever forgets counts first: either this is seen here, or it is taken away there.
      if (forgotten.get() != before) kept.remove(who.id(), read);
      return sidebar;
    }

    /// Something that all see was changed through the pages: show it at once.
    void forget() {
      forgotten.incrementAndGet();
      kept.clear();
    }

    /// The same of what only this account sees.
    void forget(long account) {
      forgotten.incrementAndGet();
      kept.remove(account);
    }
  }
}
