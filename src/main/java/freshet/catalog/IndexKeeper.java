package freshet.catalog;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.change.Follower;
import freshet.model.Article;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.parse.PlainText;
import freshet.search.Index;
import freshet.search.IndexDamaged;
import freshet.search.IndexEntry;
import freshet.search.IndexEntry.Translated;
import freshet.search.IndexMark;
import freshet.search.IndexUnavailable;
import freshet.store.Articles;
import freshet.store.Articles.Arrival;
import freshet.store.SearchRows;
import freshet.store.SearchRows.Numbers;
import freshet.store.SearchRows.Row;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.store.Translations;
import freshet.text.Cut;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the search index the same as the store. It follows the store by the numbers of the entries
/// instead of being handed them: whatever is committed there is indexed, in order, once, and after
/// a kill it goes on behind the mark of the index's last commit. Articles that come later it
/// follows in the same way, by the numbers of their arrivals. Changes of entries that are indexed
/// already come as numbers too, and are read again from their rows.
///
/// At the start it also heals what could have been missed: entries edited since the mark, feeds
/// that were removed, and whatever is on one side only.
public final class IndexKeeper implements Keeper {
  private static final Logger log = LoggerFactory.getLogger(IndexKeeper.class);
  private static final int BATCH = 500;

  /// Changes are gathered this long, so that a hundred polls are read together.
  private static final Duration GATHER = Duration.ofMillis(150);

  /// A commit costs as much as some hundred entries. What a kill takes is indexed again from the
  /// store, so it can wait.
  private static final Duration COMMIT_EVERY = Duration.ofSeconds(30);

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  /// Clocks and commits: what was written a moment before the mark may be seen after it.
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final SearchRows rows;
  private final Articles articles;
  private final Translations translations;
  private final Index index;
  private final InstantSource clock;
  private final Changes indexed = new Changes();
  private final Follower follower;
  private final Set<Long> changed = new LinkedHashSet<>();
  private final Set<Long> removedFeeds = new LinkedHashSet<>();
  private final Set<Long> changedFeeds = new LinkedHashSet<>();
  private long last;
  private long lastArticle;
  private boolean healed;
  private boolean dirty;
  private Instant committed;
  private Instant looked;
  private volatile boolean rebuild;
  private volatile @Nullable String trouble;
  private volatile Building building;
  private volatile long findable;
  private volatile long findableArticle;

  /// How far an index that is being built has come; nothing is being built if it has all.
  public record Building(long done, long all) {
    public boolean isDone() {
      return done >= all;
    }
  }

  public IndexKeeper(Store store, Index index, InstantSource clock) {
    this.rows = store.searchRows();
    this.articles = store.articles();
    this.translations = store.translations();
    this.index = index;
    this.clock = clock;
    this.committed = clock.instant();
    this.looked = committed;
    this.building = new Building(0, 0);
    this.follower =
        new Follower(
            "the search index",
            GATHER,
            TICK,
            this::step,
            Set.of(IndexUnavailable.class, StoreUnavailable.class));
  }

  @Override
  public void start(Changes changes) {
    changes.listen(this::changed);
    follower.start();
  }

  private void changed(Change change) {
    synchronized (changed) {
      changed.addAll(change.editedEntries());
      changedFeeds.add(change.feedId());
      if (change.removed()) removedFeeds.add(change.feedId());
    }
    follower.wake();
  }

  @Override
  public Changes indexed() {
    return indexed;
  }

  @Override
  public void rebuildSoon() {
    rebuild = true;
    follower.wake();
  }

  @Override
  public long findable() {
    return findable;
  }

  @Override
  public long findableArticle() {
    return findableArticle;
  }

  @Override
  public Building building() {
    return building;
  }

  private void step() {
    try {
      if (rebuild) {
        rebuild(_ -> {});
        rebuild = false;
      }
      if (!healed) heal();
      healed = true;
      takeChanges();
      look();
      if (dirty && isCommitDue()) commit();
      trouble = null;
    } catch (IndexUnavailable e) {
      if (e instanceof IndexDamaged) rebuild = true;
      trouble = String.valueOf(e.getMessage());
      throw e;
    }
  }

