package freshet.parse.ns;

import org.jspecify.annotations.Nullable;

/// A text of a feed with what is known of its markup.
///
/// @param base resolves the relative addresses in it
public record Text(String value, Kind kind, @Nullable String base) {

  public enum Kind {
    /// Characters as they are shown.
    PLAIN,
    HTML,
    /// RSS does not say whether its titles are HTML.
    UNKNOWN
  }
}
