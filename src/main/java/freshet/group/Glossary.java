package freshet.group;

import java.util.List;

/// What words are in a language that all others are compared in.
public interface Glossary {
  Glossary NONE =
      new Glossary() {
        @Override
        public List<String> english(String language, String word) {
          return List.of();
        }

        @Override
        public boolean isEmpty() {
          return true;
        }
      };

  /// The roots of what a word may be in English, the likeliest first; none for what nobody knows.
  List<String> english(String language, String word);

  /// Whether it knows nothing.
  default boolean isEmpty() {
    return false;
  }
}
