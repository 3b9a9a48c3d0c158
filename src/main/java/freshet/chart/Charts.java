package freshet.chart;

import freshet.text.Cut;
import freshet.text.Html;
import java.util.List;
import java.util.Locale;

/// Charts as SVG, for pages that need nothing from elsewhere. Colours are classes (`c0` … `c7` for
/// strokes, `k0` … for areas), so that each page has its own, in both themes.
public final class Charts {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 280;
  private static final int LEFT = 64;
  private static final int BOTTOM = 34;
  private static final int TOP = 12;
  private static final int UNIT = 28; // room for the unit above the axis
  private static final int COLOURS = 8;

  private Charts() {}

  /// @param values NaN where there is none
  public record Line(String name, double[] values) {}

  /// @param unit of the y axis
  /// @param first the number of the first value
  public static String lines(String unit, String xName, int first, List<Line> lines) {
    int n = 1;
    double most = 0;
    for (Line l : lines) {
      n = Math.max(n, l.values.length);
      for (double v : l.values) if (v > most) most = v;
    }
    double step = niceStep(most / 4);
    double top = step * Math.max(1, Math.ceil(most / step));
    StringBuilder s = new StringBuilder();
    s.append(
        "<svg class=\"lines\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">"
            .formatted(WIDTH, HEIGHT, Html.escape(unit)));
    for (double y = 0; y <= top + step / 2; y += step) {
      s.append(
          String.format(
              Locale.ROOT,
              "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                  + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
              LEFT,
              WIDTH - 8,
              y(y, top),
              y(y, top),
              LEFT - 6,
              y(y, top) + 4,
              tick(y, step)));
    }
    int every = Math.max(1, (int) Math.ceil(n / 13.0));
    for (int i = 0; i < n; i += every) {
      s.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>",
              x(i, n),
              HEIGHT - BOTTOM + 16,
              first + i));
    }
    s.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text><text x=\"4\""
                + " y=\"12\">%s</text>",
            (LEFT + WIDTH) / 2,
            HEIGHT - 4,
            Html.escape(xName),
            Html.escape(unit)));
    int colour = 0;
    for (Line l : lines) {
      StringBuilder points = new StringBuilder();
      int known = 0;
      for (int i = 0; i < l.values.length; i++) {
        if (Double.isNaN(l.values[i])) continue;
        points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(i, n), y(l.values[i], top)));
        known++;
      }
      // One point makes no line.
      if (known == 1) {
        String[] at = points.toString().strip().split(",", 2);
        s.append(
            "<circle class=\"k%d\" cx=\"%s\" cy=\"%s\" r=\"5\"><title>%s</title></circle>"
                .formatted(colour % COLOURS, at[0], at[1], Html.escape(l.name)));
      }
      s.append(
          "<polyline class=\"c%d\" points=\"%s\"><title>%s</title></polyline>"
              .formatted(colour++ % COLOURS, points.toString().strip(), Html.escape(l.name)));
    }
    return s.append("</svg>")
        .append(legend("legend of-lines", lines.stream().map(Line::name).toList()))
        .toString();
  }

  private static String legend(String kind, List<String> names) {
    StringBuilder s = new StringBuilder("<p class=\"" + kind + "\">");
    for (int i = 0; i < names.size(); i++) {
      s.append(
          "<span><i class=\"k%d\"></i>%s</span> "
              .formatted(i % COLOURS, Html.escape(names.get(i))));
    }
    return s.append("</p>").toString();
  }

  private static double x(int i, int n) {
    return LEFT + (WIDTH - 16 - LEFT) * (n == 1 ? 0.5 : i / (n - 1.0));
  }

  private static double y(double v, double top) {
    return UNIT + (HEIGHT - UNIT - BOTTOM) * (1 - v / top);
  }

  /// Of a bar and its gap.
  private static final int THINNEST = 5;

  /// The room for bars on a phone.
  private static final int NARROW = 270;

  private static final int BARS_HEIGHT = 220;

  private static final int ROW = 24;

  /// One lying stack of bars a name, for names that are too long to stand under bars.
  ///
  /// @param about what it shows, for those who cannot see it
  /// @param unit of the axis
  /// @param series as many values each as there are names
  public static String rows(String about, String unit, List<String> names, List<Line> series) {
    double most = 0;
    for (int i = 0; i < names.size(); i++) most = Math.max(most, sum(series, i));
    double step = niceStep(most / 4);
    double top = step * Math.max(1, Math.ceil(most / step));
    int floor = TOP + names.size() * ROW;
    int height = floor + 40;
    StringBuilder s = new StringBuilder();
    open(s, "lying", height, about, WIDTH);
    int tick = 0;
    for (double x = 0; x <= top + step / 2; x += step) {
      String at = percent(x / top);
      s.append(
          "<line class=\"grid\" x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\"/>"
              .formatted(at, at, TOP, floor));
      s.append(words(at, floor + 16, tick++ % 2 == 1, tick(x, step)));
    }
    s.append(words("50%", floor + 34, false, Html.escape(unit)));
    for (int i = 0; i < names.size(); i++) {
      int y = TOP + i * ROW;
      s.append("<g><title>").append(Html.escape(label(names, series, i))).append("</title>");
      s.append(
          "<text x=\"-8\" y=\"%d\" text-anchor=\"end\">%s</text>"
              .formatted(y + 16, Html.escape(Cut.to(names.get(i), 28))));
      double from = 0;
      for (int k = 0; k < series.size(); k++) {
        double value = series.get(k).values[i];
        if (!(value > 0)) continue;
        double share = Math.max(0.004, value / top);
        s.append(
            "<rect class=\"b%d\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"%d\"/>"
                .formatted(k % COLOURS, percent(from), y + 3, percent(share), ROW - 6));
        from += share;
      }
      s.append("</g>");
    }
    s.append("</svg>");
    if (series.size() > 1) s.append(legend("legend", series.stream().map(Line::name).toList()));
    return s.toString();
  }

  /// A picture that is as wide as there is room, up to a width: its letters stay as large as they
  /// are, so widths and places along the axis are shares. It begins at the axis; names and numbers
  /// stand left of it, in the margin that the style sheet gives to its kind.
  private static void open(StringBuilder s, String kind, int height, String about, int width) {
    s.append(
        "<svg class=\"fluid %s\" width=\"%s\" height=\"%d\" role=\"img\" aria-label=\"%s\">"
            .formatted(
                kind, width > WIDTH ? width - LEFT - 8 : "100%", height, Html.escape(about)));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * share);
  }

  /// @param spare whether a narrow window does without it
  private static String words(String x, int y, boolean spare, String text) {
    return "<text%s x=\"%s\" y=\"%d\" text-anchor=\"middle\">%s</text>"
        .formatted(spare ? " class=\"spare\"" : "", x, y, text);
  }

  private static String label(List<String> names, List<Line> series, int i) {
    StringBuilder label = new StringBuilder(names.get(i));
    for (Line l : series) {
      label.append(" · ").append(l.name).append(' ').append(number(l.values[i]));
    }
    return label.toString();
  }

  /// One stack of bars a name, the first series at the bottom.
  ///
  /// @param about what it shows, for those who cannot see it
  /// @param unit of the y axis
  /// @param series as many values each as there are names
  public static String bars(String about, String unit, List<String> names, List<Line> series) {
    int n = names.size();
    double most = 0;
    for (int i = 0; i < n; i++) most = Math.max(most, sum(series, i));
    double step = niceStep(most / 4);
    double top = step * Math.max(1, Math.ceil(most / step));
    int longest = names.stream().mapToInt(String::length).max().orElse(1);
    int width = Math.max(WIDTH, LEFT + n * THINNEST + 8);
    int floor = BARS_HEIGHT - 24;
    double scale = (floor - UNIT) / top;
    StringBuilder s = new StringBuilder();
    open(s, "standing", BARS_HEIGHT, about, width);
    for (double y = 0; y <= top + step / 2; y += step) {
      double at = Math.rint(floor - y * scale) + 0.5;
      s.append(
          String.format(
              Locale.ROOT,
              "<line class=\"grid\" x2=\"100%%\" y1=\"%.1f\" y2=\"%.1f\"/>"
                  + "<text x=\"-6\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
              at,
              at,
              at + 4,
              tick(y, step)));
    }
    s.append("<text x=\"-60\" y=\"12\">").append(Html.escape(unit)).append("</text>");
    int every = every(n, longest, width - LEFT - 8);
    int everyNarrow =
        every * Math.ceilDiv(every(n, longest, Math.max(NARROW, width - WIDTH)), every);
    double thick = n > 40 ? 0.8 : 0.7;
    for (int i = 0; i < n; i++) {
      if (i % every == 0) {
        String at = percent((i + 0.5) / n);
        s.append(words(at, floor + 17, i % everyNarrow != 0, Html.escape(names.get(i))));
      }
      s.append("<g><title>").append(Html.escape(label(names, series, i))).append("</title>");
      double from = floor;
      for (int k = 0; k < series.size(); k++) {
        double value = series.get(k).values[i];
        double height = value > 0 ? Math.max(1, value * scale) : 0;
        if (height == 0) continue;
        s.append(
            String.format(
                Locale.ROOT,
                "<rect class=\"b%d\" x=\"%s\" y=\"%.1f\" width=\"%s\" height=\"%.1f\"/>",
                k % COLOURS,
                percent((i + (1 - thick) / 2) / n),
                from - height,
                percent(thick / n),
                height));
        from -= height;
      }
      s.append("</g>");
    }
    s.append("</svg>");
    if (series.size() > 1) s.append(legend("legend", series.stream().map(Line::name).toList()));
    return s.toString();
  }

  /// Which of the names under bars have room.
  private static int every(int n, int longest, int width) {
    double bar = (double) width / Math.max(1, n);
    return Math.max(1, (int) Math.ceil((longest * 6.6 + 8) / bar));
  }

  private static double sum(List<Line> series, int i) {
    double sum = 0;
    for (Line l : series) sum += l.values[i];
    return sum;
  }

  private static double niceStep(double rough) {
    if (!(rough > 0)) return 1;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
  }

  /// All ticks of an axis with as many decimals as its step needs.
  private static String tick(double v, double step) {
    int decimals = Math.max(0, (int) Math.ceil(-Math.log10(step) - 1e-9));
    return String.format(Locale.ROOT, "%,." + decimals + "f", v);
  }

  public static String number(double v) {
    if (v >= 100 || v == Math.rint(v)) return String.format(Locale.ROOT, "%,.0f", v);
    return String.format(Locale.ROOT, v >= 1 ? "%.2f" : "%.3f", v);
  }
}
