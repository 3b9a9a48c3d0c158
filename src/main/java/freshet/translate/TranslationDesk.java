package freshet.translate;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.change.Follower;
import freshet.model.FullEntry;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.store.TranslationTasks.Task;
import freshet.store.Translations.Translated;
import freshet.translate.Providers.Came;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Translates entries in the background, on a thread of its own: what somebody looks at first, then
/// the titles of what is new, then its texts. Entries are stored without waiting for it. What is to
/// be done is in the store and outlives a kill; what was translated is kept there for ever, so no
/// translator is given the same text twice.
///
/// The first translator of the settings that knows the two languages, is not resting and has
/// characters left in its budget is asked. One that fails is left alone for a while that doubles;
/// the next is asked meanwhile.
public final class TranslationDesk implements AutoCloseable {
  private static final Duration GATHER = Duration.ofMillis(200);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(10);
  private static final int TASKS_AT_ONCE = 25;

  /// Whoever could translate it rests, or has no budget left.
  private static final Duration POSTPONED = Duration.ofMinutes(10);

  /// After so many failures of its own, over about a week, a task is given up.
  private static final int MOST_TRIES = 12;

  private static final Duration LONGEST_UNKNOWN = Duration.ofDays(7);

  private final Store store;
  private final Providers providers;
  private final InstantSource clock;
  private final Changes changes;
  private final LongConsumer translated;
  private final Intake intake;
  private final Follower follower;
  private final Set<Long> edited = new HashSet<>();
  private final Set<Long> own = new HashSet<>();

  /// @param translators the best first; without any nothing is done
  /// @param common the language that the pages of the universal robot are translated into
  /// @param translated is told, on the desk's thread, which entries have been translated
  /// @param texts whether the texts of new entries are translated before somebody opens them
  public TranslationDesk(
      Store store,
      List<Translator> translators,
      Supplier<Budgets> budgets,
      BooleanSupplier texts,
      Supplier<String> common,
      Changes changes,
      LongConsumer translated,
      InstantSource clock,
      ZoneId zone) {
    this.store = store;
    this.providers = new Providers(store.translations(), translators, budgets, clock, zone);
    this.clock = clock;
    this.changes = changes;
    this.translated = translated;
    this.intake = new Intake(store, texts, common, clock);
    this.follower =
        new Follower("translation", GATHER, LOOK_EVERY, this::step, Set.of(StoreUnavailable.class));
  }

  /// Whether there is anybody to translate.
  public boolean isOn() {
    return !providers.ids().isEmpty();
  }

  public void start() {
    if (!isOn()) return;
    changes.listen(change -> {
      synchronized (edited) {
        for (long entry : change.editedEntries()) if (!own.remove(entry)) edited.add(entry);
      }
      follower.wake();
    });
    follower.start();
  }

  /// Somebody looks at these entries.
  ///
  /// @param whole whether at their texts, too
  void want(List<Long> entries, String into, boolean whole) {
    if (!isOn() || entries.isEmpty()) return;
    String part = whole ? Intake.TEXT : Intake.TITLE;
    store
        .translationTasks()
        .add(entries.stream().map(e -> new Task(e, into, part, Intake.WANTED, 0)).toList());
    follower.wake();
  }

  public Providers providers() {
    return providers;
  }

  private void step() throws InterruptedException {
    look();
    while (!follower.isClosed() && work()) {}
  }

  /// Looks at what is new.
  void look() {
    List<Long> again;
    synchronized (edited) {
      again = List.copyOf(edited);
      edited.clear();
    }
    boolean done = false;
    try {
      intake.look(again);
      done = true;
    } finally {
      if (!done) {
        synchronized (edited) {
          edited.addAll(again);
        }
      }
    }
  }

  /// Takes the next tasks.
  ///
  /// @return whether there may be more to do now
  boolean work() throws InterruptedException {
    OptionalInt least = providers.leastUrgent();
    if (least.isEmpty()) return false;
    List<Task> next =
        store.translationTasks().next(TASKS_AT_ONCE, least.getAsInt(), clock.instant());
    if (next.isEmpty()) return false;
    List<Task> tasks = known(alike(next));
    Map<Long, FullEntry> entries = new HashMap<>();
    for (FullEntry e : store.entries().full(tasks.stream().map(Task::entry).distinct().toList())) {
      entries.put(e.entry().id(), e);
    }
    Map<String, List<Task>> byPair = new LinkedHashMap<>();
    List<Task> done = new ArrayList<>();
    for (Task t : tasks) {
      FullEntry e = entries.get(t.entry());
      String from = e == null ? null : Wish.code(e.entry().language());
      if (from == null || from.equals(t.into())) done.add(t);
      else byPair.computeIfAbsent(from + " " + t.into(), _ -> new ArrayList<>()).add(t);
    }
    store.translationTasks().done(done);
    for (Map.Entry<String, List<Task>> pair : byPair.entrySet()) {
      String from = pair.getKey().substring(0, pair.getKey().indexOf(' '));
      work(pair.getValue(), entries, from);
    }
    return true;
  }

