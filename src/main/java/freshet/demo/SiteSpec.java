package freshet.demo;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a demo site is, before it has an address.
///
/// @param block the part of the stock it writes from: `news` chooses a topic of `topics`, another
///   one is used as it is and counts as the first of `topics`
/// @param agency the site whose texts it prints too, and `share` how many of them (0 to 1)
record SiteSpec(
    String id,
    String language,
    String title,
    String subtitle,
    int offsetHours,
    Rhythm rhythm,
    String block,
    List<String> topics,
    @Nullable String agency,
    double share,
    DemoSite.Announced announced,
    List<FeedSpec> feeds) {

  enum Format {
    RSS_2("rss 2.0", "application/rss+xml"),
    ATOM("atom 1.0", "application/atom+xml"),
    RSS_1("rss 1.0", "application/rdf+xml"),
    RSS_091("rss 0.91", "text/xml"),
    JSON("json 1.1", "application/feed+json");

    final String label;
    final String mime;

    Format(String label, String mime) {
      this.label = label;
      this.mime = mime;
    }
  }

  /// What is special about a feed.
  enum Trait {
    /// The whole text, not only the lead.
    FULL_TEXT,
    NO_ETAG,
    NO_LAST_MODIFIED,
    NO_GZIP,
    /// `Cache-Control: max-age`.
    MAX_AGE,
    TTL,
    SKIP_HOURS,
    /// sy:updatePeriod and sy:updateFrequency.
    SYNDICATION,
    /// A bare `&` and an entity that nobody declared.
    BROKEN,
    /// Answers 503 with Retry-After in one of five spells of 20 seconds.
    FLAKY,
    /// Answers after one to two seconds.
    SLOW,
    /// Dates without a time.
    DATE_ONLY,
    /// Written in ISO-8859-9, and says so.
    LATIN_5,
    AUDIO
  }

  /// @param topic only entries of this topic, or null
  /// @param movedFrom the address people still know, which answers 301
  record FeedSpec(
      String path,
      Format format,
      int entries,
      @Nullable String topic,
      @Nullable String movedFrom,
      Set<Trait> traits) {
    FeedSpec {
      traits = Set.copyOf(traits);
    }

    boolean is(Trait trait) {
      return traits.contains(trait);
    }
  }
}
