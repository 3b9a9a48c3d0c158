package freshet.web;

import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// A learned rhythm as a picture: a row a weekday, a column an hour, darker where more is published
/// than in the feed's average hour. A feed that publishes evenly is of a middle shade all over.
///
/// @param basis what it was learned from, in words
public record RhythmChart(List<Row> rows, String basis) {
  /// Up to how many times the average hour each shade after "nothing" goes; what is above the last
  /// has one of its own. The style sheet has a class for each.
  private static final List<Double> BOUNDS = List.of(0.2, 0.6, 1.5, 2.5, 4.0);

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

  /// @param days of a week in the order in which they stand
  static RhythmChart of(float[] rhythm, Locale locale, List<DayOfWeek> days, String basis) {
    if (rhythm.length != 7 * 24) {
      throw new IllegalArgumentException("a rhythm has 168 hours, not " + rhythm.length);
    }
    double average = perDay(rhythm) / 24;
    List<Row> rows = new ArrayList<>();
    for (DayOfWeek day : days) {
      List<Cell> cells = new ArrayList<>();
      for (int hour = 0; hour < 24; hour++) {
        float rate = rhythm[(day.getValue() - 1) * 24 + hour];
        cells.add(new Cell(hour, shade(rate, average), number(rate, locale)));
      }
      rows.add(
          new Row(
              day.getDisplayName(TextStyle.FULL_STANDALONE, locale),
              day.getDisplayName(TextStyle.SHORT_STANDALONE, locale),
              cells));
    }
    return new RhythmChart(rows, basis);
  }

  private static int shade(float rate, double average) {
    if (!(rate > 0)) return 0;
    return 1 + (int) BOUNDS.stream().filter(bound -> rate > bound * average).count();
  }

  /// Shades from nothing to the most, for the legend.
  public static List<Integer> shades() {
    return IntStream.rangeClosed(0, BOUNDS.size() + 1).boxed().toList();
  }

  private static String number(float rate, Locale locale) {
    if (!(rate > 0)) return "0";
    return rate < 0.01
        ? "<" + String.format(locale, "%.2f", 0.01)
        : String.format(locale, rate < 10 ? "%.2f" : "%.0f", rate);
  }
}
