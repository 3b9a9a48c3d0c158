package freshet.model;

/// How many there are.
public record FeedCounts(long active, long paused, long retired, long failing, long entries) {
  public long feeds() {
    return active + paused + retired;
  }
}
