package freshet.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Judges by an origin's own log whether it was asked too often.
///
/// The program counts a gap from the end of a request to the start of the next. The log has starts
/// only, and what it notes late it notes before the answer: so no two starts may be closer than the
/// gap.
final class Gaps {
  private Gaps() {}

  /// Requests of one host that follow each other within the gap.
  static List<String> ofHosts(List<Origin.Asked> log, Duration gap) {
    Map<String, Origin.Asked> last = new HashMap<>();
    List<String> broken = new ArrayList<>();
    for (Origin.Asked a : sorted(log)) {
      Origin.Asked before = last.put(a.host(), a);
      if (before != null && a.nanos() - before.nanos() < gap.toNanos()) {
        broken.add(sentence(before, a));
      }
    }
    return broken;
  }

  /// Requests of one address that follow each other within the least interval, less what lies
  /// between booking a poll and asking: the start of a request is not known to a program that was
  /// killed in it.
  static List<String> ofFeeds(
      List<Origin.Asked> log, Predicate<String> isFeed, Duration interval, Duration less) {
    Map<String, Origin.Asked> last = new HashMap<>();
    List<String> broken = new ArrayList<>();
    for (Origin.Asked a : sorted(log)) {
      if (!isFeed.test(a.path())) continue;
      Origin.Asked before = last.put(a.host() + a.path(), a);
      if (before != null && a.nanos() - before.nanos() < interval.minus(less).toNanos()) {
        broken.add(sentence(before, a));
      }
    }
    return broken;
  }

  private static List<Origin.Asked> sorted(List<Origin.Asked> log) {
    return log.stream().sorted((a, b) -> Long.compare(a.nanos(), b.nanos())).toList();
  }

  private static String sentence(Origin.Asked before, Origin.Asked a) {
    long ms = Duration.ofNanos(a.nanos() - before.nanos()).toMillis();
    return a.host() + " was asked for " + a.path() + " " + ms + " ms after " + before.path();
  }
}
