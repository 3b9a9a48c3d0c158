package freshet.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One entry of a feed as it was read.
///
/// @param key names this entry within its feed, chosen by how far the feed's own ids can be
///   trusted; the store keeps one entry per key
/// @param alias a second name that stays the same when a feed changes its ids at every fetch: an
///   unknown key with a known alias is the known entry
/// @param contentHash changes when the publisher edits title, link, summary or content
/// @param id as the feed gives it
/// @param title plain text; `summary` and `content` are HTML, safe to show unless read raw
/// @param published as the feed gives it, trusted or not
/// @param dateOnly the feed gave a day without a time: `published` is that day's midnight, UTC
/// @param offsetSeconds the zone the date was written in, if it was written
/// @param more what the feed says beyond this, by name: `commentCount`, `geo`, `duration`, …
public record ParsedEntry(
    long key,
    long alias,
    long contentHash,
    @Nullable String id,
    @Nullable String title,
    @Nullable String link,
    List<ParsedFeed.Link> links,
    @Nullable Instant published,
    boolean dateOnly,
    @Nullable Integer offsetSeconds,
    @Nullable Instant updated,
    List<ParsedFeed.Person> authors,
    @Nullable String summary,
    @Nullable String content,
    List<String> categories,
    List<ParsedFeed.Enclosure> enclosures,
    @Nullable String comments,
    @Nullable String language,
    @Nullable String copyright,
    @Nullable String image,
    List<ParsedFeed.Media> media,
    Map<String, String> more) {

  /// How long its sound or film lasts.
  public @Nullable Duration duration() {
    return PlayingTime.read(more.get("duration"));
  }

  /// The picture that stands for it in a list: the one that it names, or the first of its text.
  public @Nullable String picture() {
    if (image != null) return image;
    String first = FirstPicture.of(content);
    return first == null ? FirstPicture.of(summary) : first;
  }
}