  /// Without those whose languages nobody knows, which wait before their texts are read.
  private List<Task> known(List<Task> tasks) {
    Map<Long, String> languages = new HashMap<>();
    for (var e :
        store.translationTasks().fresh(tasks.stream().map(Task::entry).distinct().toList())) {
      String code = Wish.code(e.language());
      if (code != null) languages.put(e.id(), code);
    }
    List<Task> known = new ArrayList<>();
    Map<String, List<Task>> unknown = new LinkedHashMap<>();
    for (Task t : tasks) {
      String from = languages.get(t.entry());
      if (from == null || from.equals(t.into()) || providers.knows(from, t.into())) known.add(t);
      else unknown.computeIfAbsent(from + " " + t.into(), _ -> new ArrayList<>()).add(t);
    }
    unknown.forEach((pair, all) -> await(all, pair.substring(0, pair.indexOf(' '))));
    return known;
  }

  /// Nobody knows their languages. A server may say so while it starts, so they are tried again for
  /// a week.
  private void await(List<Task> tasks, String from) {
    Instant now = clock.instant();
    Instant again = providers.knowsAt(from, tasks.getFirst().into());
    store.translationTasks().unknown(tasks, again, now, now.minus(LONGEST_UNKNOWN));
  }

  /// Those of the first's urgency. What failed before is tried alone, so that it takes nobody along
  /// again.
  private static List<Task> alike(List<Task> tasks) {
    Task first = tasks.getFirst();
    if (first.tries() > 0) return List.of(first);
    return tasks.stream().filter(t -> t.urgency() == first.urgency() && t.tries() == 0).toList();
  }

  /// Tasks from one language into another.
  private void work(List<Task> tasks, Map<Long, FullEntry> entries, String from)
      throws InterruptedException {
    String into = tasks.getFirst().into();
    Map<Task, List<String>> texts = new LinkedHashMap<>();
    Set<String> all = new LinkedHashSet<>();
    for (Task t : tasks) {
      FullEntry entry = entries.get(t.entry());
      if (entry == null) continue;
      List<String> own = texts(entry, t.part());
      texts.put(t, own);
      all.addAll(own);
    }
    Memory memory = Memory.of(store, all, from, into, providers.ids());
    int urgency = tasks.getFirst().urgency();
    List<String> missing =
        all.stream().flatMap(t -> memory.missing(t).stream()).distinct().toList();
    Came came = missing.isEmpty() ? Came.WHOLE : providers.ask(missing, memory, urgency);
    for (Map.Entry<Task, List<String>> t : texts.entrySet()) {
      boolean whole = t.getValue().stream().allMatch(text -> memory.missing(text).isEmpty());
      FullEntry entry = entries.get(t.getKey().entry());
      if (whole && entry != null) finish(t.getKey(), entry, memory);
      if (whole) store.translationTasks().done(List.of(t.getKey()));
      else if (came == Came.NOBODY_KNOWS) await(List.of(t.getKey()), from);
      else if (came == Came.FAILED) failed(t.getKey(), entry, memory);
      else store.translationTasks().postpone(t.getKey(), clock.instant().plus(POSTPONED));
    }
  }

  /// A part of it could not be translated; the rest is shown and found meanwhile.
  private void failed(Task task, @Nullable FullEntry entry, Memory memory) {
    String title = entry == null ? null : entry.entry().title();
    if (entry != null && title != null && !title.isBlank() && memory.translated(title) != null) {
      finish(task, entry, memory);
    }
    if (task.tries() >= MOST_TRIES) {
      store.translationTasks().done(List.of(task));
      return;
    }
    Duration wait = Duration.ofMinutes(1L << Math.min(2 * task.tries(), 10));
    store.translationTasks().later(task, clock.instant().plus(wait));
  }

  private static List<String> texts(FullEntry entry, String part) {
    List<String> texts = new ArrayList<>();
    String title = entry.entry().title();
    if (title != null && !title.isBlank()) texts.add(title);
    String html = entry.body().shown();
    if (part.equals(Intake.TEXT) && html != null) texts.addAll(Segments.of(html));
    return texts;
  }

  /// Writes down the entry as it is now, unless that is known, and has it indexed.
  private void finish(Task task, FullEntry entry, Memory memory) {
    String title = entry.entry().title();
    String translated = title == null || title.isBlank() ? null : memory.translated(title);
    String html = entry.body().shown();
    String text =
        task.part().equals(Intake.TEXT) && html != null
            ? Segments.translated(html, memory::translated).text()
            : null;
    Translated now =
        new Translated(
            task.entry(),
            task.into(),
            String.join(",", memory.used()),
            ofTitle(title),
            translated,
            text);
    Translated before =
        store.translations().ofEntries(List.of(task.entry())).stream()
            .filter(t -> t.into().equals(task.into()))
            .findFirst()
            .orElse(null);
    if (now.equals(before)) return;
    if (!store.translations().translated(now, clock.instant())) return;
    this.translated.accept(task.entry());
    synchronized (edited) {
      own.add(task.entry());
    }
    changes.publish(
        new Change(entry.entry().feedId(), List.of(), List.of(), List.of(task.entry()), false));
  }

  static String ofTitle(@Nullable String title) {
    return title == null ? "" : TextKey.hash(title);
  }

  @Override
  public void close() {
    if (isOn()) follower.close();
  }
}
