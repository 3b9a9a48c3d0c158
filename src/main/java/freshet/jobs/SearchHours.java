package freshet.jobs;

import freshet.crawl.QuietHours;
import freshet.crawl.VisitingHours;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// In which hours searches visit sites. A rule is `learned`, `always`, or hours of a site's own day
/// such as `04-08`.
///
/// Learned are the four hours in which the followed feeds publish least: then neither those feeds
/// nor their servers need us. As long as too little is known, these are 04 to 08 of a site's own
/// day. They are kept to by searches of many sites only; few are searched while somebody looks on.
///
/// @param rule of the installation, asked anew each time
/// @param quietest the first of the four hours, UTC, if it is known
public record SearchHours(Supplier<String> rule, Supplier<OptionalInt> quietest) {
  public static final String LEARNED = "learned";
  public static final String ALWAYS = "always";

  /// From so many sites on a search waits for the learned hours.
  public static final int MANY = 100;

  private static final int HOURS = 4;

  /// @throws IllegalArgumentException with what a rule must be
  public static void check(String rule) {
    if (rule.equals(LEARNED) || rule.equals(ALWAYS)) return;
    try {
      QuietHours.of(rule);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("must be learned, always, or hours like 04-08", e);
    }
  }

  /// The hours of one search.
  ///
  /// @param own a rule of its own, null for that of the installation
  VisitingHours of(@Nullable String own, int sites) {
    return (host, now) -> {
      String word = own == null ? rule.get() : own;
      return switch (word) {
        case ALWAYS -> now;
        case LEARNED -> own == null && sites < MANY ? now : learned().nextFor(host, now);
        default -> QuietHours.of(word).nextFor(host, now);
      };
    };
  }

  private VisitingHours learned() {
    OptionalInt first = quietest.get();
    if (first.isEmpty()) return QuietHours.MORNING;
    return (_, now) -> {
      var utc = now.atOffset(ZoneOffset.UTC);
      int into = Math.floorMod(utc.getHour() - first.getAsInt(), 24);
      if (into < HOURS) return now;
      var opens = utc.with(LocalTime.of(first.getAsInt(), 0)).truncatedTo(ChronoUnit.HOURS);
      return (opens.isAfter(utc) ? opens : opens.plusDays(1)).toInstant();
    };
  }
}
