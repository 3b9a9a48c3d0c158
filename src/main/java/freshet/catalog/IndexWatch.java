package freshet.catalog;

import freshet.catalog.IndexKeeper.Building;
import freshet.change.Change;
import freshet.change.Changes;
import freshet.change.Follower;
import freshet.search.Index;
import freshet.search.IndexUnavailable;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Watches over an index that another program writes, on a web node: looks whether it is there, and
/// hands on what is new a moment after it was stored, when it can be found.
final class IndexWatch implements Keeper {
  /// The other program gathers changes and tells the index to show them.
  private static final Duration GATHER = Duration.ofMillis(500);

  private static final Duration TICK = Duration.ofSeconds(5);

  private final Index index;
  private final Changes indexed = new Changes();
  private final Follower follower;
  private final Set<Long> changedFeeds = new LinkedHashSet<>();
  private volatile long findable;
  private volatile @Nullable String trouble;

  IndexWatch(Index index) {
    this.index = index;
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
    synchronized (changedFeeds) {
      changedFeeds.add(change.feedId());
    }
    follower.wake();
  }

  private void step() {
    try {
      findable = index.mark().entry();
      trouble = null;
    } catch (IndexUnavailable e) {
      trouble = String.valueOf(e.getMessage());
      throw e;
    }
    Set<Long> feeds;
    synchronized (changedFeeds) {
      feeds = Set.copyOf(changedFeeds);
      changedFeeds.clear();
    }
    for (long feed : feeds) indexed.publish(Change.of(feed));
  }

  @Override
  public Changes indexed() {
    return indexed;
  }

  /// Who writes it notices by itself.
  @Override
  public void rebuildSoon() {}

  /// At least as far as the last mark.
  @Override
  public long findable() {
    return findable;
  }

  /// Rules do not run here.
  @Override
  public long findableArticle() {
    return 0;
  }

  @Override
  public Building building() {
    return new Building(0, 0);
  }

  @Override
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  @Override
  public void close() {
    follower.close();
    index.close();
  }
}
