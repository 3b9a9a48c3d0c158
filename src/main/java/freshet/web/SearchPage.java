package freshet.web;

import freshet.discover.Counters;
import freshet.discover.FoundFeed;
import freshet.discover.SiteReport;
import freshet.pipeline.Discoveries.State;
import freshet.pipeline.Discovery;
import freshet.schedule.Spans;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The page of one search: how far it is, and what it has found to pick from.
///
/// @param all whether feeds that others make needless are shown too
/// @param more feeds that are not on this page
public record SearchPage(
    Frame frame,
    int id,
    State state,
    String stateText,
    String level,
    Counters.@Nullable Now now,
    String running,
    List<FoundRow> feeds,
    int needless,
    boolean all,
    int page,
    boolean more,
    List<Trouble> troubles,
    int moreTroubles,
    List<String> leftOut,
    Shelf shelf,
    @Nullable String done) {

  static final int SIZE = 200;
  private static final int MOST_TROUBLES = 100;

  public record Trouble(String site, String text) {}

  static SearchPage of(
      Discovery s,
      Frame frame,
      Shelf shelf,
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
    Counters.Now now = s.counters().orElse(null);
    return new SearchPage(
        frame,
        s.id(),
        s.state(),
        frame.say("state." + s.state().word()),
        level(s.state()),
        now,
        now == null ? "" : Spans.words(now.running()),
        FoundRow.of(shown.subList(from, to), picked, followed, frame),
        found.size() - smallest.size(),
        all,
        page,
        to < shown.size(),
        troubles.stream()
            .limit(MOST_TROUBLES)
            .map(r ->
                new Trouble(
                    Plain.line(r.site().shown(), 200),
                    Plain.line(String.valueOf(r.trouble()), 300)))
            .toList(),
        Math.max(0, troubles.size() - MOST_TROUBLES),
        s.leftOut(),
        shelf,
        done);
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
