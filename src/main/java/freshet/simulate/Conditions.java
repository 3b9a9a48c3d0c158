package freshet.simulate;

import freshet.schedule.Budget;
import freshet.schedule.Turns;
import freshet.text.Spans;
import java.time.Duration;

/// What every policy of a comparison runs under.
///
/// @param rules politeness (no two calls to a source are closer), the longest interval, and what a
///   call must at least be worth
/// @param entriesShown how many entries a source shows at most; what has scrolled out before the
///   call is lost. 0 shows all
/// @param followers how much a subscriber adds to the rank of a source: advaRSS's c
/// @param asLive whether everything is as in a running Freshet: all sources count as called when
///   the clock starts, so that politeness holds from there on, and the times of posts are believed
///   as far as those of feeds. Else sources may be called at once, and what the trace says is true
public record Conditions(
    Budget budget, Turns.Rules rules, int entriesShown, double followers, boolean asLive) {
  public Conditions {
    if (entriesShown < 0) {
      throw new IllegalArgumentException("A source shows at least 1 entry, not " + entriesShown);
    }
    if (!(followers >= 0 && followers <= 1e6)) {
      throw new IllegalArgumentException("A follower counts from 0 to 1000000, not " + followers);
    }
  }

  /// The usual ones: the whole budget is spent.
  public Conditions(Budget budget, Duration politeness, int entriesShown) {
    this(budget, usual(politeness), entriesShown, 1, false);
  }

  private static Turns.Rules usual(Duration politeness) {
    Duration day = Duration.ofHours(24);
    return new Turns.Rules(
        politeness, politeness.compareTo(day) > 0 ? politeness : day, Duration.ZERO);
  }

  public Duration politeness() {
    return rules.minInterval();
  }

  public Conditions withBudget(Budget other) {
    return new Conditions(other, rules, entriesShown, followers, asLive);
  }

  public Conditions withRules(Turns.Rules other) {
    return new Conditions(budget, other, entriesShown, followers, asLive);
  }

  public Conditions withShown(int other) {
    return new Conditions(budget, rules, other, followers, asLive);
  }

  public Conditions withFollowers(double other) {
    return new Conditions(budget, rules, entriesShown, other, asLive);
  }

  /// The same as in a running Freshet.
  public Conditions live() {
    return new Conditions(budget, rules, entriesShown, followers, true);
  }

  /// How much a second of delay of a source counts.
  double weight(double subscribers) {
    return 1 + followers * subscribers;
  }

  /// A sentence on a trace and what it is replayed under.
  public String describe(Trace trace) {
    return "%d sources with %d posts in %s: at most %d calls in %s%s, and %s between two of a source."
        .formatted(
            trace.sources(),
            trace.posts(),
            Spans.words(trace.end() - trace.start()),
            budget.calls(),
            Spans.words(budget.window()),
            budget.spacing() == Budget.Spacing.BURST ? " in rounds" : "",
            Spans.words(politeness()));
  }
}