  @Override
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /// Brings the index to where the store is.
  private void heal() {
    IndexMark mark = index.mark();
    // A store that was restored, or a copy that has taken over from another, may have less.
    long stored = rows.last();
    boolean ahead = mark.entry() > stored;
    last = Math.min(mark.entry(), stored);
    // Arrivals are numbered by the time.
    lastArticle = last > 0 ? mark.at().minus(MARGIN).toEpochMilli() : articles.lastArrival();
    long behind = rows.countAfter(last);
    building = new Building(0, behind);
    if (mark.entry() > 0) {
      index.verify();
      replace(rows.changedSince(mark.at().minus(MARGIN)));
      Set<Long> gone = new HashSet<>(index.feeds());
      rows.feeds().forEach(gone::remove);
      gone.forEach(index::removeFeed);
      if (ahead) reconcile();
    }
    follow(_ -> {});
    replace(arrived());
    if (!Numbers.of(index.ids()).equals(rows.numbers())) reconcile();
    if (behind > 0) log.info("the search index has caught up with {} entries", behind);
    commit();
    caughtUp();
  }

  private void caughtUp() {
    index.refresh();
    if (!follower.isClosed()) index.present(); // else it ended before it was done
    findable = last;
    findableArticle = lastArticle;
    indexed.publish(Change.ofEverything());
  }

  /// Builds the index anew.
  ///
  /// @param progress is told how many entries are done
  public void rebuild(LongConsumer progress) {
    index.clear();
    last = 0;
    lastArticle = articles.lastArrival();
    findable = 0;
    building = new Building(0, rows.count());
    follow(progress);
    commit();
    caughtUp();
  }

  /// Catches up once and returns: for commands, which have no thread of their own.
  public void catchUp() {
    heal();
  }

  private void takeChanges() {
    List<Long> edited;
    List<Long> removed;
    Set<Long> feeds;
    synchronized (changed) {
      if (changedFeeds.isEmpty()) return;
      edited = List.copyOf(changed);
      removed = List.copyOf(removedFeeds);
      feeds = Set.copyOf(changedFeeds);
      changedFeeds.clear();
      changed.clear();
      removedFeeds.clear();
    }
    boolean taken = false;
    long article = lastArticle;
    try {
      follow(_ -> {});
      // What is not indexed yet has just been read in its newest form.
      Set<Long> again = new LinkedHashSet<>(edited);
      again.addAll(arrived());
      replace(List.copyOf(again));
      removed.forEach(index::removeFeed);
      dirty |= !removed.isEmpty();
      index.refresh();
      taken = true;
    } finally {
      if (!taken) {
        lastArticle = article;
        putBack(edited, removed, feeds);
      }
    }
    findable = last;
    findableArticle = lastArticle;
    for (long feed : feeds) indexed.publish(Change.of(feed));
  }

  /// The entries whose articles have come or gone since the last look.
  private List<Long> arrived() {
    List<Long> entries = new ArrayList<>();
    while (!follower.isClosed()) {
      List<Arrival> some = articles.arrivedAfter(lastArticle, BATCH);
      if (some.isEmpty()) break;
      for (Arrival a : some) entries.add(a.entry());
      lastArticle = some.getLast().arrived();
      if (some.size() < BATCH) break;
    }
    return entries;
  }

  private void putBack(List<Long> edited, List<Long> removed, Set<Long> feeds) {
    synchronized (changed) {
      changed.addAll(edited);
      removedFeeds.addAll(removed);
      changedFeeds.addAll(feeds);
    }
  }

  /// Topics that people corrected, and what was stored without anybody hearing of it, as when the
  /// database went away just after its commit: seen some seconds later.
  private void look() {
    Instant now = clock.instant();
    if (now.isBefore(looked)) looked = now; // the clock was set back
    if (now.isBefore(looked.plus(LOOK_EVERY))) return;
    long before = last;
    long article = lastArticle;
    boolean done = false;
    Set<Long> found;
    try {
      follow(_ -> {});
      found = new LinkedHashSet<>(rows.changedSince(looked.minus(LOOK_EVERY)));
      found.addAll(arrived());
      replace(List.copyOf(found));
      done = true;
    } finally {
      if (!done) lastArticle = article;
    }
    if (last > before || lastArticle > article) caughtUp();
    else if (!found.isEmpty()) index.refresh();
    looked = now;
  }

