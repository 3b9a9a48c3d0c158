package freshet.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ChronicleTest {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

  private final List<SiteSpec> sites = Sites.all();
  private final Chronicle chronicle = chronicle(42, 60);

  @Test
  void whatASiteShowsFollowsFromSeedAndTimeAlone() {
    SiteSpec paper = site("harbour");
    List<DemoEntry> first = chronicle.latest(paper, NOON, 30, _ -> true);
    chronicle.latest(paper, NOON.plusSeconds(9000), 30, _ -> true);
    assertThat(chronicle(42, 60).latest(paper, NOON, 30, _ -> true)).isEqualTo(first);
    assertThat(chronicle(43, 60).latest(paper, NOON, 30, _ -> true)).isNotEqualTo(first);
  }

  @Test
  void timeOnlyAddsEntries() {
    for (SiteSpec site : sites) {
      List<DemoEntry> before = chronicle.latest(site, NOON, 25, _ -> true);
      List<DemoEntry> after = chronicle.latest(site, NOON.plusSeconds(60), 100, _ -> true);
      assertThat(after).containsAll(before);
    }
  }

  @Test
  void entriesAreDatedByTheRealClockNewestFirstAndNeverInTheFuture() {
    for (SiteSpec site : sites) {
      List<DemoEntry> shown = chronicle.latest(site, NOON, 30, _ -> true);
      if (!site.feeds().isEmpty()) assertThat(shown).hasSize(30);
      for (int i = 0; i < shown.size(); i++) {
        Instant at = shown.get(i).published();
        assertThat(at).isBeforeOrEqualTo(NOON).isAfter(NOON.minus(Duration.ofDays(8)));
        if (i > 0) assertThat(at).isBeforeOrEqualTo(shown.get(i - 1).published());
      }
    }
  }

  @Test
  void anEntryAppearsAtItsDateAndStaysAtItsAddress() {
    SiteSpec paper = site("meridian");
    for (DemoEntry e : chronicle.latest(paper, NOON, 20, _ -> true)) {
      assertThat(chronicle.find(paper, e.id(), e.published())).contains(e);
      assertThat(chronicle.find(paper, e.id(), e.published().minusMillis(1))).isEmpty();
      assertThat(chronicle.find(paper, e.id(), NOON.plus(Duration.ofDays(30)))).contains(e);
    }
    for (String bad : List.of("", "-", "x-1", "zzzzzzzzzzzzz-0", "a-1", "1-1-1", "-5-1")) {
      assertThat(chronicle.find(paper, bad, NOON)).isEmpty();
    }
  }

  @Test
  void aMorningPaperSleepsAtNightAndAnOfficeAtTheWeekend() {
    Chronicle real = chronicle(7, 1);
    Map<Integer, Integer> byHour = new HashMap<>();
    SiteSpec morning = site("jadran");
    for (DemoEntry e :
        real.between(morning, NOON.minus(Duration.ofDays(60)), NOON.minus(Duration.ofDays(1)))) {
      int hour = (int) ((e.published().getEpochSecond() / 3600 + morning.offsetHours()) % 24);
      byHour.merge(hour, 1, Integer::sum);
    }
    assertThat(byHour.getOrDefault(7, 0)).isGreaterThan(5 * byHour.getOrDefault(20, 0));
    assertThat(byHour).doesNotContainKeys(1, 2, 3);
    SiteSpec office = site("meretee");
    for (DemoEntry e : real.between(office, NOON.minus(Duration.ofDays(60)), NOON)) {
      DayOfWeek day = e.published().atOffset(ZoneOffset.ofHours(2)).getDayOfWeek();
      assertThat(day).isNotIn(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);
    }
  }

  @Test
  void theNumberOfEntriesFollowsTheRhythm() {
    Chronicle real = chronicle(9, 1);
    for (String id : List.of("northline", "machines", "reka", "valley")) {
      SiteSpec site = site(id);
      int weeks = 4;
      Instant from = NOON.minus(Duration.ofDays(7L * weeks));
      int count = real.between(site, from, NOON).size();
      double expected = site.rhythm().perDay() * 7 * weeks;
      assertThat((double) count).isBetween(expected * 0.75, expected * 1.25);
    }
  }

  @Test
  void aFasterClockShowsTheSameRhythmInLessTime() {
    SiteSpec agency = site("northline");
    int slow = chronicle(1, 1).between(agency, NOON.minus(Duration.ofDays(30)), NOON).size();
    int fast = chronicle(1, 60).between(agency, NOON.minus(Duration.ofHours(12)), NOON).size();
    assertThat((double) fast).isBetween(slow * 0.8, slow * 1.2);
  }

  @Test
  void noTwoEntriesHaveTheSameTextUnlessOneIsACopyOfTheOther() {
    Map<String, DemoEntry> byText = new HashMap<>();
    for (SiteSpec site : sites) {
      if (site.block().equals("live")) continue; // two lines of a match do repeat, as in life
      for (DemoEntry e : chronicle.between(site, NOON.minus(Duration.ofHours(2)), NOON)) {
        DemoEntry other = byText.putIfAbsent(e.text(), e);
        if (other != null) assertThat(e.story()).isEqualTo(other.story());
      }
    }
    assertThat(byText).hasSizeGreaterThan(1500);
  }

  @Test
  void copiesComeAfterTheirOriginalInTheSameLanguageAndTopicAndWithItsText() {
    Map<URI, DemoEntry> originals = new HashMap<>();
    Instant from = NOON.minus(Duration.ofHours(2));
    for (String agency : List.of("northline", "laine")) {
      for (DemoEntry e : chronicle.between(site(agency), from, NOON)) originals.put(e.url(), e);
    }
    Set<Alteration> seen = new HashSet<>();
    Map<URI, Integer> prints = new HashMap<>();
    for (SiteSpec paper : sites) {
      for (DemoEntry copy : chronicle.between(paper, from.plusSeconds(180), NOON)) {
        URI of = copy.copyOf();
        assertThat(copy.change() == Alteration.NONE).isEqualTo(of == null);
        if (of == null) continue;
        DemoEntry original = Objects.requireNonNull(originals.get(of));
        seen.add(copy.change());
        prints.merge(of, 1, Integer::sum);
        assertThat(copy.published()).isAfterOrEqualTo(original.published());
        assertThat(copy.topic()).isEqualTo(original.topic());
        assertThat(copy.language()).isEqualTo(original.language());
        switch (copy.change()) {
          case NONE -> throw new AssertionError("a copy without a change");
          case VERBATIM -> {
            assertThat(copy.sentences()).isEqualTo(original.sentences());
            assertThat(copy.title()).isEqualTo(original.title());
          }
          case HEADLINE -> {
            assertThat(copy.sentences()).isEqualTo(original.sentences());
            assertThat(copy.title()).isNotEqualTo(original.title());
          }
          case EDITED -> assertThat(copy.text()).isNotEqualTo(original.text());
          case CUT -> assertThat(copy.sentences()).isSubsetOf(original.sentences());
          case EXTENDED -> assertThat(copy.sentences()).containsAll(original.sentences());
        }
      }
    }
    assertThat(seen).hasSize(5);
    assertThat(prints.values()).contains(2, 3);
  }

  private SiteSpec site(String id) {
    return sites.stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  private Chronicle chronicle(long seed, int speed) {
    Map<String, URI> homes = new HashMap<>();
    for (SiteSpec site : sites) homes.put(site.id(), URI.create("http://" + site.id() + ".test/"));
    return new Chronicle(seed, speed, sites, homes);
  }
}
