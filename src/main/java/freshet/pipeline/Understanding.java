package freshet.pipeline;

import freshet.dedupe.Sameness;
import freshet.dedupe.Signature;
import freshet.group.EventFinder;
import freshet.group.Gist;
import freshet.group.Topic;
import freshet.language.Declared;
import freshet.language.Found;
import freshet.language.LanguageFinder;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.Feed;
import freshet.model.NewEntry;
import freshet.model.Understood;
import freshet.store.Events;
import freshet.store.Placing;
import freshet.store.Sight;
import freshet.store.Signatures.Unread;
import freshet.store.Store;
import freshet.store.Stories.Version;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What Freshet makes of the texts: their language, topic, story and event. Language, topic and
/// signature of an entry are found on the thread that polled it; its story and event when it is
/// written, so that it is announced with both.
public final class Understanding implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Understanding.class);

  /// Characters of a text that are looked at.
  static final int MOST_TEXT = 20_000;

  /// Characters that the language is told from: more text costs more and tells no more.
  private static final int SAMPLE = 240;

  private static final int HEALED_AT_ONCE = 200;
  private static final int MOST_LOOKED_AT = 500;

  /// Corrections that follow each other sooner than this are reviewed together.
  private static final Duration QUIET = Duration.ofSeconds(2);

  /// What counts as the same story.
  ///
  /// @param percent from how many per cent on two texts are
  /// @param shingle words of a shingle; 0: by the length of the text
  /// @param window entries further apart are not compared
  /// @param containment whether a text inside a longer one is the same story
  public record Folds(double percent, int shingle, Duration window, boolean containment) {
    /// Found by measurement: docs/decisions/0100-stories-in-the-store.md.
    public static final Folds USUAL = new Folds(40, 0, Duration.ofDays(14), false);

    Sameness sameness() {
      return new Sameness(percent, window, containment);
    }

    Folds with(double otherPercent, boolean inside) {
      return new Folds(otherPercent, shingle, window, inside);
    }
  }

  private final Store store;
  private final InstantSource clock;
  private final LanguageFinder languages;
  private final Topicality topics;
  private final TopicReview review;
  private final Folding folding;
  private volatile Folds folds;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final Thread starting;

  /// @param folds the settings, unless they were changed while Freshet ran
  public Understanding(Store store, Folds folds, InstantSource clock) {
    this(store, folds, QUIET, clock);
  }

  Understanding(Store store, Folds folds, Duration quiet, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.languages = new LanguageFinder();
    this.topics = new Topicality(store, clock);
    this.folds = saved(folds, store.settings().all());
    this.review = new TopicReview(store, topics, () -> this.folds.window, quiet, clock);
    this.folding = new Folding(store, this.folds.sameness(), clock);
    this.starting = Thread.ofPlatform().name("understanding").unstarted(this::restore);
  }

  private static Folds saved(Folds folds, Map<String, String> saved) {
    String percent = saved.get("same.percent");
    String inside = saved.get("same.containment");
    return folds.with(
        percent == null ? folds.percent : Double.parseDouble(percent),
        inside == null ? folds.containment : inside.equals("true"));
  }

  /// Begins to take up what is stored; [#awaitReady] waits for it.
  public void start() {
    starting.start();
  }

  private void restore() {
    try {
      topics.restore(windowStart());
      String shingle = String.valueOf(folds.shingle);
      String before = store.settings().all().get("same.shingle");
      if (before != null && !before.equals(shingle)) store.signatures().forget();
      if (!shingle.equals(before)) store.settings().put("same.shingle", shingle, clock.instant());
      folding.restore();
      heal();
      review.resume();
    } catch (RuntimeException e) {
      log.error("What is stored could not be taken up; copies of it will not be recognised", e);
    } finally {
      ready.countDown();
    }
  }

  /// Waits until copies of what is stored are recognised.
  public void awaitReady() throws InterruptedException {
    ready.await();
  }

  /// Entries of the window that nobody has looked at yet are looked at now.
  private void heal() {
    Instant since = windowStart();
    long after = 0;
    int healed = 0;
    while (true) {
      List<Unread> unread = store.signatures().unread(since, after, HEALED_AT_ONCE);
      if (unread.isEmpty()) break;
      List<Long> ids = new ArrayList<>();
      List<Understood> understood = new ArrayList<>();
      List<Folding.Arriving> arriving = new ArrayList<>();
      for (Unread u : unread) {
        String language = u.language() == null ? "" : u.language();
        Insight insight =
            insight(
                u.title(), Topicality.text(u.body()), language, u.feedId(), u.categories(), false);
        ids.add(u.id());
        understood.add(insight);
        arriving.add(folding.arriving(u.placed(), u.feedId(), insight));
        after = u.id();
      }
      store.signatures().understood(ids, understood, folding.placing(arriving));
      healed += ids.size();
    }
    if (healed > 0) log.info("looked at {} entries that were stored without", healed);
  }

  /// The language of a text, declared or not.
  Found language(@Nullable String title, String text, @Nullable String declared) {
    String all = (title == null ? "" : title + ". ") + text;
    return languages.skim(all.length() <= SAMPLE ? all : all.substring(0, SAMPLE), declared);
  }

  /// All that is found out from the text of a new entry but its language.
  Insight insight(
      @Nullable String title,
      String text,
      Found found,
      @Nullable String declared,
      @Nullable String language,
      long feed,
      List<String> categories) {
    boolean wrong = declared != null && Declared.isWrong(declared, found);
    return insight(title, text, language == null ? "" : language, feed, categories, wrong);
  }

  private Insight insight(
      @Nullable String title,
      String text,
      String language,
      long feed,
      List<String> categories,
      boolean wrongLanguage) {
    String name = title == null ? "" : title;
    Signature compared =
        folds.shingle == 0
            ? Signature.of(name, text, language)
            : Signature.of(name, text, language, folds.shingle);
    Gist gist = Topicality.gist(name, text, language);
    Topic topic = topics.of(feed, categories, gist);
    return new Insight(
        compared,
        gist,
        compared.toBytes(),
        store.topics().id(topic.name()),
        topic.confidence(),
        wrongLanguage);
  }

  Placing placing(List<NewEntry> entries, Feed feed, Instant at) {
    return folding.placing(entries, feed, at);
  }

  /// Entries were removed from the store.
  void forget() {
    folding.forget();
  }

  /// What counts as the same story now.
  public Folds folds() {
    return folds;
  }

  /// What would be the same story otherwise, of the entries that an account may see.
  public FoldPreview preview(Sight sight, double percent, boolean containment) {
    return FoldPreview.of(
        store,
        sight,
        folds.with(percent, containment).sameness(),
        folding::source,
        clock.instant());
  }

  /// Changes what counts as the same story, for what is stored too.
  ///
  /// @return how many entries have another story now
  public synchronized int fold(double percent, boolean containment) throws InterruptedException {
    awaitReady();
    Folds wanted = folds.with(percent, containment);
    int moved = folding.regroup(wanted.sameness());
    store.settings().put("same.percent", String.valueOf(percent), clock.instant());
    store.settings().put("same.containment", String.valueOf(containment), clock.instant());
    folds = wanted;
    return moved;
  }

  private Instant windowStart() {
    return clock.instant().minus(folds.window);
  }

  /// A person says what an entry is about. The next ones like it are told the same, and soon those
  /// of the window are told again.
  ///
  /// @return false if there is no such entry
  public boolean giveTopic(long entry, String topic) {
    Optional<Entry> found = store.entries().find(entry);
    if (found.isEmpty()
        || !topics.give(found.get(), store.entries().body(entry), Topicality.name(topic)))
      return false;
    review.tell(List.of(entry));
    review.taught(found.get().language());
    return true;
  }

  /// A person says what all entries of a feed are about; null: no longer. The newest of them teach
  /// it, and soon the other entries of the window are told again.
  public boolean giveFeedTopic(long feed, @Nullable String topic) {
    String name = topic == null ? null : Topicality.name(topic);
    if (!store.topics().giveFeed(feed, name, windowStart(), clock.instant())) return false;
    topics.giveFeed(feed, name);
    review.taughtByFeed(feed, name);
    return true;
  }

  /// Listens for stored entries that have another topic, because people said so of them or of
  /// others. Whoever listens must be quick.
  public void onRetold(Consumer<List<Long>> listener) {
    review.listen(listener);
  }

  /// Waits until the entries of the window have been told again.
  void awaitReviewed() throws InterruptedException {
    review.awaitDone();
  }

  /// A person wants a feed's entries to stand for their stories.
  public boolean prefer(long feed, boolean preferred) {
    return store.stories().prefer(feed, preferred, windowStart());
  }

  /// An event that much is written about now.
  public record Hot(Events.Row event, int sources, double heat) {}

  /// The hottest events, hottest first.
  public List<Hot> hot(int most) {
    List<EventFinder.Event> events = folding.hottest(most);
    Map<Long, Events.Row> rows =
        store.events().of(events.stream().map(EventFinder.Event::id).toList());
    List<Hot> hot = new ArrayList<>();
    for (EventFinder.Event e : events) {
      Events.Row row = rows.get(e.id());
      if (row != null) hot.add(new Hot(row, e.sources(), e.heat()));
    }
    return hot;
  }

  /// The hottest of those that an account sees something of, as hot as its own feeds make them.
  public List<Hot> hot(Sight sight, int most) {
    if (sight.all()) return hot(most);
    List<Hot> all = hot(MOST_LOOKED_AT);
    Map<Long, Events.Seen> seen =
        store.events().seen(sight, all.stream().map(h -> h.event().id()).toList());
    List<Hot> own = new ArrayList<>();
    for (Hot h : all) {
      Events.Seen s = seen.get(h.event().id());
      if (s == null) continue;
      int sources = Math.min(s.feeds(), h.sources());
      own.add(new Hot(s.event(), sources, h.heat() * sources / Math.max(1, h.sources())));
    }
    own.sort(Comparator.comparingDouble(Hot::heat).reversed());
    return own.subList(0, Math.min(own.size(), most));
  }

  /// By how many per cent each version of a story is the same as one of them.
  public static List<Double> percents(Version one, List<Version> versions) {
    Signature mine = one.signature() == null ? null : Signature.fromBytes(one.signature());
    List<Double> percents = new ArrayList<>();
    for (Version v : versions) {
      byte[] other = v.signature();
      percents.add(mine == null || other == null ? 0 : mine.percent(Signature.fromBytes(other)));
    }
    return percents;
  }

  /// What entries are compared by, as plain text.
  public static String text(EntryBody body) {
    return Topicality.text(body);
  }

  /// Stores what was learned.
  public void save() {
    topics.save();
  }

  @Override
  public void close() {
    try {
      starting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    review.close();
    save();
  }
}
