package freshet.group;

import freshet.group.Traces.Trace;
import freshet.words.Folding;
import freshet.words.Sound;
import freshet.words.Stemmer;
import freshet.words.WordMemory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Reads from texts what is the same in every language. Any number of threads may use it.
public final class Tracer {
  private static final int MOST_LANGUAGES = 60;
  private static final int MOST_TEXT = 1200;
  private static final int MOST_TRACES = 80;
  private static final int SHORTEST_NAME = 3;
  private static final int LONGEST = 40;

  /// Where a word begins a sentence, its capital says little.
  private static final float AT_START = 0.5f;

  /// German writes all nouns with a capital; Arabic has none.
  private static final Map<String, Float> NAMES =
      Map.of("de", 0.6f, "lb", 0.6f, "ar", 0.5f, "fa", 0.5f, "ur", 0.5f, "he", 0.5f);

  private static final float A_WORD = 0.5f;
  private static final float A_COUNTRY = 0.4f;

  private final Glossary glossary;
  private final Map<String, Language> languages = new ConcurrentHashMap<>();

  public Tracer(Glossary glossary) {
    this.glossary = glossary;
  }

  /// What a word may be.
  ///
  /// @param name null if it cannot be one
  /// @param meaning null if nobody knows it
  private record Seen(
      long key, @Nullable Trace name, @Nullable Trace country, @Nullable Trace meaning)
      implements WordMemory.Word {}

  private final class Language {
    final String code;
    final Countries countries;
    final Stemmer stemmer;
    final WordMemory<Seen> words = new WordMemory<>(this::make);
    final float named;

    Language(String code) {
      this.code = code;
      countries = Countries.of(code);
      stemmer = Stemmer.of(code);
      named = NAMES.getOrDefault(code, 1f);
    }

    private Seen make(String written, long key) {
      if (written.length() < 2 || written.length() > LONGEST)
        return new Seen(key, null, null, null);
      String small = written.toLowerCase(java.util.Locale.forLanguageTag(code));
      String folded = Folding.fold(small);
      String root = stemmer.root(small);
      if (root.isEmpty() || countries.isTime(folded)) return new Seen(key, null, null, null);
      String bare = Folding.fold(root);
      String country = countries.code(folded);
      if (country == null) country = countries.code(bare);
      if (country != null) {
        int[] one = {Traces.key('c', country)};
        return new Seen(key, null, new Trace(one, A_COUNTRY, Traces.COUNTRY), null);
      }
      Set<Integer> meanings = new LinkedHashSet<>();
      for (String english : glossary.english(code, small)) {
        if (meanings.size() < 3) meanings.add(Traces.key('w', english));
      }
      Trace meaning = meanings.isEmpty() ? null : new Trace(array(meanings), A_WORD, Traces.WORD);
      return new Seen(key, name(small, folded, root, bare), null, meaning);
    }

    private @Nullable Trace name(String small, String folded, String root, String bare) {
      Set<Integer> keys = new LinkedHashSet<>();
      if (folded.length() >= SHORTEST_NAME) keys.add(Traces.key('n', folded));
      if (bare.length() >= SHORTEST_NAME && !bare.equals(folded)) keys.add(Traces.key('n', bare));
      List<String> sounds = new ArrayList<>(Sound.of(small));
      if (!root.equals(small)) sounds.addAll(Sound.of(root));
      for (String s : sounds) if (keys.size() < 6) keys.add(Traces.key('s', s));
      byte kind =
          Character.getType(small.charAt(0)) == Character.OTHER_LETTER
              ? Traces.PERHAPS
              : Traces.NAME;
      return keys.isEmpty() ? null : new Trace(array(keys), named, kind);
    }
  }

  private static int[] array(Set<Integer> keys) {
    return keys.stream().mapToInt(i -> i).toArray();
  }

  private Language language(String code) {
    Language known = languages.get(code);
    if (known != null) return known;
    if (languages.size() > MOST_LANGUAGES) languages.clear(); // feeds declare what they like
    return languages.computeIfAbsent(code, Language::new);
  }

  Traces read(String title, String text, String language) {
    Reading reading = new Reading(language(language), glossary.isEmpty());
    boolean shouted = isTitleCase(title);
    reading.read(title, shouted);
    reading.read(text, false);
    return Traces.of(List.copyOf(reading.found.values()));
  }

