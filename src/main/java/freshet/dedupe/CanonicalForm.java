package freshet.dedupe;

import java.util.StringJoiner;

/// The canonical form of a text (S5.2): what two versions of a story are compared by.
public final class CanonicalForm {
  private CanonicalForm() {}

  /// The words that count, in lower case, with a space between them.
  ///
  /// @param language ISO code; without one ("") only punctuation and case go
  public static String of(String text, String language) {
    StringJoiner words = new StringJoiner(" ");
    WordReader reader = new WordReader(text, language);
    while (reader.next()) words.add(reader.word());
    return words.toString();
  }
}
