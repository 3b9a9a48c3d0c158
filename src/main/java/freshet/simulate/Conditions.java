package freshet.simulate;

import freshet.schedule.Budget;
import freshet.schedule.Spans;
import java.time.Duration;
import java.util.Locale;

/// What every policy of a comparison runs under.
///
/// @param politeness no two calls to a source are closer
/// @param entriesShown how many entries a source shows at most; what has scrolled out before the
///   call is lost. 0 shows all
public record Conditions(Budget budget, Duration politeness, int entriesShown) {
  public Conditions {
    if (politeness.isNegative()) throw new IllegalArgumentException("politeness " + politeness);
    if (entriesShown < 0) {
      throw new IllegalArgumentException("A source shows at least 1 entry, not " + entriesShown);
    }
  }

  /// A sentence on a trace and what it is replayed under.
  public String describe(Trace trace) {
    return String.format(
        Locale.ROOT,
        "%,d sources, %,d posts, %.0f days; %s, %s between two calls to a source.",
        trace.sources(),
        trace.posts(),
        (trace.end() - trace.start()) / 86_400,
        budget,
        Spans.words(politeness));
  }
}
