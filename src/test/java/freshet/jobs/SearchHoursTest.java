package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SearchHoursTest {
  private static final Instant NOON = Instant.parse("2026-03-04T12:00:00Z");
  private static final Instant NIGHT = Instant.parse("2026-03-04T23:59:59Z");

  private OptionalInt quietest = OptionalInt.of(22);
  private String rule = SearchHours.LEARNED;
  private final SearchHours hours = new SearchHours(() -> rule, () -> quietest);

  private Instant next(@Nullable String wish, int sites, Instant now) {
    return hours.of(wish, sites).nextFor("site.ee", now);
  }

  @Test
  void manySitesWaitForTheLearnedHoursAndFewDoNot() {
    assertThat(next(null, SearchHours.MANY, NOON)).isEqualTo("2026-03-04T22:00:00Z");
    assertThat(next(null, SearchHours.MANY, NIGHT)).isEqualTo(NIGHT);
    assertThat(next(null, SearchHours.MANY, NOON.plusSeconds(14 * 3600)))
        .isEqualTo("2026-03-05T22:00:00Z");
    assertThat(next(null, SearchHours.MANY - 1, NOON)).isEqualTo(NOON);
  }

  @Test
  void untilEnoughIsLearnedTheMorningOfTheSiteItselfCounts() {
    quietest = OptionalInt.empty();
    // Four in Tallinn.
    assertThat(next(null, 1000, NOON)).isEqualTo("2026-03-05T02:00:00Z");
  }

  @Test
  void aRuleOfTheInstallationOrOfTheSearchGoesBefore() {
    assertThat(next(SearchHours.ALWAYS, 1000, NOON)).isEqualTo(NOON);
    assertThat(next("04-08", 1, NOON)).isEqualTo("2026-03-05T02:00:00Z");
    assertThat(next(SearchHours.LEARNED, 1, NOON)).isEqualTo("2026-03-04T22:00:00Z");
    rule = SearchHours.ALWAYS;
    assertThat(next(null, 1000, NOON)).isEqualTo(NOON);
    rule = "13-14";
    assertThat(next(null, 1, NOON)).isEqualTo("2026-03-05T11:00:00Z");
  }

  @Test
  void aWrongRuleIsNamed() {
    assertThatThrownBy(() -> SearchHours.check("nightly"))
        .hasMessage("must be learned, always, or hours like 04-08");
  }
}
