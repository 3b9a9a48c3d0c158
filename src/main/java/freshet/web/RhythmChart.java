package freshet.web;

import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// A learned rhythm as a picture: a row a weekday, a column an hour, darker where more is
/// published.
///
/// @param busiest the most that is expected in one hour
/// @param basis what it was learned from, in words
public record RhythmChart(List<Row> rows, float busiest, String basis) {
  /// Shades besides "nothing"; the style sheet has one class each.
  private static final int SHADES = 6;

  public record Row(String day, String shortDay, List<Cell> cells) {}

  /// @param shade 0 for nothing to 6 for the most
  /// @param value expected entries in this hour
  public record Cell(int hour, int shade, String value) {}

  /// Entries a day, as far as a week tells.
  static double perDay(float[] rhythm) {
    double sum = 0;
    for (float rate : rhythm) {
      if (rate > 0) sum += rate;
    }
    return sum / 7;
  }

  private static float most(float[] rhythm) {
    if (rhythm.length != 7 * 24) {
      throw new IllegalArgumentException("a rhythm has 168 hours, not " + rhythm.length);
    }
    float most = 0;
    for (float rate : rhythm) {
      if (rate > most) most = rate;
    }
    return most;
  }

  /// @param days of a week in the order in which they stand
  static RhythmChart of(float[] rhythm, Locale locale, List<DayOfWeek> days, String basis) {
    float most = most(rhythm);
    List<Row> rows = new ArrayList<>();
    for (DayOfWeek day : days) {
      List<Cell> cells = new ArrayList<>();
      for (int hour = 0; hour < 24; hour++) {
        float rate = rhythm[(day.getValue() - 1) * 24 + hour];
        cells.add(new Cell(hour, shade(rate, most), number(rate, locale)));
      }
      rows.add(
          new Row(
              day.getDisplayName(TextStyle.FULL_STANDALONE, locale),
              day.getDisplayName(TextStyle.SHORT_STANDALONE, locale),
              cells));
    }
    return new RhythmChart(rows, most, basis);
  }

  /// By the square root, so that quiet hours can be told from silent ones beside a busy one.
  private static int shade(float rate, float most) {
    if (most <= 0 || !(rate > 0)) return 0;
    return Math.clamp((int) Math.ceil(Math.sqrt(rate / most) * SHADES), 1, SHADES);
  }

  /// Shades from nothing to the most, for the legend.
  public static List<Integer> shades() {
    return IntStream.rangeClosed(0, SHADES).boxed().toList();
  }

  private static String number(float rate, Locale locale) {
    if (!(rate > 0)) return "0";
    return rate < 0.01
        ? "<" + String.format(locale, "%.2f", 0.01)
        : String.format(locale, rate < 10 ? "%.2f" : "%.0f", rate);
  }
}
