package freshet.understand;

import freshet.group.Topic;
import freshet.store.Store;
import freshet.store.TopicRevisions.Change;
import freshet.store.TopicRevisions.Classified;
import freshet.store.TopicRevisions.Place;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Classifies stored entries again after people have taught the model something: step by step, a
/// language at a time, the newest entries first, a short transaction for every few hundred entries
/// looked at. Whoever takes the steps is called when something is due ([#onDue]).
///
/// Corrections that follow each other quickly cause one review. Where it stands is a setting, so
/// that it goes on after a restart; a correction in between begins its language again. What a
/// person said about an entry or its feed stays, as does what a publisher's category says.
public final class TopicReview {
  private static final Logger log = LoggerFactory.getLogger(TopicReview.class);
  private static final String SETTING = "topics.review";
  private static final int BATCH = 200;
  private static final int TAUGHT_BY_A_FEED = 50;

  /// From this confidence on another topic is worth moving an entry that readers have seen.
  private static final double GOOD = 0.5;

  private final Store store;
  private final TopicClassifier topics;
  private final InstantSource clock;
  private final Supplier<Duration> window;
  private final Duration quiet;

  /// The languages that are due, and where to go on in each.
  private final Map<String, Place> due = new LinkedHashMap<>();

  private Runnable onDue = () -> {};
  private long asked;

  /// @param window how far back entries are classified again
  /// @param quiet how long nobody must have corrected anything before it begins
  TopicReview(
      Store store,
      TopicClassifier topics,
      Supplier<Duration> window,
      Duration quiet,
      InstantSource clock) {
    this.store = store;
    this.topics = topics;
    this.window = window;
    this.quiet = quiet;
    this.clock = clock;
  }

  /// Who is to take steps whenever something is due, and must do so on another thread.
  public synchronized void onDue(Runnable listener) {
    onDue = listener;
  }

  /// What was due before the last end of the program is due again.
  void restore() {
    Runnable listener;
    synchronized (this) {
      for (String part : store.settings().all().getOrDefault(SETTING, "").split(" ", -1)) {
        String[] at = part.split(":", -1);
        if (at.length == 3) due.put(at[0], new Place(Long.parseLong(at[1]), Long.parseLong(at[2])));
      }
      if (due.isEmpty()) return;
      listener = onDue;
    }
    listener.run();
  }

  /// Something was learned in a language.
  void taught(@Nullable String language) {
    if (language == null || language.isEmpty()) return;
    Runnable listener;
    synchronized (this) {
      due.put(language, Place.START);
      asked = System.nanoTime();
      save();
      listener = onDue;
    }
    listener.run();
  }

  /// A person said what a feed is about (null: no longer): its newest entries teach it.
  void taughtByFeed(long feed, @Nullable String topic) {
    List<Classified> newest =
        store.topicRevisions().ofFeed(feed, clock.instant().minus(window.get()), TAUGHT_BY_A_FEED);
    Set<String> languages = new LinkedHashSet<>();
    for (Classified t : newest) {
      if (topic != null)
        topics.teach(TopicClassifier.gist(t.title(), t.excerpt(), t.language()), topic);
      if (t.language() != null) languages.add(t.language());
    }
    languages.forEach(this::taught);
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

  /// Whether anything is to be classified again.
  public synchronized boolean isDue() {
    return !due.isEmpty();
  }

  /// How long to wait until nobody has corrected anything for a while.
  public synchronized Duration untilQuiet() {
    Duration left = quiet.minusNanos(System.nanoTime() - asked);
    return left.isPositive() ? left : Duration.ZERO;
  }

  /// What is still due stays as it is.
  public synchronized void drop() {
    due.clear();
    save();
  }

  /// Classifies the next entries again.
  ///
  /// @return how many were looked at
  public int step() {
    String language;
    Place from;
    synchronized (this) {
      if (due.isEmpty()) return 0;
      Map.Entry<String, Place> first = due.entrySet().iterator().next();
      language = first.getKey();
      from = first.getValue();
    }
    List<Classified> page =
        store.topicRevisions().after(from, language, clock.instant().minus(window.get()), BATCH);
    List<Change> changes = new ArrayList<>();
    for (Classified entry : page) {
      Topic topic = reclassified(entry);
      if (topic != null) {
        changes.add(new Change(entry.id(), store.topics().id(topic.name()), topic.confidence()));
      }
    }
    int moved = store.topicRevisions().write(changes, clock.instant()).size();
    if (moved > 0) log.info("{} stored entries have another topic after a correction", moved);
    synchronized (this) {
      // A correction meanwhile has put another place there.
      if (from.equals(due.get(language))) {
        if (page.size() < BATCH) {
          due.remove(language);
        } else {
          Classified last = page.getLast();
          due.put(language, new Place(last.placed().toEpochMilli(), last.id()));
        }
        save();
      }
    }
    return page.size();
  }

  /// What an entry is about now, or null if it stays as it is.
  private @Nullable Topic reclassified(Classified entry) {
    Topic said = TopicClassifier.ofCategories(entry.categories());
    boolean ofFeed = entry.confidence() >= 1; // its feed had a topic, and has no more
    if (said != null) return ofFeed ? said : null;
    String title = entry.title() == null ? "" : entry.title();
    String excerpt = entry.excerpt() == null ? "" : entry.excerpt();
    // Title and excerpt are at hand, the text has to be fetched: where they confirm the topic, it
    // is not.
    Topic glance = topics.guess(TopicClassifier.gist(title, excerpt, entry.language()));
    if (!ofFeed && glance.name().equals(entry.topic())) return null;
    Topic topic =
        topics.classify(
            TopicClassifier.gist(title, store.entries().body(entry.id()), entry.language()));
    if (topic.name().equals(entry.topic())) return null;
    return ofFeed || topic.confidence() >= GOOD ? topic : null;
  }
}
