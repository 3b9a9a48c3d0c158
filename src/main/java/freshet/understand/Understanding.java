package freshet.understand;

import freshet.dedupe.Document;
import freshet.dedupe.Sameness;
import freshet.dedupe.Signature;
import freshet.dictionary.Shelf;
import freshet.group.Gist;
import freshet.group.Glossary;
import freshet.group.Topic;
import freshet.group.Tracer;
import freshet.language.Declared;
import freshet.language.Found;
import freshet.language.LanguageFinder;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.Event;
import freshet.model.Feed;
import freshet.model.NewEntry;
import freshet.model.Story;
import freshet.model.StoryVersion;
import freshet.model.Understood;
import freshet.model.Visibility;
import freshet.store.Events;
import freshet.store.Signatures.Unread;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.store.StoryResolver;
import freshet.store.Translations;
import freshet.text.Cut;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What Freshet makes of the texts: their language, topic, story and event. Language, topic and
/// signature of an entry are found on the thread that polled it; its story and event when it is
/// written, so that it is announced with both.
public final class Understanding implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Understanding.class);

  /// Characters of a text that are looked at.
  public static final int MOST_TEXT = 20_000;

  /// Characters that the language is found by: more text costs more and says no more.
  private static final int SAMPLE = 240;

  private static final int HEALED_AT_ONCE = 200;
  private static final int MOST_LOOKED_AT = 500;

  /// Clocks may be set back, and programs end for some days.
  private static final Duration SIGNATURES_LONGER = Duration.ofDays(7);

  private static final int FORGOTTEN_AT_ONCE = 2000;

  /// So many of them others are told of.
  private static final int MOST_TOLD = 100;

  /// Corrections that follow each other sooner than this are reviewed together.
  private static final Duration QUIET = Duration.ofSeconds(2);

  /// What counts as the same story.
  ///
  /// @param percent from how many per cent on two texts are
  /// @param shingle words of a shingle; 0: by the length of the text
  /// @param step words from the start of one shingle to that of the next
  /// @param window entries further apart are not compared
  /// @param containment whether a text inside a longer one is the same story
  public record Folds(double percent, int shingle, int step, Duration window, boolean containment) {
    /// Found by measurement: docs/decisions/0100-stories-in-the-store.md.
    public static final Folds USUAL = new Folds(40, 0, 1, Duration.ofDays(14), false);

    Sameness sameness() {
      return new Sameness(percent, window, containment);
    }

    Folds with(double otherPercent, boolean inside) {
      return new Folds(otherPercent, shingle, step, window, inside);
    }
  }

  private final Store store;
  private final Supplier<Tracer> tracer;
  private final InstantSource clock;
  private final LanguageFinder languages;
  private final TopicClassifier topics;
  private final TopicReview review;
  private final Folding folding;
  private volatile Folds folds;

  /// Who says which events are hot, if another program follows what is stored.
  private volatile @Nullable Supplier<List<Heat>> told;

  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread starting;

  /// Another program looks after what is stored and what was learned.
  private volatile boolean beside;

  /// @param folds the settings, unless they were changed while Freshet ran
  ///
  /// @param shelf the dictionaries that events are found across languages by
  public Understanding(Store store, Folds folds, Shelf shelf, InstantSource clock) {
    this(store, folds, new DictionaryWords(shelf), QUIET, clock);
  }

  /// What reads texts by the dictionaries as they are now.
  public static Tracer tracer(Shelf shelf) {
    return new DictionaryWords(shelf).get();
  }

  /// The same without dictionaries.
  public Understanding(Store store, Folds folds, InstantSource clock) {
    this(store, folds, QUIET, clock);
  }

  Understanding(Store store, Folds folds, Duration quiet, InstantSource clock) {
    this(store, folds, always(new Tracer(Glossary.NONE)), quiet, clock);
  }

  private static Supplier<Tracer> always(Tracer tracer) {
    return () -> tracer;
  }

  private Understanding(
      Store store, Folds folds, Supplier<Tracer> tracer, Duration quiet, InstantSource clock) {
    this.store = store;
    this.tracer = tracer;
    this.clock = clock;
    this.languages = new LanguageFinder();
    this.topics = new TopicClassifier(store, clock);
    this.folds = saved(folds, store.settings().all());
    this.review = new TopicReview(store, topics, () -> this.folds.window, quiet, clock);
    this.folding = new Folding(store, this.folds.sameness(), tracer, clock);
    this.starting = Thread.ofPlatform().name("understanding").unstarted(this::restore);
  }

  private static Folds saved(Folds folds, Map<String, String> saved) {
    String percent = saved.get("same.percent");
    String inside = saved.get("same.containment");
    return folds.with(
        percent == null ? folds.percent : Double.parseDouble(percent),
        inside == null ? folds.containment : inside.equals("true"));
  }

  /// Keeps what is remembered of texts in a file too, so that the next start need not read the
  /// signature of every entry. To be said before [#start].
  public void keepIn(Path file) {
    folding.keepIn(file, shingles());
  }

  private String shingles() {
    return folds.shingle + (folds.step == 1 ? "" : "/" + folds.step);
  }

  /// Begins to take up what is stored; [#awaitReady] waits for it.
  public void start() {
    starting.start();
  }

  /// The same beside another program, which looks after what is stored and learned.
  public void startBeside() {
    beside = true;
    starting.start();
  }

  /// Takes up what the other program has learned of topics meanwhile.
  public void relearn() {
    topics.restore(windowStart());
  }

  /// Tries again while the store is away: polls wait for it.
  private void restore() {
    try {
      while (!takenUp()) if (closing.await(1, TimeUnit.SECONDS)) return;
      ready.countDown();
      if (!beside) folding.begin();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      log.error("What is stored could not be taken up; copies of it will not be recognised", e);
    } finally {
      ready.countDown();
    }
  }

  /// @return false if the store is away
  private boolean takenUp() {
    try {
      topics.restore(windowStart());
      if (beside) {
        long _ = folding.restore();
        return true;
      }
      String shingle = shingles();
      String before = store.settings().all().get("same.shingle");
      if (before != null && !before.equals(shingle)) store.signatures().forget();
      if (!shingle.equals(before)) store.settings().put("same.shingle", shingle, clock.instant());
      heal(folding.restore());
      review.restore();
      return true;
    } catch (StoreUnavailable e) {
      log.warn("What is stored cannot be taken up yet: {}", e.getMessage());
      return false;
    }
  }

  /// Waits until copies of what is stored are recognised.
  public void awaitReady() throws InterruptedException {
    while (!ready.await(200, TimeUnit.MILLISECONDS)) {
      if (closing.getCount() == 0) throw new InterruptedException("what is stored is not taken up");
    }
  }

  /// Nobody waits any longer for what is not taken up, as where a start failed.
  public void stopWaiting() {
    closing.countDown();
  }

  public boolean isReady() {
    return ready.getCount() == 0;
  }

  /// Entries of the window that nobody has looked at yet are looked at now.
  ///
  /// @param upTo all up to this one have been looked at
  private void heal(long upTo) {
    Instant since = windowStart();
    long after = upTo > 0 ? upTo : store.signatures().first(since) - 1;
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
                EntryText.of(u.title(), u.link(), u.body()),
                language,
                u.feedId(),
                u.categories(),
                null,
                false);
        ids.add(u.id());
        understood.add(insight);
        arriving.add(folding.arriving(u.placed(), u.feedId(), insight));
        after = u.id();
      }
      store.signatures().understood(ids, understood, folding.resolver(arriving));
      healed += ids.size();
    }
    if (healed > 0) log.info("looked at {} entries that were stored without", healed);
  }

  /// The language of a text, declared or not.
  public Found language(@Nullable String title, String text, @Nullable String declared) {
    String all = (title == null ? "" : title + ". ") + text;
    return languages.skim(Cut.start(all, SAMPLE), declared);
  }

  /// The text of an entry, plain: the longest that there is.
  public static String text(EntryBody body) {
    return EntryText.of(null, null, body).text();
  }

  /// All that is found out from the text of a new entry but its language.
  ///
  /// @param topic as somebody has put it into a list, null if it is to be found out
  public Understood insight(
      EntryText text,
      Found found,
      @Nullable String declared,
      @Nullable String language,
      long feed,
      List<String> categories,
      @Nullable String topic) {
    boolean wrong = declared != null && Declared.isWrong(declared, found);
    return insight(text, language == null ? "" : language, feed, categories, topic, wrong);
  }

  private Insight insight(
      EntryText text,
      String language,
      long feed,
      List<String> categories,
      @Nullable String given,
      boolean wrongLanguage) {
    String name = text.title() == null ? "" : text.title();
    Signature compared =
        Signature.of(
            new Document(name, text.text(), text.summary(), text.link(), language),
            folds.shingle,
            folds.step);
    Gist gist = TopicClassifier.gist(name, text.text(), language);
    Topic topic = given == null ? topics.of(feed, categories, gist) : topics.given(given, gist);
    return new Insight(
        compared,
        gist.traced(tracer.get(), name, text.text()),
        compared.toBytes(),
        store.topics().id(topic.name()),
        topic.confidence(),
        wrongLanguage);
  }

  public StoryResolver resolver(List<NewEntry> entries, Feed feed, Instant at) {
    return folding.resolver(entries, feed, at);
  }

  /// What is found out about a stored entry that has a longer text now.
  ///
  /// @param found its language, and `understood` all else
  /// @param resolver tells its story and event when it is written
  public record Reread(Found found, Understood understood, StoryResolver resolver) {}

  /// @param declared the language that the feed declares
  public Reread reread(Story story, EntryBody body, @Nullable String declared) {
    Entry e = story.entry();
    EntryText text = EntryText.of(e.title(), e.link(), body);
    Found found = language(e.title(), text.text(), declared);
    String language = found.isKnown() ? found.language() : e.language();
    Insight insight =
        insight(text, language == null ? "" : language, e.feedId(), e.categories(), null, false);
    return new Reread(
        found,
        insight,
        folding.resolver(
            List.of(folding.again(e.placed(), e.feedId(), insight, story.event() == 0))));
  }

  /// A stored entry has been translated: it may tell of an event that others tell of in the
  /// language it was translated into.
  ///
  /// @return whether it is in another event now
  public boolean translated(long entry) {
    if (!isReady() || beside) return false;
    Entry e = store.entries().find(entry).orElse(null);
    if (e == null) return false;
    for (Translations.Translated t : store.translations().ofEntries(List.of(entry))) {
      String title = t.title() == null ? "" : t.title();
      String text = t.text() == null ? "" : Cut.start(t.text(), MOST_TEXT);
      Gist gist = TopicClassifier.gist(title, text, t.into()).traced(tracer.get(), title, text);
      if (folding.translated(e, gist)) return true;
    }
    return false;
  }

  /// Entries were removed from the store.
  public void forget() {
    folding.forget();
  }

  /// What counts as the same story now.
  public Folds folds() {
    return folds;
  }

  /// What would be the same story otherwise, of the entries that an account may see.
  public FoldPreview preview(Visibility visibility, double percent, boolean containment) {
    return FoldPreview.of(
        store,
        visibility,
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

  /// A person says what an entry is about. The next ones like it are given the same topic, and soon
  /// those of the window are classified again.
  ///
  /// @return false if there is no such entry
  public boolean giveTopic(long entry, String topic) {
    Optional<Entry> found = store.entries().find(entry);
    if (found.isEmpty()
        || !topics.give(found.get(), store.entries().body(entry), TopicClassifier.name(topic)))
      return false;
    taught(() -> review.taught(found.get().language()));
    return true;
  }

  /// A person says what all entries of a feed are about; null: no longer. The newest of them teach
  /// it, and soon the other entries of the window are classified again.
  public boolean giveFeedTopic(long feed, @Nullable String topic) {
    String name = topic == null ? null : TopicClassifier.name(topic);
    if (!store.topics().giveFeed(feed, name, windowStart(), clock.instant())) return false;
    topics.giveFeed(feed, name);
    taught(() -> review.taughtByFeed(feed, name));
    return true;
  }

  /// What a person said is stored by now. That the rest is told again must not make it a failure.
  private static void taught(Runnable review) {
    try {
      review.run();
    } catch (StoreUnavailable e) {
      log.warn("What is stored is not told again after a correction: {}", e.getMessage());
    }
  }

  /// What is to be classified again after corrections; somebody has to take its steps.
  public TopicReview review() {
    return review;
  }

  /// A person wants a feed's entries to stand for their stories.
  public boolean prefer(long feed, boolean preferred) {
    return store.stories().prefer(feed, preferred, windowStart());
  }

  /// An event that much is written about now.
  public record Hot(Event event, int sources, double heat) {}

  /// The hottest events, hottest first.
  public List<Hot> hot(int most) {
    List<Heat> events = heats(most);
    Map<Long, Event> rows = store.events().of(events.stream().map(Heat::event).toList());
    Map<Long, Hot> hot = new LinkedHashMap<>();
    for (Heat e : events) {
      Event row = rows.get(e.event);
      if (row != null) hot.putIfAbsent(row.id(), new Hot(row, e.sources, e.heat));
    }
    return List.copyOf(hot.values());
  }

  private List<Heat> heats(int most) {
    Supplier<List<Heat>> elsewhere = told;
    if (elsewhere != null) return elsewhere.get().stream().limit(most).toList();
    return folding.hottest(most).stream()
        .map(e -> new Heat(e.id(), e.sources(), e.heat()))
        .toList();
  }

  /// How hot an event is, for whoever cannot work it out.
  public record Heat(long event, int sources, double heat) {
    static Heat of(String text) {
      String[] parts = text.split(":", 3);
      return new Heat(
          Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Double.parseDouble(parts[2]));
    }

    @Override
    public String toString() {
      return event + ":" + sources + ":" + Math.round(heat * 10) / 10.0;
    }
  }

  /// The hottest events in a line, for [#follow].
  public String heats() {
    return heats(MOST_TOLD).stream().map(Heat::toString).collect(Collectors.joining(" "));
  }

  /// Believes another program, which follows what is stored, about which events are hot.
  ///
  /// @param line what that one's [#heats] said
  public void follow(Supplier<String> line) {
    told =
        () -> Arrays.stream(line.get().split(" ")).filter(p -> !p.isEmpty()).map(Heat::of).toList();
  }

  /// The hottest of those that an account sees something of, as hot as its own feeds make them.
  public List<Hot> hot(Visibility visibility, int most) {
    if (visibility.all()) return hot(most);
    List<Hot> all = hot(MOST_LOOKED_AT);
    Map<Long, Events.Seen> seen =
        store.events().seen(visibility, all.stream().map(h -> h.event().id()).toList());
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

  /// How alike two entries of a story are.
  ///
  /// @param percent by how many per cent they are the same
  /// @param teaser whether one is the beginning of the other
  public record Likeness(double percent, boolean teaser) {}

  /// How alike each version of a story is to one of them.
  public static List<Likeness> likeness(StoryVersion one, List<StoryVersion> versions) {
    Signature mine = one.signature() == null ? null : Signature.fromBytes(one.signature());
    List<Likeness> all = new ArrayList<>();
    for (StoryVersion v : versions) {
      Signature other = v.signature() == null ? null : Signature.fromBytes(v.signature());
      double percent = mine == null || other == null ? 0 : mine.percent(other);
      boolean teaser = mine != null && other != null && percent < 100 && mine.beginsLike(other);
      all.add(new Likeness(percent, teaser));
    }
    return all;
  }

  /// Has the store forget some signatures of entries that nothing is compared with any more.
  ///
  /// @return how many
  public int forgetSignatures() {
    return store.signatures().forget(windowStart().minus(SIGNATURES_LONGER), FORGOTTEN_AT_ONCE);
  }

  /// Stores what was learned.
  public void save() {
    topics.save();
  }

  @Override
  public void close() {
    if (starting.getState() == Thread.State.NEW) return; // nothing was taken up
    closing.countDown();
    try {
      starting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (beside) return;
    save();
    folding.save();
  }
}
