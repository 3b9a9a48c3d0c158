package freshet.translate;

import freshet.store.Store;
import freshet.store.TranslationTasks.Fresh;
import freshet.store.TranslationTasks.Task;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Finds out which new entries are to be translated into what: what those who follow their feeds do
/// not read, and feeds that are translated as a whole (pages of the universal robot). How far it
/// has looked is written down, so that nothing is left out after a kill.
final class Intake {
  static final String TITLE = "title";
  static final String TEXT = "text";

  /// Somebody looks at it.
  static final int WANTED = 0;

  static final int NEW_TITLE = 1;
  static final int NEW_TEXT = 2;

  private static final String MARK = "translate.mark";
  private static final int BATCH = 500;

  private final Store store;
  private final BooleanSupplier texts;
  private final Supplier<String> common;
  private final InstantSource clock;

  /// @param texts whether the texts of new entries are translated before somebody opens them
  /// @param common the language that whole feeds are translated into
  Intake(Store store, BooleanSupplier texts, Supplier<String> common, InstantSource clock) {
    this.store = store;
    this.texts = texts;
    this.common = common;
    this.clock = clock;
  }

  /// Looks at what is new.
  ///
  /// @param edited entries that were changed
  void look(Collection<Long> edited) {
    Map<Long, Wish> wishes = wishes();
    Set<Long> whole = store.translationTasks().commonFeeds();
    boolean nobody = wishes.isEmpty() && whole.isEmpty();
    String known = store.settings().all().get(MARK);
    long last = store.translationTasks().lastEntry();
    long mark = known == null ? last : Math.min(Long.parseLong(known), last);
    long from = mark;
    if (nobody) mark = last; // whoever comes later does not want the past
    while (!nobody) {
      List<Fresh> some = store.translationTasks().after(mark, BATCH);
      if (some.isEmpty()) break;
      add(some, wishes, whole);
      mark = some.getLast().id();
    }
    if (!nobody) add(store.translationTasks().fresh(edited), wishes, whole);
    if (mark != from || known == null) {
      store.settings().put(MARK, Long.toString(mark), clock.instant());
    }
  }

  /// @param whole feeds that are translated as a whole
  private void add(List<Fresh> entries, Map<Long, Wish> wishes, Set<Long> whole) {
    Set<Long> feeds = new TreeSet<>();
    for (Fresh f : entries) feeds.add(f.feed());
    Map<Long, Set<Long>> followers = store.translationTasks().followers(feeds);
    List<Task> tasks = new ArrayList<>();
    for (Fresh f : entries) {
      Set<String> into = new TreeSet<>();
      for (long account : followers.getOrDefault(f.feed(), Set.of())) {
        Wish wish = wishes.get(account);
        if (wish != null && wish.wants(f.language())) into.add(wish.into());
      }
      boolean all = whole.contains(f.feed());
      if (all && new Wish(Set.of(), common.get()).wants(f.language())) into.add(common.get());
      for (String language : into) {
        tasks.add(new Task(f.id(), language, TITLE, NEW_TITLE, 0));
        if (all || texts.getAsBoolean()) tasks.add(new Task(f.id(), language, TEXT, NEW_TEXT, 0));
      }
    }
    store.translationTasks().add(tasks);
  }

  private Map<Long, Wish> wishes() {
    Map<Long, Wish> wishes = new HashMap<>();
    store
        .translationTasks()
        .accountsWith(Wish.INTO)
        .forEach(
            (account, settings) -> Wish.of(settings).ifPresent(wish -> wishes.put(account, wish)));
    return wishes;
  }
}