  /// `Ferry Runs Aground Off Kessel Island`: capitals say nothing.
  private static boolean isTitleCase(String title) {
    int words = 0;
    int capitals = 0;
    boolean inside = false;
    for (int i = 0; i < title.length(); i++) {
      char c = title.charAt(i);
      boolean letter = Character.isLetter(c);
      if (letter && !inside) {
        int end = i;
        while (end < title.length() && Character.isLetter(title.charAt(end))) end++;
        if (end - i > 3) {
          words++;
          if (Character.isUpperCase(c)) capitals++;
        }
      }
      inside = letter;
    }
    return words > 3 && capitals > words * 0.75;
  }

  private static final class Reading {
    final Language language;

    /// Nobody knows what words mean: then only names count.
    final boolean unknown;

    final Map<Integer, Trace> found = new LinkedHashMap<>();

    Reading(Language language, boolean unknown) {
      this.language = language;
      this.unknown = unknown;
    }

    void read(String text, boolean shouted) {
      int most = Math.min(text.length(), MOST_TEXT);
      boolean start = true;
      int at = 0;
      while (at < most && found.size() < MOST_TRACES) {
        char c = text.charAt(at);
        if (Figures.isDigit(c)) {
          at = number(text, at);
          start = false;
        } else if (Character.isLetter(c)) {
          int end = at + 1;
          while (end < text.length() && isInside(text.charAt(end))) end++;
          if (isDense(c)) dense(text, at, end);
          else word(text, at, end, start || shouted);
          at = end;
          start = false;
        } else {
          if (".!?:;«»„“”\"(\n|–—".indexOf(c) >= 0) start = true;
          at++;
        }
      }
    }

    private static boolean isInside(char c) {
      return Character.isLetter(c)
          || c == 'ー'
          || Character.getType(c) == Character.NON_SPACING_MARK
          || Character.getType(c) == Character.COMBINING_SPACING_MARK;
    }

    private static boolean isDense(char c) {
      return c >= 0x3040 && c < 0xA000;
    }

    private void word(String text, int from, int to, boolean start) {
      if (to - from < 2) return;
      char first = text.charAt(from);
      if (unknown && Character.isLowerCase(first)) return;
      boolean capital = !Character.isLowerCase(first);
      Seen seen = language.words.at(text, from, to);
      if (seen.country != null) {
        add(seen.country);
        return;
      }
      Trace meaning = seen.meaning;
      Trace name = seen.name;
      if (meaning != null) add(meaning);
      boolean common = meaning != null && (start || language.named < 1);
      if (capital && name != null && !common) add(start ? lighter(name) : name);
    }

    private static Trace lighter(Trace name) {
      return new Trace(name.keys(), name.weight() * AT_START, name.kind());
    }

    private void add(Trace trace) {
      found.merge(trace.keys()[0], trace, Trace::heavier);
    }

    /// A run of a script without spaces: countries in it, and words in katakana, which are names or
    /// come from other languages.
    private void dense(String text, int from, int to) {
      int at = from;
      while (at < to) {
        char c = text.charAt(at);
        int end = at;
        while (end < to && isKatakana(text.charAt(end)) == isKatakana(c)) end++;
        if (isKatakana(c)) {
          if (end - at > 2) word(text, at, end, false);
        } else {
          signs(text, at, end);
        }
        at = end;
      }
    }

    private static boolean isKatakana(char c) {
      return c >= 0x30A0 && c < 0x3100 && c != '・';
    }

    /// The longest that is known at each place.
    private void signs(String text, int from, int to) {
      for (int at = from; at < to; ) {
        int read = 1;
        for (int size = Math.min(4, to - at); size > 1; size--) {
          Seen seen = language.words.at(text, at, at + size);
          Trace meant = seen.country != null ? seen.country : seen.meaning;
          if (meant == null) continue;
          add(meant);
          read = size;
          break;
        }
        at += read;
      }
    }

    private int number(String text, int from) {
      int end = Figures.end(text, from);
      Trace trace = Figures.trace(text, from, end, language.code);
      if (trace != null) add(trace);
      return end;
    }
  }
}
