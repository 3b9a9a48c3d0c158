package freshet.words;

import freshet.words.Sentences.Apostrophe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tells nouns and verbs from the other words of a text, in the languages for which it is right
/// often enough to be of use (docs/decisions/0256).
///
/// What is known of a language is loaded when the first text in it comes, and let go when memory is
/// short or nobody has asked for a while: it is behind soft references.
public final class Kinds {
  /// Letters that a word has at most: the longest that people write have fewer.
  public static final int LONGEST_WORD = 80;

  private static final int TOKENS_PER_WORD = 4;

  /// Letters that a word has at least.
  private static final int SHORTEST_WORD = 3;

  private static final Map<String, Kinds> LANGUAGES =
      Map.of(
          "en", new Kinds(Apostrophe.BEFORE_ENDINGS, () -> tagger("en-ud-ewt")),
          "de", new Kinds(Apostrophe.ALONE, () -> tagger("de-ud-gsd")),
          "fr", new Kinds(Apostrophe.AFTER_ARTICLES, () -> tagger("fr-ud-gsd")),
          "pl", new Kinds(Apostrophe.ALONE, Kinds::polish),
          "uk", new Kinds(Apostrophe.INSIDE, Kinds::ukrainian));

  /// A word of a text.
  ///
  /// @param written as it stands there, in small letters
  public record Word(String written, Kind kind) {}

  private final Apostrophe apostrophe;
  private final Supplier<Supplier<KindFinder>> loader;
  private @Nullable SoftReference<Supplier<KindFinder>> loaded; // guarded by this

  private Kinds(Apostrophe apostrophe, Supplier<Supplier<KindFinder>> loader) {
    this.apostrophe = apostrophe;
    this.loader = loader;
  }

  /// Empty for a language whose kinds are not told.
  ///
  /// @param language ISO 639-1
  public static Optional<Kinds> of(String language) {
    return Optional.ofNullable(LANGUAGES.get(language));
  }

  /// The words of a text, in its order.
  ///
  /// @param most words that are told; what follows them, or four times as many words and marks
  ///   together, is left out
  public List<Word> words(String text, int most) {
    KindFinder finder = knowledge().get();
    List<Word> words = new ArrayList<>();
    int[] tokens = new int[1];
    Sentences.read(
        text,
        apostrophe,
        sentence -> {
          if (sentence.stream().noneMatch(token -> token.to() >= SHORTEST_WORD)) return;
          tokens[0] += sentence.size();
          if (words.size() >= most || tokens[0] > TOKENS_PER_WORD * (long) most) return;
          List<Kind> kinds = finder.tell(sentence.stream().map(Sentences.Token::text).toList());
          for (int i = 0; i < kinds.size() && words.size() < most; i++) {
            String word = sentence.get(i).word();
            if (word.length() < SHORTEST_WORD) continue;
            words.add(new Word(word.toLowerCase(Locale.ROOT), kinds.get(i)));
          }
        });
    return words;
  }

  private synchronized Supplier<KindFinder> knowledge() {
    Supplier<KindFinder> known = loaded == null ? null : loaded.get();
    if (known == null) {
      known = loader.get();
      loaded = new SoftReference<>(known);
    }
    return known;
  }

  private static Supplier<KindFinder> tagger(String treebank) {
    try {
      return TaggedKinds.load("/opennlp-" + treebank + "-pos-1.3-2.5.4.bin");
    } catch (IOException e) {
      throw new UncheckedIOException("The tagger " + treebank + " cannot be read", e);
    }
  }

  private static Supplier<KindFinder> polish() {
    return dictionary("/morfologik/stemming/polish/polish.dict");
  }

  private static Supplier<KindFinder> ukrainian() {
    return dictionary("/ua/net/nlp/ukrainian.dict");
  }

  private static Supplier<KindFinder> dictionary(String resource) {
    try {
      return LookedUpKinds.load(resource);
    } catch (IOException e) {
      throw new UncheckedIOException("The dictionary " + resource + " cannot be read", e);
    }
  }
}
