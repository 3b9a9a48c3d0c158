package freshet.poll;

import static freshet.poll.PollBed.LEAST;
import static freshet.poll.PollBed.NOON;
import static freshet.poll.PollBed.fetched;
import static freshet.poll.PollBed.rss;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedEdit;
import freshet.schedule.Planned;
import freshet.schedule.Planner;
import freshet.schedule.Why;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a restart takes up from the store.
final class PlanLoaderTest {
  @TempDir Path folder;
  private PollBed bed;
  private long a;
  private long b;

  @BeforeEach
  void open() {
    bed = new PollBed(folder);
    a = bed.add("https://a.example/feed");
    b = bed.add("https://b.example/feed");
  }

  @AfterEach
  void close() {
    bed.close();
  }

  /// A timetable and its loader as after a restart.
  private PlanLoader restored(Timetable timetable) {
    var loader = new PlanLoader(bed.store, timetable, OwnPart.ALL, bed.clock);
    loader.restore(1);
    return loader;
  }

  private Timetable empty() {
    return new Timetable(new Planner(PollBed.PLANNING), bed.clock);
  }

  /// Polls both feeds once.
  private void pollAll() throws InterruptedException {
    Watcher watcher = bed.watcher(request -> fetched(request, rss("one")));
    watcher.start();
    bed.told();
    bed.told();
    watcher.close();
  }

  private static Why why(Timetable timetable, long feed) {
    return timetable.explain(feed).orElseThrow();
  }

  @Test
  void aFeedThatWasPolledIsNotPolledAgainAtOnce() throws InterruptedException {
    pollAll();
    Timetable timetable = empty();
    restored(timetable);
    assertThat(why(timetable, a).lastPoll()).isEqualTo(NOON);
    assertThat(why(timetable, a).nextPoll()).isAfterOrEqualTo(NOON.plus(LEAST));
    assertThat(timetable.week(a).hours()).as("what was learned").hasSize(168);
  }

  @Test
  void feedsThatArePausedStayAway() {
    bed.store.feeds().edit(Account.FIRST, a, FeedEdit.state(Feed.State.PAUSED), false);
    Timetable timetable = empty();
    PlanLoader loader = restored(timetable);
    assertThat(timetable.explain(a)).isEmpty();
    assertThat(timetable.explain(b)).isPresent();
    bed.store.feeds().edit(Account.FIRST, a, FeedEdit.state(Feed.State.ACTIVE), false);
    loader.plan(a);
    assertThat(timetable.explain(a)).isPresent();
  }

  @Test
  void aFeedThatMoreFollowIsWorthMore() throws InterruptedException {
    pollAll();
    bed.pass(Duration.ofHours(3));
    Timetable timetable = empty();
    PlanLoader loader = restored(timetable);
    assertThat(why(timetable, b).value()).isEqualTo(why(timetable, a).value());
    for (String name : new String[] {"ann", "bob", "cem"}) {
      Account account = bed.store.accounts().add(name, null, bed.clock.instant()).orElseThrow();
      bed.store.subscriptions().add(account.id(), b, null, null, bed.clock.instant());
    }
    loader.reweigh();
    assertThat(why(timetable, b).value()).isGreaterThan(why(timetable, a).value());
    loader.reweigh(a);
    assertThat(why(timetable, b).value()).isGreaterThan(why(timetable, a).value());
  }

  @Test
  void aFeedThatIsHeldIsLeftAloneUntilThen() throws InterruptedException {
    pollAll();
    Timetable timetable = empty();
    PlanLoader loader = restored(timetable);
    var until = NOON.plus(Duration.ofHours(12));
    Planned before =
        new Planned(a, new byte[] {1}, NOON, NOON.plus(LEAST), null, NOON.plus(LEAST), 0, false);
    Planned held = loader.hold(bed.feed(a), until, "its hub tells us of new entries", before);
    assertThat(held.notBefore()).isEqualTo(until);
    assertThat(why(timetable, a).nextPoll()).isEqualTo(until);
    assertThat(timetable.week(a).hours()).as("what was learned is kept").hasSize(168);
  }
}
