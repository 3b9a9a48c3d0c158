package freshet.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A feed as it was read, whatever its format.
///
/// @param format such as `rss 2.0`, `atom 1.0`, `rss 1.0`, `json 1.1`
/// @param wellFormed false if only the forgiving parser could read it
public record ParsedFeed(
    String format, boolean wellFormed, Channel channel, List<ParsedEntry> entries) {

  /// What a feed says of itself.
  ///
  /// @param title plain text
  /// @param ttl minutes the feed asks to be left alone
  /// @param skipHours hours of the day, UTC, in which not to ask
  /// @param skipDays English day names on which not to ask
  /// @param updateEvery from the syndication namespace: period divided by frequency
  /// @param more what the feed says beyond this, by name: `managingEditor`, `webMaster`, `rating`,
  ///   …
  public record Channel(
      @Nullable String title,
      @Nullable String link,
      @Nullable String self,
      @Nullable String hub,
      @Nullable String id,
      @Nullable String description,
      @Nullable String language,
      @Nullable Instant published,
      @Nullable Instant updated,
      List<Person> authors,
      @Nullable String copyright,
      @Nullable String generator,
      @Nullable String image,
      @Nullable String icon,
      List<String> categories,
      @Nullable Integer ttl,
      List<Integer> skipHours,
      List<String> skipDays,
      @Nullable Duration updateEvery,
      List<String> namespaces,
      Map<String, String> more) {}

  public record Person(@Nullable String name, @Nullable String email, @Nullable String uri) {}

  public record Link(@Nullable String rel, String url, @Nullable String type) {}

  public record Enclosure(String url, @Nullable String type, @Nullable Long length) {}

  public record Media(
      String url,
      @Nullable String type,
      @Nullable String medium,
      @Nullable Integer width,
      @Nullable Integer height,
      @Nullable String title,
      @Nullable String description,
      @Nullable String thumbnail) {}
}
