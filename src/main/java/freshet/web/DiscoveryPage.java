package freshet.web;

import freshet.discover.Counters;
import freshet.discover.FoundFeed;
import freshet.discover.SiteReport;
import freshet.jobs.Discovery;
import freshet.jobs.Job.State;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The page of one search: how far it is, and what it has found to pick from.
///
/// @param resting a sentence if sites wait for their quiet hours
/// @param all whether feeds that others make needless are shown too
/// @param withoutFeed addresses of sites that have none: they may have a list of links
/// @param more feeds that are not on this page
public record DiscoveryPage(
    PageFrame frame,
    int id,
    State state,
    String stateText,
    String level,
    Counters.@Nullable Now now,
    String running,
    @Nullable String resting,
    List<FoundRow> feeds,
    int needless,
    boolean all,
    int page,
    boolean more,
    List<Trouble> troubles,
    int moreTroubles,
    List<String> withoutFeed,
    List<String> leftOut,
    Sidebar sidebar,
    @Nullable String done) {

  static final int SIZE = 200;
  private static final int MOST_TROUBLES = 100;

  public record Trouble(String site, String text) {}

  static DiscoveryPage of(
      Discovery s,
      PageFrame frame,
      Sidebar sidebar,
      boolean all,
      int page,
      Predicate<String> followed,
      @Nullable String done) {
    List<FoundFeed> found = s.found();
    List<FoundFeed> smallest = s.smallest();
    Set<String> picked = new HashSet<>();
    smallest.forEach(f -> picked.add(f.feed().toString()));
    List<FoundFeed> shown = all ? found : smallest;
    int from = Math.min(shown.size(), page * SIZE);
    int to = Math.min(shown.size(), from + SIZE);
    List<SiteReport> troubles = s.troubles();
    String stateText = frame.say("state." + s.state().word());
    Counters.Now now = s.counters().orElse(null);
    return new DiscoveryPage(
        frame,
        s.id(),
        s.state(),
        stateText,
        level(s.state()),
        now,
        now == null ? "" : frame.times().exactSpan(now.running()),
        resting(now, frame),
        FoundRow.of(shown.subList(from, to), picked, followed, frame),
        found.size() - smallest.size(),
        all,
        page,
        to < shown.size(),
        Stream.concat(
                s.trouble().stream().map(t -> new Trouble(stateText, frame.said(t))),
                troubles.stream().limit(MOST_TROUBLES).map(r -> trouble(r, frame)))
            .toList(),
        Math.max(0, troubles.size() - MOST_TROUBLES),
        s.withoutFeed().stream()
            .limit(MOST_TROUBLES)
            .map(r -> SafeText.line(r.site().shown(), 300))
            .toList(),
        s.leftOut().stream().map(frame::said).toList(),
        sidebar,
        done);
  }

  private static @Nullable String resting(Counters.@Nullable Now now, PageFrame frame) {
    Instant until = now == null ? null : now.restsUntil();
    return now == null || until == null
        ? null
        : frame.say("discovery.resting", now.resting(), frame.times().until(until));
  }

  private static Trouble trouble(SiteReport r, PageFrame frame) {
    return new Trouble(SafeText.line(r.site().shown(), 200), frame.said(r.trouble()));
  }

  static String level(State state) {
    return switch (state) {
      case RUNNING -> "good";
      case DONE -> "new";
      case PAUSED, STOPPED -> "still";
    };
  }

  public boolean runs() {
    return state == State.RUNNING;
  }

  public boolean canResume() {
    return state == State.PAUSED || state == State.STOPPED;
  }

  public boolean canStop() {
    return state == State.RUNNING || state == State.PAUSED;
  }
}
