package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Validators;
import java.time.Duration;
import java.time.Instant;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AnswerHeadersTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  private static @Nullable Duration fresh(String... headers) {
    return AnswerHeaders.freshFor(Headers.of(headers), NOW);
  }

  private static @Nullable Duration retry(String... headers) {
    return AnswerHeaders.retryAfter(Headers.of(headers), NOW);
  }

  @Test
  void maxAgeIsReadInAllItsSpellings() {
    assertThat(fresh("Cache-Control", "max-age=60")).isEqualTo(Duration.ofMinutes(1));
    assertThat(fresh("cache-control", "public, MAX-AGE = 60")).isNull();
    assertThat(fresh("Cache-Control", "public,Max-Age=60 ,must-revalidate"))
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(fresh("Cache-Control", "max-age=\"60\"")).isEqualTo(Duration.ofMinutes(1));
    assertThat(fresh("Cache-Control", "private", "Cache-Control", "max-age=60"))
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(fresh("Cache-Control", "s-maxage=60")).isNull();
    assertThat(fresh("Cache-Control", "max-age=99999999999999999999"))
        .isEqualTo(Duration.ofDays(365));
  }

  @Test
  void theTimeAnAnswerSpentInACacheIsTakenOff() {
    assertThat(fresh("Cache-Control", "max-age=60", "Age", "45")).isEqualTo(Duration.ofSeconds(15));
    assertThat(fresh("Cache-Control", "max-age=60", "Age", "90")).isEqualTo(Duration.ZERO);
    assertThat(fresh("Cache-Control", "max-age=60", "Age", "old"))
        .isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void noCacheMeansAskEveryTime() {
    assertThat(fresh("Cache-Control", "no-cache, max-age=60")).isEqualTo(Duration.ZERO);
    assertThat(fresh("Cache-Control", "no-store")).isEqualTo(Duration.ZERO);
  }

  @Test
  void maxAgeCountsBeforeExpires() {
    assertThat(fresh("Cache-Control", "max-age=60", "Expires", "Mon, 16 Nov 2026 12:00:00 GMT"))
        .isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void expiresCountsFromTheServersOwnClock() {
    assertThat(fresh("Expires", "Sun, 15 Nov 2026 13:00:00 GMT")).isEqualTo(Duration.ofHours(1));
    assertThat(
            fresh(
                "Expires",
                "Sun, 15 Nov 2026 13:00:00 GMT",
                "Date",
                "Sun, 15 Nov 2026 12:59:00 GMT"))
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(fresh("Expires", "Sunday, 15-Nov-26 13:00:00 GMT")).isEqualTo(Duration.ofHours(1));
    assertThat(fresh("Expires", "Sun Nov 15 13:00:00 2026")).isEqualTo(Duration.ofHours(1));
    assertThat(fresh("Expires", "Thu, 01 Jan 1970 00:00:00 GMT")).isEqualTo(Duration.ZERO);
    for (String nonsense : new String[] {"0", "-1", "", "never"}) {
      assertThat(fresh("Expires", nonsense)).as(nonsense).isEqualTo(Duration.ZERO);
    }
  }

  @Test
  void silenceIsNoHint() {
    assertThat(fresh()).isNull();
    assertThat(fresh("Cache-Control", "public")).isNull();
  }

  @Test
  void retryAfterComesInBothForms() {
    assertThat(retry("Retry-After", "120")).isEqualTo(Duration.ofMinutes(2));
    assertThat(retry("Retry-After", " 120 ")).isEqualTo(Duration.ofMinutes(2));
    assertThat(retry("Retry-After", "Sun, 15 Nov 2026 12:10:00 GMT"))
        .isEqualTo(Duration.ofMinutes(10));
    assertThat(retry("Retry-After", "Sun, 15 Nov 2026 11:00:00 GMT")).isEqualTo(Duration.ZERO);
    assertThat(retry("Retry-After", "99999999999999")).isEqualTo(Duration.ofDays(365));
    assertThat(retry("Retry-After", "-5")).isNull();
    assertThat(retry("Retry-After", "later")).isNull();
    assertThat(retry()).isNull();
  }

  @Test
  void linksAreFoundByTheirRelation() {
    Headers headers =
        Headers.of(
            "Link",
            "<https://a.example/page,2>; rel=next, <https://hub.example/>; title=\"x\";"
                + " rel=\"other Hub\"",
            "link",
            "<https://a.example/feed>;rel=self");
    assertThat(AnswerHeaders.link(LinkHeaders.of(headers), "hub"))
        .isEqualTo("https://hub.example/");
    assertThat(AnswerHeaders.link(LinkHeaders.of(headers), "self"))
        .isEqualTo("https://a.example/feed");
    assertThat(AnswerHeaders.link(LinkHeaders.of(headers), "prev")).isNull();
    for (String nonsense :
        new String[] {"<", ">", "<x", "x; rel=hub", "<>", "", "<x>; rel", "<x>; rel=hubs"}) {
      assertThat(AnswerHeaders.link(LinkHeaders.of(Headers.of("Link", nonsense)), "hub"))
          .as(nonsense)
          .isNull();
    }
  }

  @Test
  void validatorsAreKeptAsTheyCame() {
    Validators asked = new Validators("\"old\"", "then");
    Headers none = Headers.of();
    assertThat(AnswerHeaders.validators(none, 200, asked)).isEqualTo(Validators.NONE);
    assertThat(AnswerHeaders.validators(none, 304, asked)).isEqualTo(asked);
    assertThat(AnswerHeaders.validators(Headers.of("ETag", "W/\"x\""), 200, asked).etag())
        .isEqualTo("W/\"x\"");
    assertThat(AnswerHeaders.validators(Headers.of("ETag", "x".repeat(5000)), 200, asked).etag())
        .isNull();
  }
}
