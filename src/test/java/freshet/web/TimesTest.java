package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Entry;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TimesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final Instant SEEN = Instant.parse("2026-11-15T11:50:00Z");

  private final Times times =
      new Times(Texts.in(Locale.ENGLISH), NOW, ZoneId.of("Europe/Tallinn"), Preferences.Hours.H24);

  @Test
  void whatIsRecentIsSaidInMinutesAndHours() {
    assertThat(times.when(NOW.minusSeconds(20))).isEqualTo("just now");
    assertThat(times.when(NOW.minusSeconds(60 * 7))).isEqualTo("7 min ago");
    assertThat(times.when(NOW.minusSeconds(3600 * 5))).isEqualTo("5 h ago");
    assertThat(times.when(null)).isEqualTo("never");
  }

  @Test
  void whatIsOlderIsSaidByDay() {
    assertThat(times.when(Instant.parse("2026-11-13T06:05:00Z"))).isEqualTo("Fri 08:05");
    assertThat(times.when(Instant.parse("2026-01-03T06:05:00Z"))).isEqualTo("3 Jan 2026");
  }

  @Test
  void whatIsToComeIsSaidToo() {
    assertThat(times.until(NOW.minusSeconds(5))).isEqualTo("due now");
    assertThat(times.until(NOW.plusSeconds(45))).isEqualTo("in 45 s");
    assertThat(times.until(NOW.plusSeconds(60 * 31))).isEqualTo("in 31 min");
    assertThat(times.until(NOW.plusSeconds(3600 * 5))).isEqualTo("in 5 h");
  }

  @Test
  void aDayWithoutATimeIsThatDayInEveryZone() {
    Entry e = entry(Instant.parse("2026-11-14T00:00:00Z"), true);
    Times far =
        new Times(
            Texts.in(Locale.ENGLISH), NOW, ZoneId.of("America/Los_Angeles"), Preferences.Hours.H24);
    assertThat(far.day(e)).isEqualTo(LocalDate.of(2026, 11, 14));
    assertThat(times.day(e)).isEqualTo(LocalDate.of(2026, 11, 14));
    assertThat(times.under(LocalDate.of(2026, 11, 14), e)).isEqualTo("14 Nov 2026");
    assertThat(times.exact(e)).isEqualTo("Saturday, 14 November 2026");
  }

  @Test
  void aRealMidnightIsATime() {
    Entry e = entry(Instant.parse("2026-11-12T22:00:00Z"), false);
    assertThat(times.day(e)).isEqualTo(LocalDate.of(2026, 11, 13));
    assertThat(times.under(LocalDate.of(2026, 11, 13), e)).isEqualTo("00:00");
  }

  @Test
  void aDateInTheFutureDoesNotComeTrueBeforeItsTime() {
    Entry e = entry(Instant.parse("2031-01-01T00:00:00Z"), false);
    assertThat(times.day(e)).isEqualTo(LocalDate.of(2026, 11, 15));
    assertThat(times.heading(times.day(e))).isEqualTo("Today");
  }

  @Test
  void anEntryWithoutADateStandsWhereItWasSeen() {
    Entry e = entry(null, false);
    assertThat(times.under(times.day(e), e)).isEqualTo("10 min ago");
    assertThat(times.exact(e)).startsWith("No date given; first seen Sunday");
  }

  private static Entry entry(@Nullable Instant published, boolean dateOnly) {
    return new Entry(
        1, 1, "feed", null, null, "title", null, List.of(), List.of(), null, published, dateOnly,
        SEEN, null, null, null, null);
  }
}
