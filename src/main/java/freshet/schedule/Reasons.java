package freshet.schedule;

import freshet.text.Spans;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Puts the planner's numbers into sentences.
final class Reasons {
  private Reasons() {}

  static String ofPoll(Planner.Feed f, double now) {
    if (!f.polledBefore) return "first poll of this feed";
    String since = Spans.words(now - f.lastPoll);
    if (f.hurried) return "somebody asked for it, the last poll " + since + " ago";
    if (f.failures > 0)
      return "trying again after " + f.failures + " failed, the last poll " + since + " ago";
    if (f.fixedInterval > 0)
      return "your interval of " + Spans.words(f.fixedInterval) + " was over";
    Policy.Pending p = f.lane.policy().pending(f.slot, now);
    if (now - f.lastPoll >= f.lane.turns.longest())
      return "the longest interval was over, the last poll " + since + " ago";
    return "about %s new expected since the last poll %s ago (usually %s a day), waiting %s together"
        .formatted(few(p.entries()), since, few(p.perDay()), Spans.words(p.delaySeconds()));
  }

  static Why explain(Planner.Feed f, double now, double next) {
    Policy.Pending p = f.lane.policy().pending(f.slot, now);
    String heldBy = f.inFlight ? "it is being polled now" : heldBy(f, now);
    StringBuilder s = new StringBuilder();
    if (f.polledBefore) {
      s.append("Polled ").append(Spans.words(now - f.lastPoll)).append(" ago");
      if (f.lastReason != null) s.append(" (").append(f.lastReason).append(')');
      s.append("; ");
    } else {
      s.append("Never polled yet; ");
    }
    if (f.retired) s.append("not polled any more: ").append(f.holdReason);
    else if (f.inFlight) s.append("being polled now");
    else {
      s.append("next in about ").append(Spans.words(next - now));
      if (heldBy != null) s.append(", held back: ").append(heldBy);
      else {
        s.append(", when a poll of it is worth the most: about ")
            .append(few(p.entries()))
            .append(" new entries are believed to be waiting now");
      }
    }
    return new Why(
        s.append('.').toString(),
        f.polledBefore ? Spans.instant(f.lastPoll) : null,
        f.lastReason,
        Spans.instant(next),
        heldBy,
        p.perDay(),
        p.entries(),
        p.delaySeconds(),
        f.lane.policy().value(f.slot, now),
        f.lane.turns.choice.price());
  }

  private static @Nullable String heldBy(Planner.Feed f, double now) {
    if (f.retired) return f.holdReason;
    if (f.lane.restUntil > now) {
      return "the quota group " + f.lane.name + " rests: " + f.lane.restReason;
    }
    if (f.site.restUntil > now) return f.site.name + " rests: " + f.site.restReason;
    double from = f.lane.turns.choice.notBefore(f.slot);
    if (from > now) {
      if (f.holdReason != null) return f.holdReason;
      return "no two polls of a feed are closer than the least interval";
    }
    if (f.site.inFlight > 0) return "another feed of " + f.site.name + " is being polled";
    if (f.lane.turns.meter.freeAt() > now)
      return f.lane.name.isEmpty()
          ? "the budget of calls is used up for the moment"
          : "the calls of the quota group " + f.lane.name + " are used up for the moment";
    return null;
  }

  private static String few(double n) {
    if (n >= 10) return String.valueOf(Math.round(n));
    return String.format(Locale.ROOT, n >= 0.1 ? "%.1f" : "%.2f", n);
  }
}