  private void follow(LongConsumer progress) {
    long done = 0;
    while (!follower.isClosed()) {
      List<Row> some = rows.after(last, BATCH);
      if (some.isEmpty()) break;
      index.add(entries(some));
      last = some.getLast().entry().id();
      dirty = true;
      done += some.size();
      progress.accept(done);
      Building now = building;
      if (!now.isDone()) building = new Building(Math.min(done, now.all()), now.all());
      if (isCommitDue()) commit();
      if (some.size() < BATCH) break;
    }
    if (!follower.isClosed()) building = new Building(0, 0);
  }

  private void replace(List<Long> ids) {
    if (ids.isEmpty()) return;
    for (int from = 0; from < ids.size(); from += BATCH) {
      List<Long> some = ids.subList(from, Math.min(ids.size(), from + BATCH));
      Set<Long> missing = new HashSet<>(some);
      List<Row> found = new ArrayList<>();
      for (Row row : rows.rows(some)) {
        missing.remove(row.entry().id());
        if (row.entry().id() <= last) found.add(row);
      }
      index.replace(entries(found));
      index.remove(List.copyOf(missing));
    }
    dirty = true;
  }

  /// Entries that only one side has.
  private void reconcile() {
    long[] have = index.ids();
    List<Long> surplus = new ArrayList<>();
    List<Long> missing = new ArrayList<>();
    int[] at = new int[1];
    rows.eachId(id -> {
      while (at[0] < have.length && have[at[0]] < id) surplus.add(have[at[0]++]);
      boolean known = false;
      for (int n = 0; at[0] < have.length && have[at[0]] == id; at[0]++, n++) {
        if (n == 0) known = true;
        else if (n == 1) missing.add(id); // twice: replaced by one
      }
      if (!known && id <= last) missing.add(id);
    });
    while (at[0] < have.length) surplus.add(have[at[0]++]);
    log.info(
        "the search index lacked {} entries and had {} too many", missing.size(), surplus.size());
    index.remove(surplus);
    replace(missing);
  }

  private boolean isCommitDue() {
    Instant now = clock.instant();
    // A clock that was set back would keep it waiting.
    return now.isBefore(committed) || committed.plus(COMMIT_EVERY).isBefore(now);
  }

  private void commit() {
    // The time before the work, so that what was changed meanwhile is looked at again.
    Instant now = clock.instant();
    index.commit(new IndexMark(last, committed));
    committed = now;
    dirty = false;
  }

  private List<IndexEntry> entries(List<Row> some) {
    Map<Long, List<Translated>> translated = new HashMap<>();
    for (var t : translations.ofEntries(some.stream().map(r -> r.entry().id()).toList())) {
      String title = t.title() == null ? "" : t.title();
      String text = t.text() == null ? "" : t.text();
      translated
          .computeIfAbsent(t.entry(), _ -> new ArrayList<>())
          .add(new Translated(t.into(), title, text));
    }
    return some.stream()
        .map(row -> entry(row, translated.getOrDefault(row.entry().id(), List.of())))
        .toList();
  }

  private static IndexEntry entry(Row row, List<Translated> translated) {
    Entry e = row.entry();
    List<String> more = new ArrayList<>(e.authors());
    more.addAll(e.categories());
    return new IndexEntry(
        e.id(),
        e.feedId(),
        e.title() == null ? "" : e.title(),
        text(row.body(), e.excerpt()),
        more,
        e.language(),
        e.placed(),
        row.topic(),
        row.story(),
        translated);
  }

  /// The whole text of an entry, plain: the article or else the content, with the content and the
  /// summary where they say something else.
  static String text(EntryBody body, @Nullable String excerpt) {
    Article article = body.article();
    String text = article == null ? "" : PlainText.ofArticle(article.html());
    text = together(body.content() == null ? "" : PlainText.of(body.content()), text);
    text = together(body.summary() == null ? "" : PlainText.of(body.summary()), text);
    return text.isEmpty() && excerpt != null ? excerpt : text;
  }

  private static String together(String shorter, String text) {
    if (shorter.isEmpty()) return text;
    if (text.isEmpty()) return shorter;
    return text.contains(Cut.start(shorter, 60)) ? text : shorter + " " + text;
  }

  /// Writes down how far it has come.
  @Override
  public void close() {
    follower.close();
    try {
      if (dirty) commit();
    } catch (IndexUnavailable e) {
      log.warn("The search index could not be written at the end: {}", e.getMessage());
    }
    index.close();
  }
}
