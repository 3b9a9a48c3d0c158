package freshet.dictionary;

import freshet.dictionary.Dictionaries.Translation;
import freshet.dictionary.Dictionaries.Word;
import freshet.words.Folding;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Says what words of a query are in other languages.
///
/// Nobody says which language a query is in. It is taken to be the first that has all of its words,
/// or else most: the reader's own, English, then those of the entries.
///
/// Where no dictionary goes from one language to another, the way leads over a third, English
/// before others. A word in the middle has meanings that the first does not have (`Schloss`, lock,
/// castle), so only what two ways agree on is taken, or what all dictionaries on the way name in
/// both directions.
public final class Translator {
  /// Of one word in one language.
  public static final int MOST_CHOICES = 6;

  /// Neighbouring words that are looked for as one headword.
  private static final int LONGEST_SPAN = 3;

  private static final int MIDDLE_WORDS = 2;
  private static final int MOST_MIDDLES = 4;
  private static final int REMEMBERED = 20_000;

  private final Dictionaries dictionaries;
  private final Map<String, List<String>> remembered = new ConcurrentHashMap<>();
  private final Map<String, Boolean> knowing = new ConcurrentHashMap<>();

  public Translator(Dictionaries dictionaries) {
    this.dictionaries = dictionaries;
  }

  public boolean isEmpty() {
    return dictionaries.isEmpty();
  }

  /// Neighbouring words of a query, and what they may be in one language, the likeliest first.
  ///
  /// @param from the first of them
  /// @param to behind the last
  public record Choice(int from, int to, String language, List<String> texts) {}

  /// @param words of a query, one after another
  /// @param languages of the entries
  /// @param own the reader's language; null if it is not known
  public List<Choice> translate(
      List<String> words, Collection<String> languages, @Nullable String own) {
    if (dictionaries.isEmpty() || words.isEmpty()) return List.of();
    String from = languageOf(words, languages, own);
    if (from == null) return List.of();
    List<Choice> choices = new ArrayList<>();
    for (int size = Math.min(LONGEST_SPAN, words.size()); size > 0; size--) {
      for (int at = 0; at + size <= words.size(); at++) {
        String written = String.join(" ", words.subList(at, at + size));
        for (String language : languages) {
          if (language.equals(from)) continue;
          List<String> texts = translations(from, written, language);
          if (!texts.isEmpty()) choices.add(new Choice(at, at + size, language, texts));
        }
      }
    }
    return choices;
  }

  private @Nullable String languageOf(
      List<String> words, Collection<String> languages, @Nullable String own) {
    Set<String> tried = new LinkedHashSet<>();
    if (own != null) tried.add(own);
    tried.add("en");
    tried.addAll(languages);
    String best = null;
    int most = 0;
    for (String language : tried) {
      if (!dictionaries.has(language)) continue;
      int known = known(language, words);
      if (known > most) {
        most = known;
        best = language;
        if (known == words.size()) break;
      }
    }
    return best;
  }

  /// How many of the words it has, by themselves or with their neighbours.
  private int known(String language, List<String> words) {
    BitSet known = new BitSet();
    for (int size = 1; size <= Math.min(LONGEST_SPAN, words.size()); size++) {
      for (int at = 0; at + size <= words.size() && known.cardinality() < words.size(); at++) {
        String written = String.join(" ", words.subList(at, at + size));
        if (known.nextClearBit(at) < at + size && knows(language, written))
          known.set(at, at + size);
      }
    }
    return known.cardinality();
  }

  private boolean knows(String language, String word) {
    if (knowing.size() > REMEMBERED) knowing.clear();
    return knowing.computeIfAbsent(
        language + '\t' + word,
        _ ->
            !dictionaries.written(language, word).isEmpty()
                || dictionaries.relative(language, word) != null);
  }

  /// What a word is in another language, the likeliest first.
  public List<String> translations(String from, String written, String to) {
    String key = from + '\t' + to + '\t' + written;
    List<String> known = remembered.get(key);
    if (known != null) return known;
    List<String> found = find(from, written, to);
    if (remembered.size() > REMEMBERED) remembered.clear();
    remembered.put(key, found);
    return found;
  }

  private List<String> find(String from, String written, String to) {
    List<Word> same = dictionaries.written(from, written);
    List<String> found = of(same, to);
    if (found.isEmpty()) {
      Word relative = dictionaries.relative(from, written);
      if (relative != null) found = of(List.of(relative), to);
    }
    Set<String> said = new HashSet<>(Set.of(Folding.fold(written)));
    return found.stream().filter(t -> said.add(Folding.fold(t))).limit(MOST_CHOICES).toList();
  }

  private List<String> of(List<Word> words, String to) {
    if (words.isEmpty()) return List.of();
    for (String served : LanguageCodes.servedBy(to)) {
      if (!dictionaries.has(served)) continue;
      List<String> found = direct(words, served);
      if (found.isEmpty()) found = overOthers(words, served);
      if (!found.isEmpty()) return found;
    }
    return List.of();
  }

  private List<String> direct(List<Word> words, String to) {
    List<Translation> all = new ArrayList<>();
    for (Word w : words) {
      if (dictionaries.connects(w.language(), to)) all.addAll(dictionaries.translations(w, to));
    }
    all.sort(Comparator.comparingInt(Translation::way).reversed());
    return all.stream().map(t -> t.word().text()).toList();
  }

  private List<String> overOthers(List<Word> words, String to) {
    Map<String, Integer> votes = new HashMap<>();
    Set<String> sure = new HashSet<>();
    int middles = 0;
    for (String middle : middles(words.getFirst().language(), to)) {
      boolean any = false;
      for (Word w : words) {
        List<Translation> there = dictionaries.translations(w, middle);
        for (Translation t : there.subList(0, Math.min(MIDDLE_WORDS, there.size()))) {
          for (Translation last : dictionaries.translations(t.word(), to)) {
            String text = last.word().text();
            any = true;
            votes.merge(text, 1, Integer::sum);
            boolean both = last.way() == Dictionaries.BOTH && t.way() == Dictionaries.BOTH;
            if (both) sure.add(text);
          }
        }
      }
      if (any && ++middles == MOST_MIDDLES) break;
    }
    return votes.entrySet().stream()
        .filter(e -> e.getValue() > 1 || sure.contains(e.getKey()))
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }

  private List<String> middles(String from, String to) {
    List<String> middles = new ArrayList<>();
    for (String language : dictionaries.languages()) {
      if (!dictionaries.connects(from, language) || !dictionaries.connects(language, to)) continue;
      if (language.equals("en")) middles.addFirst(language);
      else middles.add(language);
    }
    return middles;
  }
}
