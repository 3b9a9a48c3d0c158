package freshet.jobs;

import freshet.article.ArticleFetcher;
import freshet.change.Change;
import freshet.change.Changes;
import freshet.jobs.Housekeeping.Chore;
import freshet.model.Cursor;
import freshet.model.Kept;
import freshet.store.Keeping;
import freshet.store.Store;
import freshet.understand.Understanding;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes away what was kept long enough, a few in each transaction, so that nobody waits for it; it
/// can be paused in between, and what a kill leaves is done the next time.
public final class Retention {
  private static final Logger log = LoggerFactory.getLogger(Retention.class);
  private static final int AT_ONCE = 100;
  private static final int POLLS_AT_ONCE = 1000;

  private final Store store;
  private final ArticleFetcher articles;
  private final @Nullable Understanding understanding;
  private final Changes changes;
  private final Function<Kept.Kind, Optional<Duration>> limits;
  private final InstantSource clock;

  /// @param limits how long each kind is kept as it is set now; empty: for ever
  public Retention(
      Store store,
      ArticleFetcher articles,
      @Nullable Understanding understanding,
      Changes changes,
      Function<Kept.Kind, Optional<Duration>> limits,
      InstantSource clock) {
    this.store = store;
    this.articles = articles;
    this.understanding = understanding;
    this.changes = changes;
    this.limits = limits;
    this.clock = clock;
  }

  /// One for each kind.
  public List<Chore> chores() {
    return Arrays.stream(Kept.Kind.values()).map(this::chore).toList();
  }

  private Chore chore(Kept.Kind kind) {
    return switch (kind) {
      case ENTRIES -> new Chore("old-entries", new Deleting(kind)::some);
      case PAGES -> new Chore("old-pages", new Deleting(kind)::some);
      case ARTICLES -> new Chore("articles", () -> some(kind, articles::forgetSome));
      case VERSIONS ->
          new Chore(
              "versions", () -> some(kind, at -> store.keeping().forgetVersions(at, AT_ONCE)));
      case POLLS ->
          new Chore("polls", () -> some(kind, at -> store.polls().forget(at, POLLS_AT_ONCE)));
    };
  }

  /// Takes some away, and says how many.
  private interface Taking {
    int before(Instant time);
  }

  private int some(Kept.Kind kind, Taking taking) {
    Optional<Duration> keep = limits.apply(kind);
    return keep.isEmpty() ? 0 : taking.before(clock.instant().minus(keep.get()));
  }

  /// Goes once through the entries in each round, past those that stay.
  private final class Deleting {
    private final Kept.Kind kind;
    private Cursor reached = Keeping.START;
    private int gone;

    Deleting(Kept.Kind kind) {
      this.kind = kind;
    }

    int some() {
      int some = Retention.this.some(kind, this::before);
      gone += some;
      if (some == 0) {
        if (gone > 0) log.info("{} old {} were deleted", gone, kind);
        reached = Keeping.START;
        gone = 0;
      }
      return some;
    }

    private int before(Instant time) {
      Keeping.Deleted deleted = store.keeping().deleteOld(kind, time, reached, AT_ONCE);
      reached = deleted.last();
      deleted
          .byFeed()
          .forEach((feed, entries) ->
              changes.publish(new Change(feed, List.of(), List.of(), entries, false)));
      if (understanding != null && deleted.count() > 0) understanding.forget();
      return deleted.count();
    }
  }
}
