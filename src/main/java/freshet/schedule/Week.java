package freshet.schedule;

/// When a feed usually publishes, and how much of that was learned from the feed itself; the rest
/// is what all feeds do.
///
/// @param hours the entries expected in each hour of a week, Monday first, in the feed's own time;
///   empty if not known
/// @param entries from how many entries with a time it was learned; old ones count less
/// @param days over how many days; those long ago count less
public record Week(float[] hours, double entries, double days) {
  public static final Week UNKNOWN = new Week(new float[0], 0, 0);

  /// From so many entries on, an hour's own entries say about as much as what is usual elsewhere.
  public static final int ENOUGH_ENTRIES = 40;

  /// Each day of the week was seen.
  public static final int ENOUGH_DAYS = 7;

  public Week {
    if (hours.length != 0 && hours.length != 7 * 24) {
      throw new IllegalArgumentException("a week has 168 hours, not " + hours.length);
    }
  }

  public boolean isKnown() {
    return hours.length > 0;
  }

  /// Whether hours can be told apart by what was seen, not by what is usual elsewhere.
  public boolean isLearned() {
    return isKnown() && entries >= ENOUGH_ENTRIES && days >= ENOUGH_DAYS;
  }
}
