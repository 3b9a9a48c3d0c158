package freshet.words;

import java.util.List;

/// Tells the kinds of the words of a sentence. One is made for each text and used by one thread;
/// what it knows of the language is shared and was loaded before.
interface KindFinder {
  /// @param tokens words and punctuation marks, as they are written
  /// @return a kind for each
  List<Kind> tell(List<String> tokens);
}
