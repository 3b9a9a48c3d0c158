package freshet.schedule;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.schedule.PollReport.Hints;
import freshet.schedule.PollReport.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class HoldsTest {
  private static final Instant AT = Instant.parse("2026-03-04T10:00:00Z"); // a Wednesday

  private static Hold answered(Hints hints, @Nullable Duration fixed) {
    return Holds.after(PollReport.nothingNew(hints), AT, 3, fixed, ofMinutes(10), ofHours(24));
  }

  private static Hold refused(int before, @Nullable Duration retryAfter) {
    PollReport report = PollReport.failed(Result.REFUSED, retryAfter, "the server answered 503");
    return Holds.after(report, AT, before, null, ofMinutes(10), ofHours(24));
  }

  private static Hints ttl(int minutes) {
    return new Hints(null, minutes, List.of(), List.of(), null);
  }

  private static Hints maxAge(Duration d) {
    return new Hints(d, null, List.of(), List.of(), null);
  }

  @Test
  void withoutHintsOnlyTheLeastIntervalHolds() {
    assertThat(answered(Hints.NONE, null))
        .isEqualTo(new Hold(AT.plus(ofMinutes(10)), null, 0, false));
  }

  @Test
  void aTtlIsObeyed() {
    Hold hold = answered(ttl(90), null);
    assertThat(hold.notBefore()).isEqualTo(AT.plus(ofMinutes(90)));
    assertThat(hold.reason()).contains("ttl").contains("2 h");
  }

  @Test
  void aMaxAgeOfAYearDoesNotSilenceAFeed() {
    Hold hold = answered(maxAge(ofDays(365)), null);
    assertThat(hold.notBefore()).isEqualTo(AT.plus(ofHours(24)));
    assertThat(hold.reason()).contains("365 days").contains("24 h");
  }

  @Test
  void aMaxAgeBelowTheLeastIntervalIsIgnored() {
    assertThat(answered(maxAge(ofSeconds(30)), null).reason()).isNull();
    assertThat(answered(ttl(-5), null).notBefore()).isEqualTo(AT.plus(ofMinutes(10)));
  }

  @Test
  void theLongestOfSeveralHintsHolds() {
    Hints hints = new Hints(ofHours(1), 30, List.of(), List.of(), ofHours(2));
    assertThat(answered(hints, null).notBefore()).isEqualTo(AT.plus(ofHours(2)));
    assertThat(answered(hints, null).reason()).contains("sy:updatePeriod");
  }

  @Test
  void aUsersIntervalGoesBeforeWhatTheFeedSaysOfItself() {
    Hold hold = answered(ttl(600), ofMinutes(20));
    assertThat(hold.notBefore()).isEqualTo(AT.plus(ofMinutes(20)));
    assertThat(hold.reason()).contains("your interval of 20 min");
  }

  @Test
  void skippedHoursAndDaysAreStayedOutOf() {
    Hints hours = new Hints(null, null, List.of(10, 11), List.of(), null);
    assertThat(answered(hours, null).notBefore()).isEqualTo("2026-03-04T12:00:00Z");
    Hints days = new Hints(null, null, List.of(), List.of("Wednesday", " thursday"), null);
    assertThat(answered(days, null).notBefore()).isEqualTo("2026-03-06T00:00:00Z");
    assertThat(answered(days, ofMinutes(20)).notBefore()).isEqualTo("2026-03-06T00:00:00Z");
  }

  @Test
  void skippingEverythingIsNonsenseAndNotObeyed() {
    List<Integer> all = IntStream.range(0, 24).boxed().toList();
    Hints hints = new Hints(null, null, all, List.of("Someday"), null);
    assertThat(answered(hints, null).notBefore()).isEqualTo(AT.plus(ofMinutes(10)));
  }

  @Test
  void aRefusalIsObeyedEvenIfLongerThanTheLongestInterval() {
    assertThat(refused(0, ofDays(3)).notBefore()).isEqualTo(AT.plus(ofDays(3)));
    assertThat(refused(0, ofDays(300)).notBefore()).isEqualTo(AT.plus(ofDays(30)));
    assertThat(refused(0, ofDays(3)).reason())
        .isEqualTo("the server answered 503, and the server asked to be left alone for 3 days");
  }

  @Test
  void failuresDoubleTheWaitUpToThirtyDaysAndAreNeverGivenUp() {
    assertThat(refused(0, null).notBefore()).isEqualTo(AT.plus(ofMinutes(10)));
    assertThat(refused(1, ofSeconds(1)).notBefore()).isEqualTo(AT.plus(ofMinutes(20)));
    assertThat(refused(5, null).notBefore()).isEqualTo(AT.plus(ofMinutes(320)));
    Hold late = refused(1_000_000, null);
    assertThat(late.notBefore()).isEqualTo(AT.plus(ofDays(30)));
    assertThat(late.retired()).isFalse();
    assertThat(late.reason()).contains("1000001 times in a row");
  }

  @Test
  void onlyGoneRetires() {
    Hold hold =
        Holds.after(
            PollReport.failed(Result.GONE, null, "410"), AT, 0, null, ofMinutes(10), ofHours(24));
    assertThat(hold.retired()).isTrue();
    assertThat(hold.reason()).contains("410");
  }
}
