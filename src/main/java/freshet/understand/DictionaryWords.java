package freshet.understand;

import freshet.dictionary.Shelf;
import freshet.dictionary.Translator;
import freshet.group.Glossary;
import freshet.group.Tracer;
import freshet.words.Stemmer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Words in English, by the dictionaries of the data folder as they are now.
final class DictionaryWords implements Supplier<Tracer> {
  private static final int MOST = 3;
  private static final Stemmer ENGLISH = Stemmer.of("en");

  private final Shelf shelf;
  private volatile Known known;

  /// What was read last, and by which dictionaries.
  private record Known(Translator translator, Tracer tracer) {}

  DictionaryWords(Shelf shelf) {
    this.shelf = shelf;
    this.known = known(shelf.now());
  }

  @Override
  public Tracer get() {
    Translator now = shelf.now();
    Known last = known;
    if (last.translator == now) return last.tracer;
    Known next = known(now);
    known = next;
    return next.tracer;
  }

  private static Known known(Translator translator) {
    Glossary glossary =
        translator.isEmpty()
            ? Glossary.NONE
            : (language, word) -> english(translator, language, word);
    return new Known(translator, new Tracer(glossary));
  }

  private static List<String> english(Translator translator, String language, String word) {
    if (language.equals("en")) return List.of(ENGLISH.root(word));
    List<String> roots = new ArrayList<>();
    for (String text : translator.translations(language, word, "en")) {
      if (text.indexOf(' ') >= 0) continue;
      String root = ENGLISH.root(text);
      if (!root.isEmpty()) roots.add(root);
      if (roots.size() == MOST) break;
    }
    return roots;
  }
}
