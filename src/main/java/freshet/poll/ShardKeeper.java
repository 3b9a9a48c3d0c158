package freshet.poll;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.change.Follower;
import freshet.store.Shards;
import freshet.store.Shards.Standing;
import freshet.store.Shards.Word;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shares the feeds out among the programs that poll them, each looking after its own part: who has
/// too many shards gives some away when their polls are over, who has too few takes what is free.
/// It also hears what the others have done: what the first of them was told about feeds, and what
/// any has stored. docs/decisions/0330-several-controllers-at-work.md
public final class ShardKeeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ShardKeeper.class);
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final int MOST_NEWS = 5_000;

  private static final String FOLLOWED = "followed";
  private static final String CHANGED = "changed";
  private static final String DROPPED = "dropped";
  private static final String HURRY = "hurry";
  private static final String EDITED = "edited ";

  private final Store store;
  private final Watcher watcher;
  private final Changes changes;
  private final boolean first;
  private final IntSupplier calls;
  private final BooleanSupplier ready;
  private final InstantSource clock;
  private final OwnPart part;
  private final Follower follower;

  /// Shards that are being given away, and the polls of theirs that are under way.
  private Set<Integer> leaving = Set.of();

  private Set<Long> underWay = Set.of();
  private boolean begun;
  private boolean saidSo;
  private long lastWord;
  private long lastEntry;
  private volatile int members = 1;
  private Changes.@Nullable Subscription subscription;

  /// @param first whether this program does what only one may
  /// @param calls of the common budget as it is now: one too small to be divided is not
  /// @param ready whether copies of what is stored are recognised
  public ShardKeeper(
      Store store,
      Watcher watcher,
      OwnPart part,
      Changes changes,
      boolean first,
      IntSupplier calls,
      BooleanSupplier ready,
      InstantSource clock) {
    this.store = store;
    this.watcher = watcher;
    this.part = part;
    this.changes = changes;
    this.first = first;
    this.calls = calls;
    this.ready = ready;
    this.clock = clock;
    this.follower =
        new Follower("shards", Duration.ZERO, EVERY, this::step, Set.of(StoreUnavailable.class));
  }

  public void start() {
    lastWord = store.shards().lastWord();
    lastEntry = store.outgoing().last();
    subscription = changes.listen(this::tell);
    try {
      step();
    } catch (StoreUnavailable e) {
      log.warn("Which feeds are polled here is found out later: {}", e.getMessage());
    }
    follower.start();
  }

  private void step() {
    hear();
    Standing standing = store.shards().look();
    members = standing.members();
    // Polls wait until it is ready; feeds of which others can take care need not.
    boolean isReady = ready.getAsBoolean();
    if (members > 1 && !isReady) return;
    if (isReady && !saidSo) {
      store.shards().ready();
      saidSo = true;
    }
    if (!leaving.isEmpty() && watcher.isOver(underWay)) {
      Set<Integer> gone = store.shards().release(leaving);
      log.info("{} shards are given away to other controllers", gone.size());
      leaving = Set.of();
      return;
    }
    // Polls of what is given away may be under way for minutes; a controller that dies meanwhile is
    // followed at once.
    Set<Integer> mine = new TreeSet<>(standing.mine());
    mine.removeAll(leaving);
    int fair = fair(standing.ready());
    if (mine.size() > fair) {
      if (!leaving.isEmpty()) return;
      leaving = mine.stream().skip(fair).collect(Collectors.toCollection(TreeSet::new));
      underWay = watcher.leave(leaving);
      return;
    }
    List<Integer> wanted = standing.free().stream().limit(fair - mine.size()).toList();
    if (!wanted.isEmpty()) mine.addAll(store.shards().take(wanted));
    mine.removeAll(part.shards());
    if (mine.isEmpty()) return;
    boolean alone = !begun && standing.members() == 1;
    begun = true;
    watcher.gain(mine, !alone);
    log.info("{} shards of feeds are polled here now", part.shards().size());
  }

  /// How many shards each should have.
  private int fair(int all) {
    if (calls.getAsInt() < Shards.COUNT) return first ? Shards.COUNT : 0;
    return part(all);
  }

  /// @param all who take some: none if this program was shut out, which its next write finds out
  static int part(int all) {
    return Math.ceilDiv(Shards.COUNT, Math.max(1, all));
  }

  /// What others have done since the last look.
  private void hear() {
    for (Word word : store.shards().words(lastWord)) {
      lastWord = word.id();
      hear(word);
    }
    if (!first) return;
    Map<Long, List<Long>> fresh = store.outgoing().byFeed(lastEntry, MOST_NEWS);
    fresh.forEach((feed, entries) -> {
      lastEntry = Math.max(lastEntry, entries.getLast());
      if (!watcher.polls(feed)) {
        changes.publish(new Change(feed, entries, entries, List.of(), false));
      }
    });
  }

  private void hear(Word word) {
    String what = word.what();
    if (what.startsWith(EDITED)) {
      if (!first || watcher.polls(word.feed())) return;
      List<Long> edited =
          List.of(what.substring(EDITED.length()).split(" ")).stream().map(Long::valueOf).toList();
      changes.publish(new Change(word.feed(), List.of(), List.of(), edited, false));
      return;
    }
    if (first) return; // it said so itself
    switch (what) {
      case FOLLOWED -> watcher.followed(List.of(word.feed()));
      case CHANGED -> watcher.changed(word.feed());
      case DROPPED -> watcher.dropped(word.feed());
      case HURRY -> {
        boolean _ = watcher.hurry(word.feed());
      }
      default -> log.info("Feed {}: '{}' is not understood here", word.feed(), what);
    }
  }

  /// What is edited here the first has to find in its index.
  private void tell(Change change) {
    if (first || change.editedEntries().isEmpty()) return;
    String ids =
        change.editedEntries().stream().map(String::valueOf).collect(Collectors.joining(" "));
    store.shards().say(List.of(change.feedId()), EDITED + ids, clock.instant());
  }

  /// The polls of all, as the first of them sees them: what is not polled here is left word of.
  public Polling polling() {
    return new SharedPolling(watcher, store, this::say);
  }

  /// @return false if there is nobody to hear it
  private boolean say(List<Long> feeds, SharedPolling.What what) {
    if (members < 2) return false;
    String word =
        switch (what) {
          case FOLLOWED -> FOLLOWED;
          case CHANGED -> CHANGED;
          case DROPPED -> DROPPED;
          case HURRY -> HURRY;
        };
    store.shards().say(feeds, word, clock.instant());
    return true;
  }

  /// To be called before the polls end.
  @Override
  public void close() {
    follower.close();
    if (subscription != null) subscription.close();
  }
}
