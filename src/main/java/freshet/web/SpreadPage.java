package freshet.web;

import freshet.chart.Flows;
import freshet.library.Spread;
import freshet.library.Spread.Pair;
import freshet.library.Spread.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How stories spread, as a drawing, a table of feeds, a matrix and a table of pairs.
///
/// @param svg made here, with every name in it escaped
/// @param heads the feeds across the matrix: those that take most
public record SpreadPage(
    PageFrame frame,
    Asked asked,
    List<Integer> spans,
    List<Choice> folders,
    List<Choice> topics,
    List<StatisticsPage.Figure> numbers,
    String svg,
    List<Row> feeds,
    List<Choice> heads,
    List<Line> matrix,
    List<PairRow> pairs,
    int morePairs,
    boolean cut) {

  private static final int MOST_FEEDS = 200;
  private static final int MOST_PAIRS = 200;
  private static final int MATRIX = 12;
  private static final int DRAWN = 30;

  /// What the page was asked for.
  ///
  /// @param query the same for an address, without a feed
  /// @param api the same for a call of the API
  public record Asked(
      int days,
      String from,
      String to,
      @Nullable String folder,
      @Nullable String topic,
      @Nullable String language,
      @Nullable Long feed,
      String query,
      String api) {}

  public record Choice(String value, String name) {}

  public record Row(
      Share share,
      String stories,
      String own,
      String late,
      String p95,
      String href,
      String taken) {}

  public record PairRow(Pair pair, String late, String p95, String href) {}

  /// A line of the matrix.
  public record Line(String name, List<Cell> cells) {}

  /// @param shade 0 for nothing, up to 6
  public record Cell(int stories, int shade, String about, String href) {}

  static SpreadPage of(
      Spread spread, Asked asked, List<Choice> folders, List<Choice> topics, PageFrame frame) {
    List<Row> feeds = new ArrayList<>();
    for (Share share : spread.feeds().subList(0, Math.min(MOST_FEEDS, spread.feeds().size()))) {
      feeds.add(
          new Row(
              share,
              frame.say("number", share.stories()),
              frame.say("stats.share", share.own() * 100),
              late(share.median(), frame),
              late(share.p95(), frame),
              stories(asked, share.feed(), null),
              "/spread/stories?by=" + share.feed() + asked.query));
    }
    List<PairRow> pairs = new ArrayList<>();
    for (Pair pair : spread.pairs().subList(0, Math.min(MOST_PAIRS, spread.pairs().size()))) {
      pairs.add(
          new PairRow(
              pair,
              late(pair.median(), frame),
              late(pair.p95(), frame),
              stories(asked, pair.origin(), pair.taker())));
    }
    Map<Long, String> across = busiest(spread, false);
    return new SpreadPage(
        frame,
        asked,
        List.of(7, 30, 90, 365),
        folders,
        topics,
        figures(spread, frame),
        drawing(spread, asked, frame),
        feeds,
        across.entrySet().stream()
            .map(e -> new Choice(e.getKey().toString(), e.getValue()))
            .toList(),
        matrix(spread, asked, across, frame),
        pairs,
        Math.max(0, spread.pairs().size() - MOST_PAIRS),
        spread.cut());
  }

  private static List<StatisticsPage.Figure> figures(Spread spread, PageFrame frame) {
    List<StatisticsPage.Figure> all = new ArrayList<>();
    all.add(figure("spread.stories", frame.say("number", spread.stories()), frame));
    all.add(figure("spread.shared", frame.say("number", spread.shared()), frame));
    if (spread.stories() > 0) {
      double share = 100.0 * spread.shared() / spread.stories();
      all.add(figure("spread.shared-share", frame.say("stats.share", share), frame));
    }
    all.add(figure("spread.pairs-count", frame.say("number", spread.pairs().size()), frame));
    return all;
  }

  private static StatisticsPage.Figure figure(String key, String value, PageFrame frame) {
    return new StatisticsPage.Figure(frame.say(key), value);
  }

  private static String late(double seconds, PageFrame frame) {
    if (Double.isNaN(seconds)) return "–";
    return frame.times().exactSpan(Duration.ofSeconds((long) seconds));
  }

  /// Where the stories behind a number are.
  private static String stories(Asked asked, long first, @Nullable Long taker) {
    return "/spread/stories?first=" + first + (taker == null ? "" : "&by=" + taker) + asked.query;
  }

  private static String drawing(Spread spread, Asked asked, PageFrame frame) {
    List<Flows.Flow> flows = new ArrayList<>();
    for (Pair p : spread.pairs().subList(0, Math.min(DRAWN, spread.pairs().size()))) {
      flows.add(
          new Flows.Flow(
              SafeText.line(p.originName(), 80),
              SafeText.line(p.takerName(), 80),
              p.stories(),
              about(p, frame),
              stories(asked, p.origin(), p.taker())));
    }
    return flows.isEmpty() ? "" : Flows.svg(frame.say("spread.drawing"), flows);
  }

  private static String about(Pair p, PageFrame frame) {
    return frame.say(
        "spread.about",
        p.stories(),
        SafeText.line(p.takerName(), 80),
        SafeText.line(p.originName(), 80),
        late(p.median(), frame));
  }

  /// The feeds of the most frequent pairs, by number.
  private static Map<Long, String> busiest(Spread spread, boolean origins) {
    Set<Long> seen = new LinkedHashSet<>();
    Map<Long, String> names = new LinkedHashMap<>();
    for (Pair p : spread.pairs()) {
      long id = origins ? p.origin() : p.taker();
      if (seen.size() < MATRIX && seen.add(id))
        names.put(id, origins ? p.originName() : p.takerName());
    }
    return names;
  }

  private static List<Line> matrix(
      Spread spread, Asked asked, Map<Long, String> across, PageFrame frame) {
    Map<Long, Map<Long, Pair>> cells = new HashMap<>();
    int most = 1;
    for (Pair p : spread.pairs()) {
      cells.computeIfAbsent(p.origin(), _ -> new HashMap<>()).put(p.taker(), p);
      most = Math.max(most, p.stories());
    }
    List<Line> lines = new ArrayList<>();
    int top = most;
    busiest(spread, true)
        .forEach((origin, name) -> {
          List<Cell> line = new ArrayList<>();
          for (long taker : across.keySet()) {
            Pair p = cells.getOrDefault(origin, Map.of()).get(taker);
            line.add(
                p == null
                    ? new Cell(0, 0, "", "")
                    : new Cell(
                        p.stories(),
                        1 + (int) Math.round(5 * Math.sqrt(p.stories() / (double) top)),
                        about(p, frame),
                        stories(asked, p.origin(), p.taker())));
          }
          lines.add(new Line(name, line));
        });
    return lines;
  }
}
