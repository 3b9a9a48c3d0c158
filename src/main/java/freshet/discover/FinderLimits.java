package freshet.discover;

import java.time.Duration;

/// How much is done for one input.
///
/// @param depth links from the input; 0 looks at the input alone
/// @param outside most pages of other sites that are looked at, for the feeds they announce
/// @param reach what belongs to the input's site
public record FinderLimits(
    int feeds, int pages, Duration time, int depth, int outside, Reach reach) {
  /// The whole of a site of usual size.
  public static final FinderLimits THOROUGH =
      new FinderLimits(1000, 2000, Duration.ofHours(2), 40, 200);

  /// The page, what it announces and what is usually there.
  public static final FinderLimits QUICK = new FinderLimits(30, 75, Duration.ofMinutes(1), 0, 0);

  public FinderLimits {
    if (feeds < 1 || pages < 1 || !time.isPositive() || depth < 0 || outside < 0) {
      throw new IllegalArgumentException("A limit of discovery must be at least 1");
    }
  }

  /// Within the input's host.
  public FinderLimits(int feeds, int pages, Duration time, int depth, int outside) {
    this(feeds, pages, time, depth, outside, Reach.HOST);
  }

  public FinderLimits with(Reach other) {
    return new FinderLimits(feeds, pages, time, depth, outside, other);
  }

  /// Whether a site is walked through rather than looked at.
  boolean walks() {
    return depth > 0;
  }
}
