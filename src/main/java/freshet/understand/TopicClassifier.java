package freshet.understand;

import freshet.group.Gist;
import freshet.group.Topic;
import freshet.group.TopicModel;
import freshet.group.TopicNames;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.store.Store;
import freshet.store.TopicRevisions;
import freshet.store.Topics;
import freshet.text.Cut;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The topics of entries: what a person says, then what the feed says, then what the model says of
/// the text. The first two teach the model.
///
/// What people said is in the store and taught again at every start; what was learned from feeds is
/// stored now and then, and at the end.
final class TopicClassifier {
  private static final Logger log = LoggerFactory.getLogger(TopicClassifier.class);
  private static final String MODEL = "topics";
  private static final int MOST_NAME = 60;

  /// Under this the model's guess is worth nothing.
  private static final double LEAST_CONFIDENCE = 0.2;

  /// How far a category of the publisher's is believed.
  private static final double CATEGORY_CONFIDENCE = 0.95f; // as it is stored, to be compared with

  /// What the model knows as surely as this need not be taught again.
  private static final double KNOWN = 0.7;

  /// Characters that a topic is found by: what is new stands at the beginning.
  static final int LOOKED_AT = 1200;

  /// As many entries with a topic are learned again if what was learned cannot be read.
  private static final int MOST_RELEARNED = 5000;

  private final Store store;
  private final InstantSource clock;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<Long, String> ofFeeds = new ConcurrentHashMap<>();
  private TopicModel model = new TopicModel();
  private boolean changed;

  TopicClassifier(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /// Takes up what was learned before, or the starter model.
  ///
  /// @param since what publishers and feeds said since then is learned again if that is lost
  void restore(Instant since) {
    TopicModel known = stored().orElseGet(() -> relearned(since));
    for (Topics.Example e : store.topics().examples()) {
      known.correct(gist(e.title(), e.body(), e.language()), e.topic());
    }
    lock.writeLock().lock();
    try {
      model = known;
    } finally {
      lock.writeLock().unlock();
    }
    Map<Long, String> given = store.topics().ofFeeds();
    ofFeeds.keySet().retainAll(given.keySet());
    ofFeeds.putAll(given);
    for (String topic : known.topics()) store.topics().id(topic);
    store.topics().id(Topic.OTHER);
  }

  private Optional<TopicModel> stored() {
    try {
      return store.topics().learned(MODEL).map(TopicModel::fromBytes);
    } catch (IllegalArgumentException e) {
      log.info("{} Topics are learned again from the entries that are stored", e.getMessage());
    } catch (UncheckedIOException e) {
      log.warn("What was learned of topics cannot be read; it is learned again", e);
    }
    return Optional.empty();
  }

  private TopicModel relearned(Instant since) {
    TopicModel model = TopicModel.starter();
    for (TopicRevisions.Classified t :
        store.topicRevisions().said(CATEGORY_CONFIDENCE, since, MOST_RELEARNED)) {
      model.learn(gist(t.title(), t.excerpt(), t.language()), t.topic());
    }
    changed = true;
    return model;
  }

  /// The topic of a new entry.
  Topic of(long feed, List<String> categories, Gist gist) {
    String ofFeed = ofFeeds.get(feed);
    Topic said = ofFeed == null ? ofCategories(categories) : new Topic(ofFeed, 1);
    if (said == null) return classify(gist);
    teach(gist, said.name());
    return said;
  }

  /// A topic that somebody has put the entry's source under, by our name for it if there is one.
  Topic given(String name, Gist gist) {
    Topic given = new Topic(TopicNames.of(name).orElse(name), 1);
    teach(gist, given.name());
    return given;
  }

  /// What a publisher's categories say, or null if they name no topic.
  static @Nullable Topic ofCategories(List<String> categories) {
    for (String category : categories) {
      Optional<String> topic = TopicNames.of(category);
      if (topic.isPresent()) return new Topic(topic.get(), CATEGORY_CONFIDENCE);
    }
    return null;
  }

  /// What the text says; "other" if it says little.
  Topic classify(Gist gist) {
    Topic guess = guess(gist);
    return guess.confidence() < LEAST_CONFIDENCE
        ? new Topic(Topic.OTHER, guess.confidence())
        : guess;
  }

  /// Learns a topic, unless it is known well.
  void teach(Gist gist, String topic) {
    Topic guess = guess(gist);
    if (!guess.name().equals(topic) || guess.confidence() < KNOWN) learn(gist, topic);
  }

  Topic guess(Gist gist) {
    lock.readLock().lock();
    try {
      if (!model.awaits(gist.language())) return model.classify(gist);
    } finally {
      lock.readLock().unlock();
    }
    lock.writeLock().lock();
    try {
      model.begin(gist.language());
      changed = true;
      return model.classify(gist);
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void learn(Gist gist, String topic) {
    lock.writeLock().lock();
    try {
      model.learn(gist, topic);
      changed = true;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /// A person says what an entry is about.
  boolean give(Entry entry, EntryBody body, String topic) {
    if (!store.topics().give(entry.id(), topic, clock.instant())) return false;
    Gist gist = gist(entry.title(), body, entry.language());
    lock.writeLock().lock();
    try {
      model.correct(gist, topic);
      changed = true;
    } finally {
      lock.writeLock().unlock();
    }
    return true;
  }

  /// The name of a topic, as it is stored.
  ///
  /// @throws IllegalArgumentException if it can be no topic
  static String name(String topic) {
    String name = topic.strip().toLowerCase(Locale.ROOT);
    if (name.isEmpty() || name.length() > MOST_NAME || name.chars().anyMatch(c -> c < ' ')) {
      throw new IllegalArgumentException("a topic is a name of up to " + MOST_NAME + " characters");
    }
    return name;
  }

  /// A person says what all entries of a feed are about; null: no longer.
  void giveFeed(long feed, @Nullable String topic) {
    if (topic == null) ofFeeds.remove(feed);
    else ofFeeds.put(feed, topic);
  }

  static Gist gist(@Nullable String title, EntryBody body, @Nullable String language) {
    return gist(title, Understanding.text(body), language);
  }

  static Gist gist(@Nullable String title, @Nullable String text, @Nullable String language) {
    String start = text == null ? "" : Cut.start(text, LOOKED_AT);
    return Gist.of(title == null ? "" : title, start, language == null ? "" : language);
  }

  /// Stores what was learned since it was stored last.
  void save() {
    byte[] state;
    lock.writeLock().lock();
    try {
      if (!changed) return;
      changed = false;
      state = model.toBytes();
    } finally {
      lock.writeLock().unlock();
    }
    store.topics().learn(MODEL, state, clock.instant());
  }
}
