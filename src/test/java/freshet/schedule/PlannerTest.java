package freshet.schedule;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import freshet.schedule.PollReport.Hints;
import freshet.schedule.PollReport.Result;
import freshet.schedule.PollReport.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PlannerTest {
  private static final Instant START = Instant.parse("2026-03-04T10:00:00Z");

  private static PlannerSettings settings(int calls, Duration window) {
    return PlannerSettings.DEFAULT.withBudget(new Budget(calls, window, Budget.Spacing.EVEN));
  }

  private static PlannedFeed polled(long id, String site, Duration ago) {
    return new PlannedFeed(
        id,
        site,
        PlannedFeed.COMMON,
        PlannedFeed.NOTHING,
        START.minus(ago),
        null,
        null,
        null,
        1,
        0);
  }

  private static final PollReport NOTHING = PollReport.nothingNew(Hints.NONE);

  private static PlannedFeed fresh(long id, String site) {
    return new PlannedFeed(
        id, site, PlannedFeed.COMMON, PlannedFeed.NOTHING, null, null, null, null, 1, 0);
  }

  @Test
  void aNewFeedIsPolledAtOnceAndNotTwice() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(fresh(7, "a.example"));
    Due due = planner.next(START).orElseThrow();
    assertThat(due.feedId()).isEqualTo(7);
    assertThat(due.why()).isEqualTo("first poll of this feed");
    assertThat(due.booked()).isEqualTo(START.plus(ofMinutes(10)));
    assertThat(planner.next(START.plusSeconds(60))).isEmpty();
  }

  @Test
  void aFeedThatSomebodyWantsNowKeepsThatWhileItIsPlannedAnew() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    var held =
        new PlannedFeed(
            7,
            "a.example",
            PlannedFeed.COMMON,
            PlannedFeed.NOTHING,
            null,
            START.plus(ofMinutes(10)),
            null,
            null,
            1,
            0);
    planner.put(held);
    assertThat(planner.next(START)).isEmpty();
    planner.hurry(7, START);
    planner.put(held); // another one follows it
    assertThat(planner.next(START)).isPresent();
  }

  @Test
  void aFeedThatSomebodyWantsNowKeepsThatWhateverChanges() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(polled(7, "a.example", ofSeconds(20)));
    planner.hurry(7, START);
    planner.change(settings(500, ofMinutes(10)));
    planner.share(1, 2, true, START); // another controller joins
    assertThat(planner.next(START.plusSeconds(30))).as("a minute after its last poll").isEmpty();
    assertThat(planner.next(START.plusSeconds(41))).isPresent();
    planner.finished(7, START.plusSeconds(42), NOTHING);

    planner.hurry(7, START.plusSeconds(50));
    planner.setBack(ofHours(1), START.plusSeconds(50).minus(ofHours(1)));
    assertThat(planner.next(START.plusSeconds(110).minus(ofHours(1)))).isPresent();
  }

  /// The belief in a feed of which nothing is known yet, after whatever was done with others.
  private static double believed(Planner planner) {
    planner.put(polled(1_000, "new.example", ofHours(5)));
    double perDay = planner.explain(1_000, START.plus(ofHours(1))).orElseThrow().entriesPerDay();
    planner.remove(1_000);
    return perDay;
  }

  private static PlannedFeed busy(String group, byte[] rhythm) {
    return new PlannedFeed(0, "s0", group, rhythm, START, null, null, null, 1, 0);
  }

  @Test
  void whatAFeedHasTaughtIsCountedOnceHoweverOftenItIsPlanned() {
    Budget much = new Budget(10_000, ofMinutes(10), Budget.Spacing.BURST);
    var planner =
        new Planner(
            new PlannerSettings(
                much,
                Map.of("own", much),
                PlannerSettings.DEFAULT.rules(),
                Duration.ZERO,
                PlannerSettings.DEFAULT.policy()));
    // One busy feed among quiet ones. The common belief is made anew after so many polls.
    for (int i = 0; i < 256; i++) planner.put(fresh(i, "s" + i));
    byte[] busy = {};
    byte[] quiet = {};
    for (Optional<Due> due = planner.next(START); due.isPresent(); due = planner.next(START)) {
      List<Sighting> entries = new ArrayList<>();
      long feed = due.get().feedId();
      int n = feed == 0 ? 400 : 5;
      for (int k = n; k > 0; k--) {
        entries.add(new Sighting(START.minus(ofDays(20).dividedBy(n).multipliedBy(k)), false));
      }
      Planned learned = planner.finished(feed, START, PollReport.answered(entries, Hints.NONE));
      if (feed == 0) busy = learned.rhythm();
      else quiet = learned.rhythm();
    }
    double before = believed(planner);
    // And after so many feeds that came back; 4096 and some.
    int often = 5_000;
    for (int i = 0; i < often; i++) planner.put(busy(PlannedFeed.COMMON, PlannedFeed.NOTHING));
    assertThat(believed(planner)).as("it has a hub").isCloseTo(before, within(1e-6));
    for (int i = 0; i < often; i++) {
      planner.put(busy(PlannedFeed.COMMON, quiet));
      planner.put(busy(PlannedFeed.COMMON, busy));
    }
    assertThat(believed(planner)).as("another rhythm").isCloseTo(before, within(1e-6));
    for (int i = 0; i < often; i++) {
      planner.put(busy("own", busy));
      planner.put(busy(PlannedFeed.COMMON, busy));
    }
    assertThat(believed(planner)).as("another budget").isCloseTo(before, within(1e-6));
    for (int i = 0; i < often; i++) {
      planner.remove(0);
      planner.put(busy(PlannedFeed.COMMON, busy));
    }
    assertThat(believed(planner)).as("paused for a while").isCloseTo(before, within(1e-6));
    for (int i = 0; i < 20; i++) planner.setBack(ofSeconds(1), START);
    assertThat(believed(planner)).as("the clock").isCloseTo(before, within(1e-6));
  }

  @Test
  void whatIsChangedOfAFeedIsKeptWhateverItWasDoing() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(polled(1, "a.example", ofMinutes(30)));
    planner.rest("b.example", START.plus(ofHours(3)), "it is busy");
    planner.put(polled(1, "b.example", ofMinutes(30)));
    assertThat(planner.next(START.plus(ofHours(2)))).isEmpty();
    assertThat(planner.explain(1, START).orElseThrow().heldBy()).contains("b.example rests");
    Instant open = START.plus(ofHours(30));
    assertThat(planner.next(open)).isPresent();
    planner.put(
        new PlannedFeed(
            1,
            "a.example",
            PlannedFeed.COMMON,
            PlannedFeed.NOTHING,
            START,
            open.plus(ofHours(7)),
            "it was asked to",
            null,
            3,
            0));
    planner.put(fresh(2, "b.example"));
    planner.put(fresh(3, "a.example"));
    Instant then = open.plusSeconds(2);
    assertThat(planner.next(then).orElseThrow().feedId()).as("b is free, a is not").isEqualTo(2);
    assertThat(planner.next(open.plusSeconds(5))).isEmpty();
    planner.finished(1, open.plusSeconds(6), NOTHING);
    assertThat(planner.next(open.plusSeconds(20)).orElseThrow().feedId()).isEqualTo(3);
  }

  @Test
  void aPollThatSomebodyAskedForSaysSo() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(fresh(7, "a.example"));
    planner.next(START);
    planner.finished(7, START, PollReport.answered(List.of(), Hints.NONE));
    Instant later = START.plus(ofMinutes(3));
    planner.hurry(7, later);
    assertThat(planner.next(later).orElseThrow().why())
        .isEqualTo("somebody asked for it, the last poll 3 min ago");
    planner.finished(7, later, PollReport.answered(List.of(), Hints.NONE));
    Due next = planner.next(later.plus(ofHours(30))).orElseThrow();
    assertThat(next.why()).doesNotContain("somebody");
  }

  @Test
  void noTwoPollsOfAFeedAreCloserThanTheLeastInterval() {
    var planner = new Planner(settings(1000, ofMinutes(10)));
    planner.put(fresh(1, "a.example"));
    assertThat(planner.next(START)).isPresent();
    Instant at = START.plusSeconds(2);
    List<Sighting> busy = new ArrayList<>();
    for (int i = 1; i < 50; i++) busy.add(new Sighting(at.minusSeconds(i * 30L), false));
    Planned planned = planner.finished(1, at, PollReport.answered(busy, Hints.NONE));
    assertThat(planned.notBefore()).isEqualTo(at.plus(ofMinutes(10)));
    assertThat(planner.next(at.plus(ofMinutes(10)).minusMillis(1))).isEmpty();
    Instant wake = planner.wakeUp(at);
    assertThat(wake).isBetween(at.plus(ofMinutes(10)), at.plus(ofMinutes(30)));
    assertThat(planner.next(wake)).isPresent();
  }

  @Test
  void neverMoreThanTheBudgetInAnyWindow() {
    var planner = new Planner(settings(60, ofMinutes(10)));
    for (int i = 0; i < 500; i++) planner.put(polled(i, "s" + i, Duration.ofDays(2)));
    List<Instant> calls = new ArrayList<>();
    var random = new SplittableRandom(1);
    Instant t = START;
    while (t.isBefore(START.plus(ofMinutes(60)))) {
      Optional<Due> due = planner.next(t);
      if (due.isPresent()) {
        calls.add(t);
        planner.finished(due.get().feedId(), t.plusMillis(300), NOTHING);
      }
      // A pipeline that is sometimes slow.
      t = t.plusMillis(random.nextInt(500) == 0 ? 90_000 : 500);
    }
    assertThat(calls.size()).isBetween(200, 360);
    for (int i = 60; i < calls.size(); i++) {
      assertThat(Duration.between(calls.get(i - 60), calls.get(i)))
          .isGreaterThanOrEqualTo(ofMinutes(10));
    }
  }

  @Test
  void aQuotaGroupSpendsItsOwnBudget() {
    Budget one = new Budget(1, ofMinutes(60), Budget.Spacing.EVEN);
    var base = PlannerSettings.DEFAULT;
    var planner =
        new Planner(
            new PlannerSettings(
                base.budget(), Map.of("videos", one), base.rules(), base.siteGap(), base.policy()));
    for (int i = 0; i < 20; i++) {
      planner.put(
          new PlannedFeed(i, "v" + i, "videos", PlannedFeed.NOTHING, null, null, null, null, 1, 0));
      planner.put(fresh(100 + i, "s" + i));
    }
    int videos = 0;
    int others = 0;
    for (Instant t = START; t.isBefore(START.plusSeconds(120)); t = t.plusMillis(500)) {
      Optional<Due> due = planner.next(t);
      if (due.isEmpty()) continue;
      if (due.get().feedId() < 100) videos++;
      else others++;
    }
    assertThat(videos).isEqualTo(1);
    assertThat(others).isEqualTo(20);
  }

  @Test
  void aGroupWhoseServerCountsItsCallsAsSpentRestsAndSaysWhy() {
    Budget ten = new Budget(10, ofMinutes(1), Budget.Spacing.BURST);
    var base = PlannerSettings.DEFAULT;
    var planner =
        new Planner(
            new PlannerSettings(
                base.budget(),
                Map.of("graph", ten, "mastodon", ten),
                base.rules(),
                base.siteGap(),
                base.policy()));
    String[] groups = {"graph", "mastodon.a.example", "mastodon.b.example"};
    for (int i = 0; i < 30; i++) {
      planner.put(
          new PlannedFeed(
              i, "s" + i, groups[i / 10], PlannedFeed.NOTHING, null, null, null, null, 1, 0));
    }
    planner.put(fresh(100, "feed.example"));
    Instant until = START.plusSeconds(3600);
    planner.restGroup("mastodon.a.example", until, "the server says so");
    planner.restGroup("nobody", until, "a group without a budget is no group");

    assertThat(planner.explain(10, START).orElseThrow().heldBy())
        .isEqualTo("the quota group mastodon.a.example rests: the server says so");
    // Three further pages of one answer are paid from the group's budget.
    for (int i = 0; i < 3; i++) assertThat(planner.take("graph", START)).isTrue();
    assertThat(planner.take("mastodon.a.example", START)).isFalse();
    int[] polled = new int[4];
    for (Optional<Due> due = planner.next(START); due.isPresent(); due = planner.next(START)) {
      polled[(int) Math.min(3, due.get().feedId() / 10)]++;
    }
    assertThat(polled).containsExactly(7, 0, 10, 1);
    assertThat(planner.take("graph", START)).isFalse();
    assertThat(planner.next(until).orElseThrow().feedId()).isBetween(7L, 19L);
  }

  @Test
  void oneCallAtATimeGoesToASite() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(fresh(1, "a.example"));
    planner.put(fresh(2, "a.example"));
    long first = planner.next(START).orElseThrow().feedId();
    assertThat(planner.next(START.plusSeconds(30))).isEmpty();
    assertThat(planner.explain(3 - first, START.plusSeconds(30)).orElseThrow().heldBy())
        .contains("another feed of a.example");
    planner.finished(first, START.plusSeconds(31), NOTHING);
    Instant later = START.plusSeconds(40);
    assertThat(planner.next(later).orElseThrow().feedId()).isEqualTo(3 - first);
  }

  @Test
  void aRestingSiteIsLeftAloneAndSaysWhy() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(fresh(1, "a.example"));
    planner.put(fresh(2, "b.example"));
    planner.rest("a.example", START.plus(ofMinutes(30)), "the server answered 429");
    assertThat(planner.next(START).orElseThrow().feedId()).isEqualTo(2);
    assertThat(planner.next(START.plus(ofMinutes(29)))).isEmpty();
    assertThat(planner.explain(1, START).orElseThrow().sentence())
        .contains("next in about 30 min")
        .contains("the server answered 429");
    assertThat(planner.next(START.plus(ofMinutes(31))).orElseThrow().feedId()).isEqualTo(1);
  }

  @Test
  void aUsersIntervalIsKept() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(
        new PlannedFeed(
            1,
            "a",
            PlannedFeed.COMMON,
            PlannedFeed.NOTHING,
            START,
            null,
            null,
            ofMinutes(45),
            1,
            0));
    for (int i = 2; i < 300; i++) planner.put(polled(i, "s" + i, Duration.ofHours(30)));
    Map<Long, List<Instant>> polls = new HashMap<>();
    for (Instant t = START; t.isBefore(START.plus(Duration.ofHours(5))); t = t.plusSeconds(1)) {
      Instant now = t;
      planner
          .next(t)
          .ifPresent(d -> {
            polls.computeIfAbsent(d.feedId(), _ -> new ArrayList<>()).add(now);
            planner.finished(d.feedId(), now, NOTHING);
          });
    }
    List<Instant> mine = polls.getOrDefault(1L, List.of());
    assertThat(mine).hasSize(6);
    for (int i = 1; i < mine.size(); i++) {
      assertThat(Duration.between(mine.get(i - 1), mine.get(i)))
          .isBetween(ofMinutes(45), ofMinutes(47));
    }
  }

  @Test
  void aFeedThatIsGoneIsNotPolledUntilPutAgain() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(fresh(1, "a"));
    planner.next(START);
    Planned planned = planner.finished(1, START, PollReport.failed(Result.GONE, null, "410"));
    assertThat(planned.retired()).isTrue();
    assertThat(planner.next(START.plus(Duration.ofDays(100)))).isEmpty();
    planner.put(fresh(1, "a"));
    assertThat(planner.next(START.plus(Duration.ofDays(100)))).isPresent();
  }

  @Test
  void aFailedFeedIsTriedAgainLaterAndLater() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(fresh(1, "a"));
    Instant t = START;
    for (int i = 0; i < 4; i++) {
      assertThat(planner.next(t)).isPresent();
      Planned p = planner.finished(1, t, PollReport.failed(Result.FAILED, null, "no answer"));
      assertThat(p.failures()).isEqualTo(i + 1);
      assertThat(p.lastPoll()).isNull();
      assertThat(Duration.between(t, p.notBefore())).isEqualTo(ofMinutes(10L << i));
      assertThat(planner.next(p.notBefore().minusSeconds(1))).isEmpty();
      t = p.notBefore();
    }
  }

  @Test
  void aRestartGoesOnWhereThePlannerStopped() {
    var before = new Planner(PlannerSettings.DEFAULT);
    before.put(fresh(1, "a"));
    before.next(START);
    List<Sighting> entries = new ArrayList<>();
    for (int i = 1; i <= 40; i++) entries.add(new Sighting(START.minusSeconds(i * 4000L), false));
    Instant at = START.plusSeconds(1);
    Planned kept = before.finished(1, at, PollReport.answered(entries, Hints.NONE));
    assertThat(kept.rhythm().length).isLessThanOrEqualTo(1024);

    var after = new Planner(PlannerSettings.DEFAULT);
    after.put(
        new PlannedFeed(
            1,
            "a",
            PlannedFeed.COMMON,
            kept.rhythm(),
            kept.lastPoll(),
            kept.notBefore(),
            kept.holdReason(),
            null,
            1,
            kept.failures()));
    Instant later = START.plus(ofMinutes(40));
    Why a = before.explain(1, later).orElseThrow();
    Why b = after.explain(1, later).orElseThrow();
    assertThat(b.expectedEntries())
        .isCloseTo(a.expectedEntries(), org.assertj.core.data.Percentage.withPercentage(1));
    assertThat(after.next(at.plus(ofMinutes(9)))).isEmpty();
  }

  @Test
  void puttingAFeedThatIsInFlightKeepsItInFlight() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(fresh(1, "a"));
    planner.next(START);
    planner.put(fresh(1, "b"));
    assertThat(planner.next(START.plusSeconds(5))).isEmpty();
    planner.finished(1, START.plusSeconds(6), NOTHING);
    assertThat(planner.explain(1, START.plusSeconds(7)).orElseThrow().sentence())
        .startsWith("Polled 1 s ago");
  }

  @Test
  void finishingWhatIsNotInFlightIsAMistake() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    assertThatThrownBy(() -> planner.finished(5, START, NOTHING)).hasMessageContaining("feed 5");
  }

  @Test
  void anAbandonedPollIsNotForgotten() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(fresh(1, "a"));
    planner.next(START);
    planner.abandoned(1, START.plus(ofSeconds(3)));
    assertThat(planner.next(START.plus(ofMinutes(9)))).isEmpty();
    assertThat(planner.next(START.plus(ofMinutes(11)))).isPresent();
  }

  @Test
  void aFeedThatMayNotBeAskedBeforeATimeIsNotOfferedBeforeIt() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    planner.put(fresh(1, "a"));
    planner.next(START);
    Instant opens = START.plus(ofHours(8));
    planner.postponed(1, START.plus(ofSeconds(3)), opens, "its host is closed");
    for (int m = 1; m < 8 * 60; m++) {
      assertThat(planner.next(START.plus(ofMinutes(m)))).isEmpty();
    }
    assertThat(planner.wakeUp(START.plus(ofMinutes(5)))).isEqualTo(opens);
    assertThat(planner.next(opens)).isPresent();
  }

  @Test
  void removedFeedsAreNeverPolled() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    for (int i = 0; i < 10; i++) planner.put(fresh(i, "s" + i));
    for (int i = 0; i < 10; i += 2) planner.remove(i);
    planner.put(fresh(42, "new"));
    List<Long> seen = new ArrayList<>();
    for (int s = 0; s < 60; s++)
      planner.next(START.plusSeconds(s)).ifPresent(d -> seen.add(d.feedId()));
    assertThat(seen).containsExactlyInAnyOrder(1L, 3L, 5L, 7L, 9L, 42L);
    assertThat(planner.size()).isEqualTo(6);
  }

  @Test
  void discoveryHasTheHoursInWhichLittleIsPublished() {
    var planner = new Planner(PlannerSettings.DEFAULT);
    assertThat(planner.quietest()).isEmpty();
    planner.put(fresh(1, "a"));
    planner.next(START);
    List<Sighting> entries = new ArrayList<>();
    for (int i = 1; i <= 480; i++) {
      Instant t = START.minusSeconds(i * 3600L);
      int hour = (int) (t.getEpochSecond() / 3600 % 24);
      if (hour < 20) entries.add(new Sighting(t, false));
    }
    planner.finished(1, START, PollReport.answered(entries, Hints.NONE));
    assertThat(planner.quietest()).hasValue(20);
  }

  @Test
  void otherSettingsTakeEffectAtOnceAndGiveNoCallsAway() {
    var planner = new Planner(settings(4, ofMinutes(10)));
    for (int i = 0; i < 10; i++) planner.put(fresh(i, "s" + i));
    int made = 0;
    Instant t = START;
    for (; t.isBefore(START.plus(ofMinutes(9))); t = t.plusSeconds(30)) {
      Optional<Due> due = planner.next(t);
      if (due.isEmpty()) continue;
      made++;
      var _ = planner.finished(due.get().feedId(), t, NOTHING);
    }
    assertThat(made).isEqualTo(4);
    // Six calls in ten minutes, with those that were made already.
    planner.change(settings(6, ofMinutes(10)));
    int more = 0;
    for (; t.isBefore(START.plus(ofMinutes(13))); t = t.plusSeconds(5)) {
      if (planner.next(t).isPresent()) more++;
    }
    assertThat(more).isBetween(1, 2);
    // A shorter least interval lets a feed be asked sooner, one in flight stays in flight.
    planner.change(
        PlannerSettings.DEFAULT.withRules(
            new Turns.Rules(ofMinutes(1), ofMinutes(5), Duration.ZERO)));
    assertThat(planner.size()).isEqualTo(10);
    int asked = 0;
    for (; t.isBefore(START.plus(ofMinutes(30))); t = t.plusSeconds(1)) {
      if (planner.next(t).isPresent()) asked++;
    }
    assertThat(asked).isEqualTo(10 - more);
  }

  @Test
  void followersCountInRoundsToo() {
    Budget rounds = new Budget(2, ofMinutes(10), Budget.Spacing.BURST);
    var planner = new Planner(PlannerSettings.DEFAULT.withBudget(rounds));
    for (int i = 0; i < 6; i++) {
      planner.put(
          new PlannedFeed(
              i,
              "s" + i,
              PlannedFeed.COMMON,
              PlannedFeed.NOTHING,
              START.minus(ofMinutes(60)),
              null,
              null,
              null,
              i >= 4 ? 10 : 1,
              0));
    }
    List<Long> first = new ArrayList<>();
    for (int s = 0; s < 10; s++) {
      planner.next(START.plusSeconds(s)).ifPresent(d -> first.add(d.feedId()));
    }
    assertThat(first).containsExactly(4L, 5L);
    assertThat(planner.next(START.plus(ofMinutes(9)))).isEmpty();
    // A new feed waits for no round, if a call is left.
    var other =
        new Planner(
            PlannerSettings.DEFAULT.withBudget(new Budget(3, ofMinutes(10), Budget.Spacing.BURST)));
    other.put(polled(1, "a", ofMinutes(60)));
    assertThat(other.next(START).orElseThrow().feedId()).isEqualTo(1);
    other.put(fresh(2, "b"));
    assertThat(other.next(START.plusSeconds(60)).orElseThrow().feedId()).isEqualTo(2);
  }
}
