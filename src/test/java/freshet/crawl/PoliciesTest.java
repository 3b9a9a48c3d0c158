package freshet.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The parts of the policies that are functions: re-visits, hours, sitemaps, shapes, bandwidth.
final class PoliciesTest {
  private static final Instant DAY = Instant.parse("2026-06-01T00:00:00Z");

  private static Duration after(int visits, int changes, ChangeFrequency said, long modified) {
    long fetched = DAY.getEpochSecond();
    return Duration.between(DAY, new History(fetched, visits, changes, said, modified).due());
  }

  @Test
  void aPageIsVisitedAgainAsOftenAsItChanges() {
    Duration changing = after(10, 9, ChangeFrequency.DAILY, 0);
    Duration still = after(10, 0, ChangeFrequency.DAILY, 0);
    assertThat(changing).isLessThan(Duration.ofDays(1));
    assertThat(still).isGreaterThan(Duration.ofDays(3));
    assertThat(after(1, 0, ChangeFrequency.WEEKLY, 0)).isEqualTo(Duration.ofDays(7));
    assertThat(after(1, 0, ChangeFrequency.NEVER, 0)).isEqualTo(Duration.ofDays(90));
  }

  @Test
  void aSitemapThatDatesTheLastChangeDecides() {
    long before = DAY.getEpochSecond() - 1000;
    assertThat(after(5, 5, ChangeFrequency.DAILY, before)).isEqualTo(Duration.ofDays(90));
    assertThat(after(5, 0, ChangeFrequency.NEVER, DAY.getEpochSecond() + 60))
        .isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void whatAlwaysChangesIsAlwaysDueAgain() {
    long before = DAY.getEpochSecond() - 1000;
    for (long modified : new long[] {0, before}) {
      assertThat(after(5, 0, ChangeFrequency.ALWAYS, modified)).isEqualTo(Duration.ofMinutes(30));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "news.ee,     2026-06-01T02:00:00Z, 2026-06-01T02:00:00Z",
    "news.ee,     2026-06-01T00:00:00Z, 2026-06-01T01:00:00Z",
    "news.ee:81,  2026-06-01T06:00:00Z, 2026-06-02T01:00:00Z",
    "news.com,    2026-06-01T03:59:00Z, 2026-06-01T04:00:00Z",
    "news.com.tr, 2026-06-01T01:30:00Z, 2026-06-01T01:30:00Z",
  })
  void aSiteIsVisitedInItsOwnMorning(String host, Instant now, Instant next) {
    assertThat(QuietHours.MORNING.nextFor(host, now)).isEqualTo(next);
  }

  @Test
  void aSitemapIsReadAsFarAsItGoes() {
    String xml =
        "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
            + "<url><loc> http://e.com/a </loc><lastmod>2026-03-04</lastmod>"
            + "<changefreq>Daily</changefreq><priority>0.8</priority></url>"
            + "<url><loc>http://e.com/b</loc></url><url><loc>http://e.com/c & broken";
    Sitemap map =
        java.util.Objects.requireNonNull(Sitemap.read(xml.getBytes(StandardCharsets.UTF_8)));
    assertThat(map.pages())
        .containsExactly(
            new Sitemap.Page(
                "http://e.com/a",
                Instant.parse("2026-03-04T00:00:00Z"),
                ChangeFrequency.DAILY,
                0.8),
            new Sitemap.Page("http://e.com/b", null, ChangeFrequency.UNKNOWN, 0.5));
  }

  @ParameterizedTest
  @CsvSource({
    "http://e.com/,                              ORDINARY",
    "http://e.com/news/2026/11/16/some-story,    ORDINARY",
    "http://e.com/page/12,                       ORDINARY",
    "http://e.com/list?page=7,                   ORDINARY",
    "http://e.com/calendar/2031/05,              CALENDAR",
    "http://e.com/events/2031-05-07,             CALENDAR",
    "http://e.com/events?month=2031-05,          CALENDAR",
    "http://e.com/v/4f3a9b2c8d7e6f104f3a9b2c,    HASHES",
    "http://e.com/x?k=4f3a9b2c8d7e6f104f3a9b2c,  HASHES",
    "http://e.com/shop?colour=red&size=2,        FACETS",
    "http://e.com/a/b/a/b/,                      REPEATED",
    "http://e.com/a/a/a/,                        ENDLESS",
  })
  void trapsHaveShapes(String url, Shapes.Kind kind) {
    assertThat(Shapes.of(url).kind()).isEqualTo(kind);
  }

  @Test
  void picturesAndProgramsAreNoPages() {
    assertThat(Shapes.isFile("http://e.com/a.JPG?x=1")).isTrue();
    assertThat(Shapes.isFile("http://e.com/a.html")).isFalse();
    assertThat(Shapes.isFile("http://e.zip/")).isFalse();
    assertThat(Shapes.isFile("http://e.com/feed.xml")).isFalse();
  }

  @Test
  void aSitesOwnSessionIdsAreTold() {
    var links =
        java.util.stream.Stream.of("a", "b", "c")
            .map(p ->
                new Links.Followed(
                    "http://e.com/" + p + "?k=1&q=9f8e7d6c5b4a3f2e", 0, 0, "", false, null))
            .toList();
    assertThat(Sessions.names(links)).containsExactly("q");
    assertThat(Sessions.without("http://e.com/a?k=1&q=9f8e", Set.of("q")))
        .isEqualTo("http://e.com/a?k=1");
  }

  @Test
  void bandwidthIsPaidFor() {
    Bandwidth ceiling = new Bandwidth(1000);
    ceiling.take(500, 1);
    assertThat(ceiling.delay(1)).isEqualTo(500_000_000);
    assertThat(ceiling.delay(500_000_001)).isZero();
    assertThat(new Bandwidth(0).delay(5)).isZero();
  }
}
