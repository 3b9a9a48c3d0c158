package freshet.simulate;

import java.util.List;
import java.util.Map;

/// What one policy came to on one trace.
///
/// @param policy as it was written
/// @param lost scrolled out of the source before it was called
/// @param maxPendingMean the mean over time of the pending posts of the source that has most
/// @param totalPendingMean the mean over time of all pending posts
/// @param cpuMicrosPerCall of the policy and the ranking, all in
/// @param weeks by the week of publication, from the trace's start
/// @param hours by the hour of the day, UTC
/// @param rhythms what was learned of the busiest sources
public record Result(
    String policy,
    int posts,
    int fetched,
    int lost,
    double meanDelaySeconds,
    double medianDelaySeconds,
    double p95DelaySeconds,
    double maxPendingMean,
    double totalPendingMean,
    long calls,
    long emptyCalls,
    double wallSeconds,
    double cpuMicrosPerCall,
    Bin[] weeks,
    Bin[] hours,
    List<Rhythm> rhythms) {

  /// The same with other names of sources.
  public Result named(Map<String, String> names) {
    return new Result(
        policy,
        posts,
        fetched,
        lost,
        meanDelaySeconds,
        medianDelaySeconds,
        p95DelaySeconds,
        maxPendingMean,
        totalPendingMean,
        calls,
        emptyCalls,
        wallSeconds,
        cpuMicrosPerCall,
        weeks,
        hours,
        rhythms.stream()
            .map(r -> new Rhythm(names.getOrDefault(r.source, r.source), r.learned, r.real))
            .toList());
  }

  /// @param learned by the policy, each hour of the day; empty if it learns none
  /// @param real posts an hour, UTC, over the whole trace
  public record Rhythm(String source, float[] learned, float[] real) {}

  /// @param totalPending and `maxPending`: means of the samples within
  public record Bin(
      int posts, int fetched, double meanDelaySeconds, double totalPending, double maxPending) {}
}
