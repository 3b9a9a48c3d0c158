package freshet.language;

/// The language of a text.
///
/// @param language ISO 639-1 where there is such a code, else 639-3; [#UNKNOWN] if unsure
/// @param confidence how likely the answer is right, 0 to 1; for [#UNKNOWN] the confidence of the
///   best guess that was not good enough
public record Found(String language, double confidence) {

  /// ISO 639-2's code for an undetermined language.
  public static final String UNKNOWN = "und";

  public boolean isKnown() {
    return !language.equals(UNKNOWN);
  }
}
