package freshet.schedule;

import freshet.text.Spans;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What feeds and servers ask of us, within sane bounds. Pure: outcome, hints and failures in, a
/// time and a reason in words out.
///
/// What a server says when it refuses is obeyed in full, up to 30 days. What it says when it
/// answers (`ttl`, `Cache-Control`, `sy:updatePeriod`) is often a default that nobody thought
/// about: it is obeyed up to the longest interval, so that a max-age of a year silences nothing,
/// and a user's own interval goes before it. Errors double the wait up to 30 days and are never
/// given up; only 410 retires a feed.
public final class Holds {
  public static final Duration LONGEST_REST = Duration.ofDays(30);
  private static final Duration ASK_ROBOTS_AGAIN = Duration.ofDays(1);

  private Holds() {}

  /// @param failuresBefore in a row, this poll not counted
  /// @param fixedInterval the user's own, or null
  public static Hold after(
      PollReport report,
      Instant at,
      int failuresBefore,
      @Nullable Duration fixedInterval,
      Duration minInterval,
      Duration maxInterval) {
    return switch (report.result()) {
      case ANSWERED -> answered(report.hints(), at, fixedInterval, minInterval, maxInterval);
      case REFUSED, FAILED -> {
        int failures = failuresBefore + 1;
        Duration asked = report.retryAfter();
        Duration wait = backOff(failures, minInterval);
        String what = report.reason() == null ? "the last check failed" : bare(report.reason());
        if (asked != null && asked.compareTo(minInterval) > 0) {
          wait = shorter(asked, LONGEST_REST);
          what += ", and the server asked to be left alone for " + Spans.words(wait);
        } else {
          what += times(failures) + "; trying again after " + Spans.words(wait);
        }
        yield new Hold(at.plus(wait), what, failures, false);
      }
      case FORBIDDEN -> {
        Duration wait = longer(ASK_ROBOTS_AGAIN, minInterval);
        String what =
            report.reason() == null ? "checking it is not allowed" : bare(report.reason());
        yield new Hold(
            at.plus(wait),
            what + "; looking again after " + Spans.words(wait),
            failuresBefore + 1,
            false);
      }
      case GONE ->
          new Hold(
              at.plus(LONGEST_REST),
              "the publisher took the feed away (410)",
              failuresBefore + 1,
              true);
    };
  }

  /// Doubles from the least interval up to 30 days.
  static Duration backOff(int failures, Duration minInterval) {
    Duration wait = minInterval;
    for (int i = 1; i < failures && wait.compareTo(LONGEST_REST) < 0; i++)
      wait = wait.multipliedBy(2);
    return shorter(wait, longer(LONGEST_REST, minInterval));
  }

  private static Hold answered(
      PollReport.Hints hints, Instant at, @Nullable Duration fixed, Duration min, Duration max) {
    Duration wait = fixed == null ? min : longer(fixed, min);
    String reason = fixed == null ? null : "your interval of " + Spans.words(wait);
    if (fixed == null) {
      Integer ttl = hints.ttlMinutes();
      Duration byTtl = ttl == null || ttl <= 0 ? null : Duration.ofMinutes(ttl);
      Duration[] asked = {byTtl, hints.updateEvery(), hints.freshFor()};
      String[] whose = {
        "the feed asks for %s between checks (ttl)",
        "the feed says it changes every %s (sy:updatePeriod)",
        "the server says its answer stays fresh for %s (Cache-Control)"
      };
      for (int i = 0; i < asked.length; i++) {
        Duration d = asked[i];
        if (d == null || d.isNegative() || shorter(d, max).compareTo(wait) <= 0) continue;
        wait = shorter(d, max);
        reason = whose[i].formatted(Spans.words(d));
        if (d.compareTo(max) > 0) reason += ", limited to " + Spans.words(max);
      }
    }
    Instant until = at.plus(wait);
    Instant awake = skip(until, hints.skipHours(), hints.skipDays());
    if (awake.isAfter(until)) {
      until = awake;
      reason = "the feed asks not to be checked in some hours or days (skipHours, skipDays)";
    }
    return new Hold(until, reason, 0, false);
  }

  /// The first time from `t` on that is in no skipped hour or day (UTC). All hours or all days
  /// skipped make no sense and are not obeyed.
  static Instant skip(Instant t, List<Integer> skipHours, List<String> skipDays) {
    Set<Integer> hours = new HashSet<>();
    for (int h : skipHours) if (h >= 0 && h <= 24) hours.add(h % 24);
    Set<DayOfWeek> days = new HashSet<>();
    for (String name : skipDays) {
      for (DayOfWeek d : DayOfWeek.values()) {
        if (d.name().equals(name.strip().toUpperCase(Locale.ROOT))) days.add(d);
      }
    }
    if (hours.size() == 24) hours.clear();
    if (days.size() == 7) days.clear();
    if (hours.isEmpty() && days.isEmpty()) return t;
    ZonedDateTime z = t.atZone(ZoneOffset.UTC);
    while (days.contains(z.getDayOfWeek()) || hours.contains(z.getHour())) {
      z = z.truncatedTo(ChronoUnit.HOURS).plusHours(1);
    }
    return z.toInstant();
  }

  /// Without the full stop, as more follows.
  private static String bare(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  private static String times(int failures) {
    return failures == 1 ? "" : " (" + failures + " times in a row)";
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
