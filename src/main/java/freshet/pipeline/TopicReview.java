package freshet.pipeline;

import freshet.group.Topic;
import freshet.store.Retelling.Change;
import freshet.store.Retelling.Place;
import freshet.store.Retelling.Told;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the topics of stored entries again after people have taught the model something: in the
/// background, a language at a time, the newest entries first, a short transaction for every few
/// hundred entries looked at.
///
/// Corrections that follow each other quickly cause one review. Where it stands is a setting, so
/// that it goes on after a restart; a correction in between begins its language again. What a
/// person said about an entry or its feed stays, as does what a publisher's category says.
final class TopicReview implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(TopicReview.class);
  private static final String SETTING = "topics.review";
  private static final int BATCH = 200;
  private static final int TAUGHT_BY_A_FEED = 50;

  /// From this confidence on another topic is worth moving an entry that readers have seen.
  private static final double GOOD = 0.5;

  private final Store store;
  private final Topicality topics;
  private final InstantSource clock;
  private final Supplier<Duration> window;
  private final Duration quiet;

  /// The languages that are due, and where to go on in each.
  private final Map<String, Place> due = new LinkedHashMap<>();

  private final List<Consumer<List<Long>>> listeners = new ArrayList<>();
  private long asked;
  private @Nullable Thread running;
  private boolean closed;

  /// @param window how far back entries are told again
  /// @param quiet how long nobody must have corrected anything before it begins
  TopicReview(
      Store store,
      Topicality topics,
      Supplier<Duration> window,
      Duration quiet,
      InstantSource clock) {
    this.store = store;
    this.topics = topics;
    this.window = window;
    this.quiet = quiet;
    this.clock = clock;
  }

  /// Is told the entries whose topic was changed, by whichever thread changed them.
  synchronized void listen(Consumer<List<Long>> listener) {
    listeners.add(listener);
  }

  synchronized void tell(List<Long> changed) {
    for (Consumer<List<Long>> listener : listeners) listener.accept(changed);
  }

  /// Goes on with what was under way before the last end of the program.
  synchronized void resume() {
    for (String part : store.settings().all().getOrDefault(SETTING, "").split(" ", -1)) {
      String[] at = part.split(":", -1);
      if (at.length == 3) due.put(at[0], new Place(Long.parseLong(at[1]), Long.parseLong(at[2])));
    }
    begin();
  }

  /// Something was learned in a language.
  synchronized void taught(@Nullable String language) {
    if (language == null || language.isEmpty()) return;
    due.put(language, Place.START);
    asked = System.nanoTime();
    save();
    begin();
  }

  /// A person said what a feed is about (null: no longer): its newest entries teach it.
  void taughtByFeed(long feed, @Nullable String topic) {
    List<Told> newest =
        store.retelling().ofFeed(feed, clock.instant().minus(window.get()), TAUGHT_BY_A_FEED);
    Set<String> languages = new LinkedHashSet<>();
    for (Told t : newest) {
      if (topic != null) topics.teach(Topicality.gist(t.title(), t.excerpt(), t.language()), topic);
      if (t.language() != null) languages.add(t.language());
    }
    tell(newest.stream().map(Told::id).toList());
    languages.forEach(this::taught);
  }

  private void begin() {
    if (running == null && !due.isEmpty() && !closed) {
      running = Errand.start("review of topics", this::run);
    }
  }

  private void save() {
    StringBuilder text = new StringBuilder();
    due.forEach((language, at) ->
        text.append(language)
            .append(':')
            .append(at.placed())
            .append(':')
            .append(at.id())
            .append(' '));
    store.settings().put(SETTING, text.toString().strip(), clock.instant());
  }

  private void run() throws InterruptedException {
    int moved = 0;
    try {
      while (awaitQuiet()) moved += step();
    } catch (StoreUnavailable e) {
      log.warn("Topics are told again after the next correction or start: {}", e.getMessage());
    } finally {
      synchronized (this) {
        running = null;
        notifyAll();
      }
    }
    if (moved > 0) log.info("{} stored entries have another topic after a correction", moved);
  }

  /// @return false if there is nothing more to do
  private synchronized boolean awaitQuiet() throws InterruptedException {
    while (!closed && !due.isEmpty()) {
      long left = quiet.toNanos() - (System.nanoTime() - asked);
      if (left <= 0) return true;
      wait(Math.max(1, left / 1_000_000));
    }
    return false;
  }

  private int step() {
    String language;
    Place from;
    synchronized (this) {
      if (closed || due.isEmpty()) return 0;
      Map.Entry<String, Place> first = due.entrySet().iterator().next();
      language = first.getKey();
      from = first.getValue();
    }
    List<Told> page =
        store.retelling().after(from, language, clock.instant().minus(window.get()), BATCH);
    List<Change> changes = new ArrayList<>();
    for (Told told : page) {
      Topic topic = again(told);
      if (topic != null) {
        changes.add(new Change(told.id(), store.topics().id(topic.name()), topic.confidence()));
      }
    }
    List<Long> changed = store.retelling().write(changes, clock.instant());
    if (!changed.isEmpty()) tell(changed);
    synchronized (this) {
      // A correction meanwhile has put another place there.
      if (from.equals(due.get(language)) && !closed) {
        if (page.size() < BATCH) {
          due.remove(language);
        } else {
          Told last = page.getLast();
          due.put(language, new Place(last.placed().toEpochMilli(), last.id()));
        }
        save();
      }
    }
    return changed.size();
  }

  /// What an entry is about now, or null if it stays as it is.
  private @Nullable Topic again(Told told) {
    Topic said = Topicality.ofCategories(told.categories());
    boolean ofFeed = told.confidence() >= 1; // its feed had a topic, and has no more
    if (said != null) return ofFeed ? said : null;
    String title = told.title() == null ? "" : told.title();
    String excerpt = told.excerpt() == null ? "" : told.excerpt();
    // Title and excerpt are at hand, the text has to be fetched: where they confirm the topic, it
    // is not.
    Topic glance = topics.guess(Topicality.gist(title, excerpt, told.language()));
    if (!ofFeed && glance.name().equals(told.topic())) return null;
    Topic topic =
        topics.tell(Topicality.gist(title, store.entries().body(told.id()), told.language()));
    if (topic.name().equals(told.topic())) return null;
    return ofFeed || topic.confidence() >= GOOD ? topic : null;
  }

  /// Waits until nothing is due any more.
  synchronized void awaitDone() throws InterruptedException {
    while (running != null) wait();
  }

  @Override
  public void close() {
    Thread thread;
    synchronized (this) {
      closed = true;
      thread = running;
      notifyAll();
    }
    if (thread == null) return;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
