package freshet.crawl;

import freshet.group.Roots;
import freshet.words.Kind;
import freshet.words.Kinds;
import freshet.words.Kinds.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The words of a page's text in its order: their roots, those that carry no meaning left out, and
/// whether each is a noun or a verb.
///
/// @param kinds one for each root; none in languages whose kinds are not told
record PageWords(List<String> roots, List<Kind> kinds) {
  /// Of a page, so that one without end costs no more than a long one.
  static final int MOST = 10_000;

  static PageWords of(String text, String language) {
    Roots roots = Roots.of(language);
    List<String> found = new ArrayList<>();
    List<Kind> kinds = new ArrayList<>();
    Optional<Kinds> told = Kinds.of(language);
    if (told.isPresent()) {
      for (Word word : told.get().words(text, MOST)) {
        String root = roots.root(word.written());
        if (root.isEmpty()) continue;
        found.add(root);
        kinds.add(word.kind());
      }
    } else {
      for (String word : TopicFocused.words(text)) {
        if (found.size() >= MOST) break;
        String root = word.length() > Kinds.LONGEST_WORD ? "" : roots.root(word);
        if (!root.isEmpty()) found.add(root);
      }
    }
    return new PageWords(found, kinds);
  }
}
