package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;

final class RhythmChartTest {
  @Test
  void theBusiestHourHasTheStrongestShadeAndSilenceHasNone() {
    float[] rhythm = new float[168];
    rhythm[24 + 9] = 4; // Tuesday, 9 h
    rhythm[24 + 10] = 0.01f;
    RhythmChart chart = RhythmChart.of(rhythm, Locale.ENGLISH, Preferences.Week.MONDAY.days(), "");
    RhythmChart.Row tuesday = chart.rows().get(1);
    assertThat(tuesday.day()).isEqualTo("Tuesday");
    assertThat(tuesday.cells().get(9)).isEqualTo(new RhythmChart.Cell(9, 6, "4.00"));
    assertThat(tuesday.cells().get(10).shade()).isEqualTo(2);
    assertThat(chart.rows().get(0).cells()).allMatch(cell -> cell.shade() == 0);
  }

  @Test
  void aFeedThatPublishesEvenlyIsNotAllDark() {
    float[] even = new float[168];
    java.util.Arrays.fill(even, 3);
    RhythmChart chart = RhythmChart.of(even, Locale.ENGLISH, Preferences.Week.MONDAY.days(), "");
    assertThat(chart.rows()).allMatch(row -> row.cells().stream().allMatch(c -> c.shade() == 3));
  }

  @Test
  void whatAWeekHasIsToldPerDay() {
    float[] rhythm = new float[168];
    for (int hour = 8; hour < 18; hour++) rhythm[hour] = 0.5f;
    rhythm[2 * 24 + 12] = 2;
    assertThat(RhythmChart.perDay(rhythm)).isEqualTo(1);
  }

  @Test
  void aFeedThatNeverPublishedIsAllSilence() {
    RhythmChart chart =
        RhythmChart.of(new float[168], Locale.ENGLISH, Preferences.Week.MONDAY.days(), "");
    assertThat(chart.rows()).allMatch(row -> row.cells().stream().allMatch(c -> c.shade() == 0));
  }

  @Test
  void numbersThatAreNoneAreSilence() {
    float[] rhythm = new float[168];
    rhythm[3] = Float.NaN;
    rhythm[4] = -1;
    rhythm[5] = 1;
    RhythmChart chart = RhythmChart.of(rhythm, Locale.ENGLISH, Preferences.Week.MONDAY.days(), "");
    assertThat(chart.rows().getFirst().cells().get(3).shade()).isZero();
    assertThat(chart.rows().getFirst().cells().get(4).shade()).isZero();
    assertThat(chart.rows().getFirst().cells().get(5).shade()).isEqualTo(6);
  }

  @Test
  void aRhythmOfAnotherLengthIsAMistakeOfOurs() {
    assertThatThrownBy(
            () -> RhythmChart.of(new float[24], Locale.ENGLISH, Preferences.Week.MONDAY.days(), ""))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
