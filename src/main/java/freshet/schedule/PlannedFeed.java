package freshet.schedule;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What the planner must know of a feed: at the start as the store kept it, later when something
/// about it changes.
///
/// @param site names whom we bother: one call at a time goes to a site, and a site rests as a whole
/// @param quotaGroup the budget this feed's calls are taken from; "" is the common one
/// @param rhythm as [Planned#rhythm] gave it, empty if nothing was learned yet
/// @param lastPoll the last one that was answered (as [Planned#lastPoll]), or null if none was yet
/// @param notBefore and `holdReason`: as [Planned] gave them
/// @param fixedInterval the user's own interval for this feed, or null to let it be learned
/// @param weight how much a second of delay of its entries counts, 1 for the usual feed
/// @param failures polls in a row without an answer of use
public record PlannedFeed(
    long id,
    String site,
    String quotaGroup,
    byte[] rhythm,
    @Nullable Instant lastPoll,
    @Nullable Instant notBefore,
    @Nullable String holdReason,
    @Nullable Duration fixedInterval,
    double weight,
    int failures) {

  /// The rhythm of a feed of which nothing was learned yet.
  public static final byte[] NOTHING = {};

  /// The common budget.
  public static final String COMMON = "";

  public PlannedFeed {
    if (!(weight > 0 && weight <= 1e6)) {
      throw new IllegalArgumentException(
          "A feed's weight is over 0 and at most 1e6, not " + weight);
    }
    if (fixedInterval != null && fixedInterval.compareTo(Duration.ofMinutes(1)) < 0) {
      throw new IllegalArgumentException(
          "A feed's interval is at least a minute, not " + fixedInterval);
    }
    if (failures < 0) throw new IllegalArgumentException("failures " + failures);
  }
}
