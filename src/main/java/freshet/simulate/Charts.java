package freshet.simulate;

import java.util.List;
import java.util.Locale;

/// Line charts as SVG, for pages that need nothing from elsewhere.
final class Charts {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 280;
  private static final int LEFT = 64;
  private static final int BOTTOM = 34;
  private static final int TOP = 12;
  private static final int COLOURS = 8;

  private Charts() {}

  /// @param values NaN where there is none
  record Line(String name, double[] values) {}

  /// @param unit of the y axis
  static String lines(String unit, String xName, List<Line> lines) {
    int n = 1;
    double most = 0;
    for (Line l : lines) {
      n = Math.max(n, l.values.length);
      for (double v : l.values) if (v > most) most = v;
    }
    double step = niceStep(most / 4);
    double top = step * Math.max(1, Math.ceil(most / step));
    StringBuilder s = new StringBuilder();
    s.append("<svg viewBox=\"0 0 %d %d\" role=\"img\">".formatted(WIDTH, HEIGHT));
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
              number(y)));
    }
    int every = Math.max(1, (int) Math.ceil(n / 13.0));
    for (int i = 0; i < n; i += every) {
      s.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>",
              x(i, n),
              HEIGHT - BOTTOM + 16,
              i));
    }
    s.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text><text x=\"4\""
                + " y=\"10\">%s</text>",
            (LEFT + WIDTH) / 2,
            HEIGHT - 4,
            escape(xName),
            escape(unit)));
    int colour = 0;
    for (Line l : lines) {
      StringBuilder points = new StringBuilder();
      for (int i = 0; i < l.values.length; i++) {
        if (Double.isNaN(l.values[i])) continue;
        points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(i, n), y(l.values[i], top)));
      }
      s.append(
          "<polyline class=\"c%d\" points=\"%s\"><title>%s</title></polyline>"
              .formatted(colour++ % COLOURS, points.toString().strip(), escape(l.name)));
    }
    return s.append("</svg>").append(legend(lines)).toString();
  }

  private static String legend(List<Line> lines) {
    StringBuilder s = new StringBuilder("<p class=\"legend\">");
    for (int i = 0; i < lines.size(); i++) {
      s.append(
          "<span><i class=\"k%d\"></i>%s</span> "
              .formatted(i % COLOURS, escape(lines.get(i).name)));
    }
    return s.append("</p>").toString();
  }

  private static double x(int i, int n) {
    return LEFT + (WIDTH - 16 - LEFT) * (n == 1 ? 0.5 : i / (n - 1.0));
  }

  private static double y(double v, double top) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - v / top);
  }

  private static double niceStep(double rough) {
    if (!(rough > 0)) return 1;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
  }

  static String number(double v) {
    if (v >= 100 || v == Math.rint(v)) return String.format(Locale.ROOT, "%,.0f", v);
    return String.format(Locale.ROOT, v >= 1 ? "%.2f" : "%.3f", v);
  }

  static String escape(String s) {
    return s.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
