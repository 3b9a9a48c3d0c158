package freshet.change;

import java.util.List;

/// What has just been stored, of one feed.
///
/// @param feedId the feed that was polled
/// @param newEntries ids of entries that are now in the store for the first time
/// @param newStories those of them that are no copies of what was there: each story once
/// @param editedEntries ids of entries that their publisher changed, whose article has come, or
///   that are gone
/// @param removed whether the feed was removed, with all its entries
public record Change(
    long feedId,
    List<Long> newEntries,
    List<Long> newStories,
    List<Long> editedEntries,
    boolean removed) {

  /// No feed has this number.
  private static final long EVERY_FEED = 0;

  /// Whatever there is may have changed.
  public static Change ofEverything() {
    return of(EVERY_FEED);
  }

  /// Something of a feed has changed.
  public static Change of(long feed) {
    return new Change(feed, List.of(), List.of(), List.of(), false);
  }

  public boolean isOfEverything() {
    return feedId == EVERY_FEED;
  }
}
