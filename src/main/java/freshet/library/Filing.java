package freshet.library;

import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.FolderPath;
import freshet.model.Subscription;
import freshet.store.Store;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// An account's folders as a whole: renamed, moved into each other, taken away, folded up. A folder
/// is there as long as a feed is in it or in a folder inside it.
public final class Filing {
  private static final String FOLDED = "folded-folders";
  private static final String EMPTY = "empty-folders";

  /// So many folders without feeds are remembered.
  private static final int MOST_EMPTY = 100;

  private final Store store;
  private final InstantSource clock;

  public Filing(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /// All folders, those with nothing but folders in them too; what is inside one right after it.
  public List<String> all(Account who) {
    Set<String> all = new TreeSet<>(FolderPath.ORDER.thenComparing(path -> path));
    for (String folder : store.subscriptions().folders(who.id())) {
      all.addAll(FolderPath.withParents(folder));
    }
    return List.copyOf(all);
  }

  /// Remembers a folder into which a program means to put feeds later. Nobody else sees it before
  /// there is one in it.
  ///
  /// @return its path
  public String make(Account who, @Nullable String name) {
    String path = Checked.folder("title", name);
    if (path == null) throw Refusal.wrong("title", "needs a name");
    List<String> there = all(who);
    change(
        who,
        EMPTY,
        made -> {
          List<String> empty = new ArrayList<>(made);
          empty.removeAll(there);
          empty.remove(path);
          if (!there.contains(path)) empty.add(path);
          return empty.subList(Math.max(0, empty.size() - MOST_EMPTY), empty.size());
        });
    return path;
  }

  /// The folders that programs have made and that have no feed yet, the oldest first.
  public List<String> empty(Account who) {
    List<String> made = store.settings().list(who.id(), EMPTY);
    if (made.isEmpty()) return List.of();
    List<String> there = all(who);
    return made.stream().filter(path -> !there.contains(path)).toList();
  }

  /// Whether there was a folder without feeds, which is forgotten.
  private boolean forgetEmpty(Account who, String folder) {
    if (!empty(who).contains(folder)) return false;
    change(who, EMPTY, made -> made.stream().filter(path -> !path.equals(folder)).toList());
    return true;
  }

  /// The feeds in a folder and in those inside it, by name.
  ///
  /// @throws Refusal `NO_FOLDER` if there is none of that name
  public List<Subscription> feeds(Account who, String folder) {
    List<Subscription> feeds =
        store.subscriptions().of(who.id()).stream()
            .filter(s -> s.folders().stream().anyMatch(f -> FolderPath.isWithin(f, folder)))
            .toList();
    if (feeds.isEmpty()) throw new Refusal(Reason.NO_FOLDER, "There is no folder '" + folder + "'");
    return feeds;
  }

  /// Gives a folder another name or place, with everything inside; into one that is there already,
  /// it is emptied.
  ///
  /// @param to its whole path
  /// @return the path as it is now
  public String move(Account who, String from, @Nullable String to) {
    String path = Checked.folder("folder", to);
    if (path == null) throw Refusal.wrong("folder", "needs a name");
    if (!path.equals(from) && FolderPath.isWithin(path, from)) {
      throw Refusal.wrong("folder", "cannot be inside itself");
    }
    if (forgetEmpty(who, from)) return make(who, path);
    feeds(who, from).stream()
        .flatMap(s -> s.folders().stream())
        .forEach(f -> Checked.folder("folder", FolderPath.moved(f, from, path)));
    if (path.equals(from)) return path;
    boolean _ = store.folders().move(who.id(), from, path);
    moveFolds(who, from, path);
    return path;
  }

  /// Takes a folder away. What was in it goes up to where the folder was: no feed is lost.
  public void remove(Account who, String folder) {
    if (forgetEmpty(who, folder)) return;
    feeds(who, folder);
    take(who, folder);
  }

  private boolean take(Account who, String folder) {
    String parent = FolderPath.parent(folder);
    boolean was = store.folders().move(who.id(), folder, parent);
    if (was) moveFolds(who, folder, parent);
    return was;
  }

  /// The same for programs that know labels alone: if there is no folder of that name, it is about
  /// the tag.
  ///
  /// @param to null to take it away
  public void moveLabel(Account who, String from, @Nullable String to) {
    String name = Checked.folder("folder", to);
    if (empty(who).contains(from)) {
      if (name == null) remove(who, from);
      else move(who, from, name);
      return;
    }
    boolean folder = all(who).contains(from);
    if (!folder) store.reading().renameTag(who.id(), from, name);
    else if (name == null) take(who, from);
    else move(who, from, name);
  }

  /// Takes a feed out of one folder and puts it into another; it stays in all others.
  ///
  /// @param from null or blank if it is in none
  /// @param to null or blank for none
  public void moveFeed(Account who, long feed, @Nullable String from, @Nullable String to) {
    FollowedFeeds.followed(store, who, feed);
    String target = Checked.folder("folder", to);
    List<String> folders =
        new ArrayList<>(store.feeds().folders(who.id()).getOrDefault(feed, List.of()));
    int at = from == null ? -1 : folders.indexOf(from);
    if (at >= 0) folders.remove(at);
    if (target != null) folders.add(Math.max(0, at), target);
    store.subscriptions().setFolders(who.id(), feed, folders.stream().distinct().toList());
  }

  /// The folders that are folded up beside the river.
  static Set<String> folded(Store store, Account who) {
    return Set.copyOf(store.settings().list(who.id(), FOLDED));
  }

  /// Folds a folder up beside the river, or shows what is in it again; on every device.
  public void fold(Account who, String folder, boolean up) {
    List<String> there = all(who);
    change(
        who,
        FOLDED,
        before -> {
          Set<String> folded = new TreeSet<>(before);
          folded.retainAll(there);
          if (up && there.contains(folder)) folded.add(folder);
          if (!up) folded.remove(folder);
          return List.copyOf(folded);
        });
  }

  private void moveFolds(Account who, String from, @Nullable String to) {
    if (folded(store, who).stream().noneMatch(f -> FolderPath.isWithin(f, from))) return;
    change(
        who,
        FOLDED,
        folded -> {
          Set<String> moved = new TreeSet<>();
          for (String f : folded) {
            String now = FolderPath.moved(f, from, to);
            if (now != null) moved.add(now);
          }
          return List.copyOf(moved);
        });
  }

  private void change(Account who, String list, UnaryOperator<List<String>> change) {
    var _ = store.settings().change(who.id(), list, change, clock.instant());
  }
}
