package freshet.library;

import static freshet.library.TwoAccounts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Refusal.Reason;
import freshet.model.Poll;
import freshet.web.Samples.Text;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportingTest {
  @TempDir Path folder;
  private TwoAccounts two;
  private Reporting reporting;

  @BeforeEach
  void open() {
    two = new TwoAccounts(folder);
    reporting = two.library.reporting();
  }

  @AfterEach
  void close() {
    two.close();
  }

  @Test
  void pollsAreOfTheFeedsThatOneFollowsAndOfAllForTheAdministrator() {
    assertThat(reporting.polls(two.first, null, null, null, 10))
        .extracting(Poll::feedId)
        .containsExactly(two.lightFeed);
    assertThat(reporting.polls(two.second, null, null, null, 10))
        .extracting(Poll::feedId)
        .containsExactly(two.breadFeed);
    assertThat(reporting.polls(two.second, two.lightFeed, null, null, 10)).isEmpty();
    assertThat(reporting.pollsOf(two.second, two.breadFeed, "new", null, 10)).hasSize(1);
    assertThat(reporting.pollsOf(two.second, two.breadFeed, "failed", null, 10)).isEmpty();
    assertRefused(
        Reason.NO_FEED, () -> reporting.pollsOf(two.second, two.lightFeed, null, null, 10));
    assertThat(reporting.pollsOf(two.first, two.breadFeed, null, null, 10)).hasSize(1);
  }

  @Test
  void whereNothingIsPolledThereIsNoScheduleAndThatIsSaid() {
    assertThat(reporting.explain(two.first, two.lightFeed)).isEmpty();
    assertRefused(Reason.NO_FEED, () -> reporting.explain(two.second, two.lightFeed));
    assertThat(reporting.schedule(two.first, 10)).isEmpty();
    assertThat(reporting.health()).isEqualTo(new Reporting.Health("not polling", 2L, null));
    assertThat(reporting.health().isGood()).isFalse();
    assertThat(reporting.counts().feeds()).isEqualTo(2);
  }

  @Test
  void freshnessIsOnesOwn() {
    assertThat(reporting.freshness(two.first).entries()).isEqualTo(1);
    var _ = two.samples.poll(two.breadFeed, "Bread", two.now, Text.of("Rolls", "Warm.", two.now));
    two.now = two.now.plus(Duration.ofHours(1)); // however long it took, it is worked out anew
    assertThat(reporting.freshness(two.second).entries()).isEqualTo(2);
    assertThat(reporting.freshness(two.first).entries()).isEqualTo(1);
  }

  @Test
  void statisticsAreOfWhatOneFollows() {
    two.now = two.now.plusSeconds(1);
    Statistics own = reporting.statistics(two.second, 30, ZoneOffset.UTC, Locale.ENGLISH);
    assertThat(own.posts()).isEqualTo(1);
    assertThat(own.requests().sum(0)).isEqualTo(1);
  }
}
