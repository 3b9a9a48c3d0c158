package freshet.model;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is to be changed of a feed, all of it or nothing. Null stays as it is.
///
/// @param title what the account calls it; the publisher's own if there is none
/// @param folder of the account
/// @param ownId what the account calls it in a list of its own
/// @param interval at which it is polled; learned if there is none
/// @param quotaGroup whose budget pays for its polls; the common one if there is none
/// @param list which links of a page without a feed are followed
/// @param headers sent to this feed's server only, such as `Authorization`
public record FeedEdit(
    @Nullable To<String> title,
    @Nullable To<String> folder,
    @Nullable To<String> ownId,
    @Nullable To<Duration> interval,
    @Nullable To<String> quotaGroup,
    @Nullable Map<String, String> headers,
    Feed.@Nullable State state,
    @Nullable ListRule list) {

  /// Of anything but the links of a page.
  public FeedEdit(
      @Nullable To<String> title,
      @Nullable To<String> folder,
      @Nullable To<String> ownId,
      @Nullable To<Duration> interval,
      @Nullable To<String> quotaGroup,
      @Nullable Map<String, String> headers,
      Feed.@Nullable State state) {
    this(title, folder, ownId, interval, quotaGroup, headers, state, null);
  }

  /// A new value, which may be none.
  public record To<T>(@Nullable T value) {}

  public static FeedEdit title(@Nullable String title) {
    return new FeedEdit(new To<>(title), null, null, null, null, null, null, null);
  }

  public static FeedEdit folder(@Nullable String folder) {
    return new FeedEdit(null, new To<>(folder), null, null, null, null, null, null);
  }

  public static FeedEdit ownId(@Nullable String id) {
    return new FeedEdit(null, null, new To<>(id), null, null, null, null, null);
  }

  public static FeedEdit interval(@Nullable Duration interval) {
    return new FeedEdit(null, null, null, new To<>(interval), null, null, null, null);
  }

  public static FeedEdit quotaGroup(@Nullable String group) {
    return new FeedEdit(null, null, null, null, new To<>(group), null, null, null);
  }

  public static FeedEdit headers(Map<String, String> headers) {
    return new FeedEdit(null, null, null, null, null, headers, null, null);
  }

  public static FeedEdit state(Feed.State state) {
    return new FeedEdit(null, null, null, null, null, null, state, null);
  }

  public static FeedEdit list(ListRule list) {
    return new FeedEdit(null, null, null, null, null, null, null, list);
  }

  /// Whether it changes the feed for all who follow it.
  public boolean isForAll() {
    return interval != null
        || quotaGroup != null
        || headers != null
        || state != null
        || list != null;
  }
}
