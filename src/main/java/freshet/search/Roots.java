package freshet.search;

import freshet.words.Folding;
import freshet.words.Lemmas;
import freshet.words.Stemmer;
import java.util.Locale;
import java.util.Map;

/// The roots that searches go by: those of [Stemmer], brought together where it leaves forms of one
/// word apart, and kept apart where it takes different words for one. Without accents, so that who
/// types none finds every form, too. Dictionaries keep to the stemmer's own, which are in their
/// files.
final class Roots {
  /// Everyday words of English that share a beginning and nothing else with others: `news` is not
  /// what is new, and a university is not the universe.
  private static final Map<String, String> ENGLISH =
      Map.ofEntries(
          Map.entry("news", "news"),
          Map.entry("university", "university"),
          Map.entry("universities", "university"),
          Map.entry("organization", "organization"),
          Map.entry("organizations", "organization"),
          Map.entry("organisation", "organization"),
          Map.entry("organisations", "organization"),
          Map.entry("general", "general"),
          Map.entry("generals", "general"),
          Map.entry("marketing", "marketing"),
          Map.entry("international", "international"),
          Map.entry("internationals", "international"),
          Map.entry("policy", "policy"),
          Map.entry("policies", "policy"));

  private static final int PASSES = 3;
  private static final int SHORTEST = 3;

  private Roots() {}

  /// "" for a word that carries no meaning.
  static String of(String language, Stemmer stemmer, String word) {
    String root =
        switch (language) {
          case "en" -> english(stemmer, word);
          case "ar" -> again(stemmer, word);
          case "fi" -> finnish(stemmer.root(before(word, "nen", "sen")));
          case "et" -> estonian(stemmer, word);
          case "nl" -> dutch(stemmer.root(word));
          case "pl", "uk" -> lemma(language, stemmer, word);
          default -> stemmer.root(word);
        };
    return Folding.fold(root);
  }

  private static String english(Stemmer stemmer, String word) {
    String kept = ENGLISH.get(word.toLowerCase(Locale.ROOT));
    return kept == null ? stemmer.root(word) : kept;
  }

  /// The article is taken away, and then what looks like "and" in front of what is left: of
  /// `الوزير` as of `وزير`.
  private static String again(Stemmer stemmer, String word) {
    String root = stemmer.root(word);
    for (int i = 0; i < PASSES && root.length() > SHORTEST; i++) {
      String next = stemmer.root(root);
      if (next.length() < SHORTEST || next.equals(root)) break;
      root = next;
    }
    return root;
  }

  /// Another ending for one that long words have.
  private static String before(String word, String ending, String by) {
    int at = word.length() - ending.length();
    boolean has = at > 1 && word.toLowerCase(Locale.ROOT).endsWith(ending);
    return has ? word.substring(0, at) + by : word;
  }

  /// `kaupungin` is of `kaupunki`, `hallituksen` of `hallitus`, `Suomessa` of `Suomi`.
  private static String finnish(String root) {
    String nominative = before(before(root, "uks", "us"), "ng", "nk");
    int last = nominative.length() - 1;
    return last >= SHORTEST && (nominative.charAt(last) == 'e' || nominative.charAt(last) == 'i')
        ? nominative.substring(0, last)
        : nominative;
  }

  /// `inimesed` is of `inimene`, `presidendi` of `president`, `kandidaadi` of `kandidaat`.
  private static String estonian(Stemmer stemmer, String word) {
    String genitive = before(word, "ne", "se");
    genitive = before(before(before(genitive, "ent", "endi"), "ant", "andi"), "aat", "aadi");
    return stemmer.root(genitive);
  }

  /// `huizen` is of `huis`, `brieven` of `brief`.
  private static String dutch(String root) {
    return before(before(root, "z", "s"), "v", "f");
  }

  private static String lemma(String language, Stemmer stemmer, String word) {
    String lemma = Lemmas.of(language, word);
    return lemma == null ? stemmer.root(word) : lemma.toLowerCase(Locale.ROOT);
  }
}
