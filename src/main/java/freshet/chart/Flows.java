package freshet.chart;

import freshet.text.Cut;
import freshet.text.Html;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Who gives to whom, as SVG: givers on the left, takers on the right, a band between them as thick
/// as what flows.
public final class Flows {
  private static final int WIDTH = 760;
  private static final int SIDE = 230; // room for names
  private static final int GAP = 16; // a line of text: names of thin bands do not touch
  private static final int BAR = 8;
  private static final int COLOURS = 8;
  private static final int LONGEST = 29;

  /// @param from and `to`: names; those of the same name are one
  /// @param href where a click leads
  public record Flow(String from, String to, int amount, String about, String href) {}

  private static final class End {
    int amount;
    double y;
    double used;
  }

  private record Band(Flow flow, End from, End to) {}

  private Flows() {}

  /// @param about what it shows, for those who cannot see it
  public static String svg(String about, List<Flow> flows) {
    Map<String, End> left = new LinkedHashMap<>();
    Map<String, End> right = new LinkedHashMap<>();
    List<Band> bands = new ArrayList<>();
    for (Flow f : flows) {
      Band band =
          new Band(
              f,
              left.computeIfAbsent(f.from, _ -> new End()),
              right.computeIfAbsent(f.to, _ -> new End()));
      band.from.amount += f.amount;
      band.to.amount += f.amount;
      bands.add(band);
    }
    int ends = Math.max(left.size(), right.size());
    double height = Math.max(120, ends * 34);
    double scale = Math.min(scale(left, height), scale(right, height));
    place(left, scale, height);
    place(right, scale, height);
    StringBuilder s = new StringBuilder();
    s.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"flows\" viewBox=\"0 0 %d %.0f\" width=\"%d\" height=\"%.0f\""
                + " role=\"group\" aria-label=\"%s\">",
            WIDTH,
            height,
            WIDTH,
            height,
            Html.escape(about)));
    Map<String, Integer> colours = new HashMap<>();
    List<String> order = new ArrayList<>(left.keySet());
    for (int i = 0; i < order.size(); i++) colours.put(order.get(i), i % COLOURS);
    for (Band band : bands) draw(s, band, scale, colours.getOrDefault(band.flow.from, 0));
    left.forEach((name, end) -> bar(s, name, end, scale, SIDE - BAR, SIDE - BAR - 6, "end"));
    right.forEach(
        (name, end) -> bar(s, name, end, scale, WIDTH - SIDE, WIDTH - SIDE + BAR + 6, "start"));
    return s.append("</svg>").toString();
  }

  private static double scale(Map<String, End> ends, double height) {
    int all = 0;
    for (End end : ends.values()) all += end.amount;
    return (height - GAP * (ends.size() + 1)) / Math.max(1, all);
  }

  private static void place(Map<String, End> ends, double scale, double height) {
    double thick = 0;
    for (End end : ends.values()) thick += end.amount * scale;
    double gap = (height - thick) / (ends.size() + 1);
    double y = gap;
    for (End end : ends.values()) {
      end.y = y;
      y += end.amount * scale + gap;
    }
  }

  private static void draw(StringBuilder s, Band band, double scale, int colour) {
    Flow f = band.flow;
    End from = band.from;
    End to = band.to;
    double thick = f.amount * scale;
    double a = from.y + from.used + thick / 2;
    double b = to.y + to.used + thick / 2;
    from.used += thick;
    to.used += thick;
    double middle = WIDTH / 2.0;
    s.append(
        String.format(
            Locale.ROOT,
            "<a href=\"%s\"><path class=\"flow c%d\" fill=\"none\" stroke-width=\"%.1f\""
                + " d=\"M%d %.1fC%.0f %.1f %.0f %.1f %d %.1f\"><title>%s</title></path></a>",
            Html.escape(f.href),
            colour,
            Math.max(1.5, thick),
            SIDE,
            a,
            middle,
            a,
            middle,
            b,
            WIDTH - SIDE,
            b,
            Html.escape(f.about)));
  }

  private static void bar(
      StringBuilder s, String name, End end, double scale, int x, int text, String anchor) {
    double thick = Math.max(2, end.amount * scale);
    s.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"end\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>"
                + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"%s\"><title>%s</title>%s"
                + " <tspan class=\"amount\">%d</tspan></text>",
            x,
            end.y,
            BAR,
            thick,
            text,
            end.y + thick / 2 + 4,
            anchor,
            Html.escape(name),
            Html.escape(Cut.to(name, LONGEST)),
            end.amount));
  }
}
