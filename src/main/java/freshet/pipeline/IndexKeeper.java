package freshet.pipeline;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.parse.PlainText;
import freshet.search.Index;
import freshet.search.IndexDamaged;
import freshet.search.IndexEntry;
import freshet.search.Mark;
import freshet.store.SearchRows;
import freshet.store.SearchRows.Row;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the search index the same as the store. It follows the store by the numbers of the entries
/// instead of being handed them: whatever is committed there is indexed, in order, once, and after
/// a kill it goes on behind the mark of the index's last commit. Changes of entries that are
/// indexed already come as numbers too, and are read again from their rows.
///
/// At the start it also heals what could have been missed: entries edited since the mark, feeds
/// that were removed, and, where the numbers of entries differ, whatever is on one side only.
public final class IndexKeeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(IndexKeeper.class);
  private static final int BATCH = 500;

  /// News are gathered this long, so that a hundred polls are read together.
  private static final Duration GATHER = Duration.ofMillis(150);

  /// Whatever was indexed: who listens looks again.
  private static final Announcer.News INDEXED =
      new Announcer.News(0, List.of(0L), List.of(0L), List.of(), false);

  /// A commit costs as much as some hundred entries. What a kill takes is indexed again from the
  /// store, so it can wait.
  private static final Duration COMMIT_EVERY = Duration.ofSeconds(30);

  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  /// Clocks and commits: what was written a moment before the mark may be seen after it.
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final SearchRows rows;
  private final Index index;
  private final InstantSource clock;
  private final Announcer indexed = new Announcer();
  private final Semaphore news = new Semaphore(0);
  private final Set<Long> changed = new LinkedHashSet<>();
  private final Set<Long> removedFeeds = new LinkedHashSet<>();
  private final Thread thread;
  private long last;
  private boolean dirty;
  private Instant committed;
  private Instant looked;
  private volatile boolean rebuild;
  private volatile boolean closed;
  private volatile Building building;
  private volatile long findable;

  /// How far an index that is being built has come; nothing is being built if it has all.
  public record Building(long done, long all) {
    public boolean isDone() {
      return done >= all;
    }
  }

  public IndexKeeper(SearchRows rows, Index index, InstantSource clock) {
    this.rows = rows;
    this.index = index;
    this.clock = clock;
    this.committed = clock.instant();
    this.looked = committed;
    this.building = new Building(0, 0);
    this.thread = Thread.ofPlatform().daemon().name("index-keeper").unstarted(this::run);
  }

  /// Follows the store from now on.
  public void start(Announcer announcer) {
    announcer.listen(this::hear);
    thread.start();
  }

  private void hear(Announcer.News told) {
    synchronized (changed) {
      changed.addAll(told.editedEntries());
      if (told.removed()) removedFeeds.add(told.feedId());
    }
    news.release();
  }

  /// Tells when searches find what was new: a moment after it was stored.
  public Announcer indexed() {
    return indexed;
  }

  /// Entries whose story, topic or anything else has changed: they are read again.
  public void changed(List<Long> entries) {
    synchronized (changed) {
      changed.addAll(entries);
    }
    news.release();
  }

  /// Throws the index away and builds it again, while searches go on with what there is.
  public void rebuildSoon() {
    rebuild = true;
    news.release();
  }

  /// The number of the last entry that searches can find; all before it can be found too.
  public long findable() {
    return findable;
  }

  public Building building() {
    return building;
  }

  private void run() {
    boolean healed = false;
    boolean failed = false;
    while (!closed) {
      try {
        if (failed) Thread.sleep(AFTER_FAILURE);
        failed = true;
        if (rebuild) {
          rebuild = false;
          rebuild(_ -> {});
        }
        if (!healed) {
          heal();
          healed = true;
        }
        if (news.tryAcquire(1, TimeUnit.SECONDS)) {
          Thread.sleep(GATHER);
          news.drainPermits();
          step();
        }
        look();
        if (dirty && committed.plus(COMMIT_EVERY).isBefore(clock.instant())) commit();
        failed = false;
      } catch (InterruptedException e) {
        return; // nobody does: an interrupt would close the files under Lucene
      } catch (IndexDamaged e) {
        log.warn("The search index is damaged and is built again: {}", e.getMessage());
        rebuild = true;
        news.release();
      } catch (StoreUnavailable e) {
        if (!closed) log.warn("The search index waits for the store: {}", e.getMessage());
      } catch (RuntimeException e) {
        // The outer edge of this thread: what is new is found again once this is over.
        log.error("The search index failed by a mistake of ours; it goes on", e);
      }
    }
  }

  /// Brings the index to where the store is.
  private void heal() {
    Mark mark = index.mark();
    last = mark.entry();
    long behind = rows.countAfter(last);
    building = new Building(0, behind);
    if (mark.entry() > 0) {
      index.verify();
      replace(rows.changedSince(mark.at().minus(MARGIN)));
      Set<Long> gone = new HashSet<>(index.feeds());
      rows.feeds().forEach(gone::remove);
      gone.forEach(index::removeFeed);
    }
    follow(_ -> {});
    if (index.size() != rows.count()) reconcile();
    if (behind > 0) log.info("the search index has caught up with {} entries", behind);
    commit();
    caughtUp();
  }

  private void caughtUp() {
    index.refresh();
    findable = last;
    indexed.tell(INDEXED);
  }

  /// Builds the index anew.
  ///
  /// @param progress is told how many entries are done
  public void rebuild(LongConsumer progress) {
    index.clear();
    last = 0;
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

  private void step() {
    List<Long> edited;
    List<Long> removed;
    synchronized (changed) {
      edited = List.copyOf(changed);
      removed = List.copyOf(removedFeeds);
      changed.clear();
      removedFeeds.clear();
    }
    follow(_ -> {});
    // What is not indexed yet has just been read in its newest form.
    replace(edited);
    removed.forEach(index::removeFeed);
    dirty |= !edited.isEmpty() || !removed.isEmpty();
    index.refresh();
    findable = last;
    indexed.tell(INDEXED);
  }

  /// Topics that people set, and edits of whoever does not tell: some seconds later they are seen.
  private void look() {
    Instant now = clock.instant();
    if (now.isBefore(looked.plus(LOOK_EVERY))) return;
    List<Long> found = rows.changedSince(looked.minus(LOOK_EVERY));
    looked = now;
    if (found.isEmpty()) return;
    replace(found);
    index.refresh();
  }

  private void follow(LongConsumer progress) {
    long done = 0;
    while (!closed) {
      List<Row> some = rows.after(last, BATCH);
      if (some.isEmpty()) break;
      index.add(some.stream().map(IndexKeeper::entry).toList());
      last = some.getLast().entry().id();
      dirty = true;
      done += some.size();
      progress.accept(done);
      Building now = building;
      if (!now.isDone()) building = new Building(Math.min(done, now.all()), now.all());
      if (committed.plus(COMMIT_EVERY).isBefore(clock.instant())) commit();
      if (some.size() < BATCH) break;
    }
    if (!closed) building = new Building(0, 0);
  }

  private void replace(List<Long> ids) {
    if (ids.isEmpty()) return;
    for (int from = 0; from < ids.size(); from += BATCH) {
      List<Long> some = ids.subList(from, Math.min(ids.size(), from + BATCH));
      Set<Long> missing = new HashSet<>(some);
      List<IndexEntry> found = new ArrayList<>();
      for (Row row : rows.rows(some)) {
        missing.remove(row.entry().id());
        if (row.entry().id() <= last) found.add(entry(row));
      }
      index.replace(found);
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

  private void commit() {
    // The time before the work, so that what was changed meanwhile is looked at again.
    Instant now = clock.instant();
    index.commit(new Mark(last, committed));
    committed = now;
    dirty = false;
  }

  static IndexEntry entry(Row row) {
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
        row.story());
  }

  /// The whole text of an entry, plain: the content, with the summary where it says something else.
  static String text(EntryBody body, @Nullable String excerpt) {
    String content = body.content() == null ? "" : PlainText.of(body.content());
    String summary = body.summary() == null ? "" : PlainText.of(body.summary());
    if (content.isEmpty() && summary.isEmpty()) return excerpt == null ? "" : excerpt;
    if (content.isEmpty()) return summary;
    String start = summary.substring(0, Math.min(60, summary.length()));
    return content.contains(start) ? content : summary + " " + content;
  }

  /// Writes down how far it has come.
  @Override
  public void close() {
    closed = true;
    news.release();
    try {
      thread.join();
      if (dirty) commit();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IndexDamaged e) {
      log.warn("The search index could not be written at the end: {}", e.getMessage());
    }
    index.close();
  }
}
