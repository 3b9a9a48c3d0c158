package freshet.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Two tables of a study of the Estonian web (Soop, Tartu 2012), imported as the posts they count.
final class SourceTablesTest {
  private static final long[] WEEKDAYS = {6191, 6679, 6257, 5811, 5997, 2906, 4568};
  private static final long[] HOURS = {
    2764, 1616, 1381, 384, 203, 260, 305, 582, 998, 1882, 2659, 2596, 2204, 1854, 2599, 2647, 2241,
    1661, 1863, 1396, 1138, 1343, 2296, 1537
  };

  /// Posts whose weekdays and hours are counted as in the source: each hour's posts are dealt to
  /// the days that still lack some.
  private static List<Instant> posts() {
    LocalDate monday = LocalDate.parse("2012-04-30");
    long[] left = WEEKDAYS.clone();
    List<Instant> posts = new ArrayList<>();
    int day = 0;
    for (int h = 0; h < 24; h++) {
      for (long n = 0; n < HOURS[h]; n++) {
        while (left[day] == 0) day++;
        left[day]--;
        posts.add(
            monday.plusDays(day).atTime(LocalTime.of(h, (int) (n % 60))).toInstant(ZoneOffset.UTC));
      }
    }
    return posts;
  }

  @Test
  void comeOutAsTheyWentIn() {
    PostTally tally = new PostTally(ZoneOffset.UTC);
    List<Instant> posts = posts();
    assertThat(posts).hasSize(38_409);
    posts.forEach(p -> tally.add(p, false, 1));
    Table weekday = tally.perWeekday(Locale.ENGLISH);
    Table hour = tally.perHour();
    for (int i = 0; i < 7; i++) {
      assertThat(weekday.rows().get(i).values()[0]).isEqualTo((double) WEEKDAYS[i]);
    }
    for (int i = 0; i < 24; i++)
      assertThat(hour.rows().get(i).values()[0]).isEqualTo((double) HOURS[i]);
    assertThat(weekday.csv()).startsWith("weekday,with a time,date only\nMon,6191,0\nTue,6679,0\n");
    assertThat(hour.csv()).contains("\n00,2764\n").contains("\n04,203\n").endsWith("\n23,1537\n");
    assertThat(tally.perDay().sum(0)).isEqualTo(38_409);
  }

  @Test
  void areDrawnInProportion() {
    PostTally tally = new PostTally(ZoneOffset.UTC);
    posts().forEach(p -> tally.add(p, false, 1));
    List<Double> heights =
        heights(tally.perHour().bars("Posts per hour", "Posts", List.of("Posts")));
    assertThat(heights).hasSize(24);
    for (int i = 0; i < 24; i++) {
      assertThat(heights.get(i) / heights.getFirst())
          .as("hour %d", i)
          .isCloseTo(HOURS[i] / 2764.0, org.assertj.core.data.Offset.offset(0.002));
    }
    String weekdays =
        tally.perWeekday(Locale.ENGLISH).bars("x", "y", List.of("with a time", "date only"));
    assertThat(heights(weekdays)).hasSize(7);
    assertThat(weekdays).contains("Tue · with a time 6,679 · date only 0", ">8,000</text>");
  }

  @Test
  void midnightIsNotBusyWhenDaysWithoutATimeAreToldApart() {
    PostTally tally = new PostTally(ZoneId.of("Europe/Tallinn"));
    tally.add(Instant.parse("2026-11-15T00:00:00Z"), true, 1500);
    tally.add(Instant.parse("2026-11-14T22:30:00Z"), false, 3);
    assertThat(tally.perHour().rows().getFirst().values()[0]).isEqualTo(3);
    assertThat(tally.dateOnly()).isEqualTo(1500);
    assertThat(tally.perDay().csv()).isEqualTo("day,with a time,date only\n2026-11-15,3,1500\n");
    assertThat(tally.perWeekday(Locale.ENGLISH).rows().getLast().values()).containsExactly(3, 1500);
  }

  @Test
  void languagesHaveTheirSharesOfTheSource() {
    Table t =
        PostTally.perLanguage(
            Map.of("et", 30_000L, "en", 8_409L),
            Map.of("et", 3918L, "en-GB", 2000L, "EN_us", 4530L, "und", 27_961L));
    assertThat(t.rows()).extracting(Table.Row::name).containsExactly("et", "en", "und");
    // What the source counted: the languages as they are declared.
    assertThat(t.csv())
        .startsWith("language,posts,per cent,declared,declared per cent\n")
        .containsPattern("und,0,0,27961,72\\.798")
        .containsPattern("en,8409,21\\.8\\d*,6530,17\\.001")
        .containsPattern("et,30000,78\\.1\\d*,3918,10\\.201");
  }

  @Test
  void namesCannotBreakOutOfTableOrChart() {
    Table t =
        new Table(
            "x", "day", List.of("n"), List.of(new Table.Row("=1+1,\"<script>", new double[] {1})));
    assertThat(t.csv()).isEqualTo("day,n\n\"'=1+1,\"\"<script>\",1\n");
    assertThat(t.bars("<b>", "<u>", List.of("<i>"))).doesNotContain("<script>", "<b>", "<i>");
  }

  @Test
  void nothingIsAnEmptyChart() {
    Table t = new PostTally(ZoneOffset.UTC).perDay();
    assertThat(t.isEmpty()).isTrue();
    assertThat(t.bars("x", "y", List.of("a", "b"))).startsWith("<svg");
  }

  private static List<Double> heights(String svg) {
    return Pattern.compile("<rect class=\"b0\"[^>]*height=\"([\\d.]+)\"")
        .matcher(svg)
        .results()
        .map((MatchResult m) -> Double.valueOf(m.group(1)))
        .toList();
  }
}
