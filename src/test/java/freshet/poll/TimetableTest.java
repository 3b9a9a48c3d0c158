package freshet.poll;

import static freshet.poll.PollBed.LEAST;
import static freshet.poll.PollBed.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.schedule.Due;
import freshet.schedule.PlannedFeed;
import freshet.schedule.Planner;
import freshet.schedule.Planner.Purpose;
import freshet.schedule.PollReport;
import freshet.schedule.PollReport.Hints;
import freshet.schedule.Why;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class TimetableTest {
  private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
  private final Timetable timetable = new Timetable(new Planner(PollBed.PLANNING), now::get);

  /// The next poll, waited for by a thread of its own that is waiting already.
  private CompletableFuture<Due> waiting() {
    var due = new CompletableFuture<Due>();
    Thread waits =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                due.complete(timetable.next());
              } catch (InterruptedException | RuntimeException e) {
                due.completeExceptionally(e);
              }
            });
    await().until(() -> waits.getState() == Thread.State.TIMED_WAITING);
    return due;
  }

  private Why why(long feed) {
    return timetable.explain(feed).orElseThrow();
  }

  private static PlannedFeed of(long id, String site, String group) {
    return new PlannedFeed(id, site, group, PlannedFeed.NOTHING, null, null, null, null, 1, 0);
  }

  @Test
  void theShareOfPagesAndCrawlsCanBeChangedAtAnyTime() {
    assertThat(timetable.takeForCrawl()).as("nothing was set apart").isFalse();
    timetable.setApart(Purpose.CRAWLS, 1);
    timetable.setApart(Purpose.ARTICLES, 1);
    int calls = 0;
    while (timetable.takeForCrawl()) calls++;
    assertThat(calls).as("one per cent of 600").isEqualTo(6);
    timetable.setApart(Purpose.CRAWLS, 2);
    while (timetable.takeForCrawl()) calls++;
    assertThat(calls).as("two per cent, of which one was spent").isEqualTo(12);
    timetable.setApart(Purpose.CRAWLS, 0);
    timetable.change(PollBed.PLANNING);
    now.updateAndGet(t -> t.plus(Duration.ofHours(1)));
    assertThat(timetable.takeForCrawl()).isFalse();
    assertThat(timetable.takeForPage(false)).isEqualTo(Duration.ZERO);
  }

  @Test
  void whoWaitsWakesUpWhenAFeedIsAdded() throws Exception {
    CompletableFuture<Due> next = waiting();
    timetable.put(of(7, "a.example", PlannedFeed.COMMON));
    assertThat(next.get(10, TimeUnit.SECONDS).feedId()).isEqualTo(7);
    assertThat(why(7).heldBy()).isEqualTo("it is being polled now");
  }

  @Test
  void whoWaitsWakesUpWhenSomebodyIsInAHurry() throws Exception {
    timetable.put(of(7, "a.example", PlannedFeed.COMMON));
    assertThat(timetable.next().feedId()).isEqualTo(7);
    timetable.finished(7, NOON, PollReport.nothingNew(Hints.NONE));
    now.set(NOON.plus(Duration.ofMinutes(2)));
    CompletableFuture<Due> next = waiting();
    assertThat(timetable.hurry(7)).isTrue();
    assertThat(next.get(10, TimeUnit.SECONDS).feedId()).isEqualTo(7);
    assertThat(timetable.hurry(8)).as("a feed that is not here").isFalse();
  }

  @Test
  void whatIsFinishedAndWasRemovedMeanwhileIsNotLearnedFrom() throws InterruptedException {
    timetable.put(of(7, "a.example", PlannedFeed.COMMON));
    assertThat(timetable.next().feedId()).isEqualTo(7);
    timetable.remove(7);
    assertThat(timetable.finished(7, NOON, PollReport.nothingNew(Hints.NONE))).isNull();
    timetable.abandoned(7); // nor is it missed
    assertThat(timetable.explain(7)).isEmpty();
  }

  @Test
  void anAbandonedPollIsMadeAgainAfterTheLeastInterval() throws Exception {
    timetable.put(of(7, "a.example", PlannedFeed.COMMON));
    assertThat(timetable.next().booked()).isEqualTo(NOON.plus(LEAST));
    timetable.abandoned(7);
    assertThat(why(7).nextPoll()).isEqualTo(NOON.plus(LEAST));
    CompletableFuture<Due> next = waiting();
    now.set(NOON.plus(LEAST));
    timetable.remove(-1); // a change, so that whoever waits looks at the clock
    assertThat(next.get(10, TimeUnit.SECONDS).feedId()).isEqualTo(7);
  }

  @Test
  void aSiteRestsWithAllItsFeedsAndNoOther() throws InterruptedException {
    Instant until = NOON.plus(Duration.ofHours(1));
    timetable.put(of(7, "a.example", PlannedFeed.COMMON));
    timetable.restSite("a.example", until, "it asked to be left alone");
    timetable.put(of(8, "b.example", PlannedFeed.COMMON));
    assertThat(timetable.next().feedId()).isEqualTo(8);
    assertThat(why(7).nextPoll()).isEqualTo(until);
    assertThat(why(7).heldBy()).contains("it asked to be left alone");
  }

  @Test
  void aQuotaGroupSpendsItsOwnBudgetAndRestsAlone() throws InterruptedException {
    timetable.put(of(7, "a.example", "api"));
    assertThat(timetable.next().feedId()).isEqualTo(7); // the first of two calls an hour
    assertThat(timetable.take("api")).isTrue();
    assertThat(timetable.take("api")).as("a third call").isFalse();
    now.set(NOON.plus(Duration.ofHours(2)));
    timetable.rest("api", NOON.plus(Duration.ofHours(3)), "its calls are spent");
    assertThat(timetable.take("api")).as("while it rests").isFalse();
    timetable.put(of(8, "b.example", PlannedFeed.COMMON));
    assertThat(timetable.next().feedId()).isEqualTo(8);
  }

  @Test
  void aClockThatIsSetBackKeepsNobodyWaiting() throws Exception {
    timetable.put(of(7, "a.example", PlannedFeed.COMMON));
    assertThat(timetable.next().feedId()).isEqualTo(7);
    timetable.finished(7, NOON, PollReport.nothingNew(Hints.NONE));
    Duration wait = Duration.between(NOON, why(7).nextPoll());
    now.set(NOON.minus(Duration.ofDays(3650)));
    CompletableFuture<Due> next = waiting();
    await()
        .untilAsserted(() ->
            assertThat(Duration.between(now.get(), why(7).nextPoll()))
                .isLessThan(wait.multipliedBy(2)));
    now.set(NOON.minus(Duration.ofDays(3650)).plus(wait.multipliedBy(2)));
    timetable.put(of(8, "b.example", PlannedFeed.COMMON)); // wakes whoever waits
    assertThat(next.get(10, TimeUnit.SECONDS).feedId()).isIn(7L, 8L);
  }
}
