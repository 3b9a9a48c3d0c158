package freshet.words;

import java.util.Locale;

/// What kind of word a word is.
public enum Kind {
  /// Proper names too.
  NOUN,
  /// Auxiliaries are not among them.
  VERB,
  OTHER;

  /// `noun`, as files and the API have it.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
