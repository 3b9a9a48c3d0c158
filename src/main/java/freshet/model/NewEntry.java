package freshet.model;

import org.jspecify.annotations.Nullable;

/// An entry on its way into the store: what was read, and what Freshet found out about it.
///
/// @param knownId the stored entry that this one edits, or 0 if it is new
/// @param excerpt plain text, short
/// @param language found from the text, or declared where the text does not tell
/// @param understood null if nobody looked at its text
public record NewEntry(
    ParsedEntry parsed,
    long knownId,
    @Nullable String excerpt,
    @Nullable String language,
    @Nullable Understood understood) {

  /// Whose text nobody looked at.
  public NewEntry(
      ParsedEntry parsed, long knownId, @Nullable String excerpt, @Nullable String language) {
    this(parsed, knownId, excerpt, language, null);
  }
}
