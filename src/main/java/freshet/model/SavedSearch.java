package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A query that a user keeps, as a view of its own.
///
/// @param secret the last part of the address under which other programs read it as a feed
public record SavedSearch(
    long id, String name, String query, @Nullable String secret, Instant added) {
  /// Characters of a name, of rules too.
  public static final int LONGEST_NAME = 200;

  /// The path under which other programs read it as a feed; null if they cannot.
  ///
  /// @param format `rss`, `atom` or `json`
  public @Nullable String feed(String format) {
    return secret == null ? null : "/out/" + secret + "." + format;
  }
}
