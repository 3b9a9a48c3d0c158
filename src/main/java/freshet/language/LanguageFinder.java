package freshet.language;

import freshet.text.Cut;
import java.text.Normalizer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the language of a text, also of a headline: 118 languages, about 30 MB, no state beyond
/// the model, so one finder serves all threads.
///
/// The idea. The script of most letters leaves one language, or a group of them. Within a group
/// every symbol (a letter, or the boundary of a word) is predicted five times by each language:
/// from nothing, and from the one to four symbols before it. The cost of a prediction is its
/// negative log-probability; where a language does not know the longer context, the shorter one
/// stands in. The language with the smallest sum wins. That is the naive Bayes sum of Lingua [1],
/// with word boundaries added, values rounded to six bits and n-grams dropped that say nothing
/// beyond their shorter forms [2].
///
/// Costs. Five look-ups in a hash table and an addition for each language that knows what was
/// found, a letter: some 20 µs for a headline, 5 MB in the jar. Measured against Lingua, OpenNLP
/// and optimaize in docs/decisions/0060-language-identification.md.
///
/// Confidence. The five predictions of a symbol, and neighbouring symbols, are far from
/// independent, so the sums are divided by a temperature, fitted on labelled texts, before they
/// become probabilities.
///
/// Known weakness. Bosnian, Croatian and Serbian in Latin letters, Malay and Indonesian, Hindi and
/// Marathi in two words, Spanish and Galician: the answer is a guess there, and the confidence says
/// so. Serbian in Latin letters is taken for Croatian or Bosnian. A text in two languages gets the
/// one that costs less.
///
/// [1] https://github.com/pemistahl/lingua [2] Stolcke, Entropy-based pruning of backoff language
/// models, 1998.
public final class LanguageFinder {
  /// Letters beyond this tell nothing new.
  private static final int LONGEST_TEXT = 600;

  /// Most texts are clear from their first letters; the others are read further.
  private static final int GLANCE = 60;

  private static final double SURE = 0.985;

  private static final long ALL_SYMBOLS = (1L << (NgramTable.BITS * NgramTable.LONGEST)) - 1;

  /// Temperature = `HEAT` · symbols^`HEAT_GROWTH`, in steps of cost; see the class comment.
  private static final double HEAT = 11;

  private static final double HEAT_GROWTH = 0.3;

  /// Under this the answer is "unknown".
  private static final double LEAST_CONFIDENCE = 0.15;

  /// How much likelier the declared language is before a word is read.
  private static final double DECLARED_ODDS = 8;

  /// Languages that are rare in the world, or learned from little text, must be this much better
  /// (measured: 91.3 instead of 89.9 % of word pairs of the others right).
  private static final int RARE_COST = 40;

  private static final Set<String> RARE =
      Set.of(
          "as", "ba", "br", "ceb", "ckb", "cv", "eo", "fo", "fy", "gd", "gl", "ha", "ht", "ig",
          "jv", "ku", "ky", "la", "lb", "mg", "mt", "ne", "ny", "oc", "ps", "rw", "sd", "su", "tg",
          "ti", "tk", "tt", "ug", "uz", "yi");

  /// Galician shares nearly all short n-grams with two languages known from far more text, which
  /// therefore predict its words better than it does itself: steps given back a symbol.
  private static final int GALICIAN_GAIN = 4;

  /// What misread Turkish is taken for.
  private static final Set<String> MISREAD = Set.of("tk", "fo", "is");

  private final NgramTable table = NgramTable.shared();
  private final int[] scripts = new int[table.languageCount()];
  private final int[] handicaps = new int[table.languageCount()];
  private final int galician;

  public LanguageFinder() {
    int gl = -1;
    for (int i = 0; i < scripts.length; i++) {
      String code = table.language(i);
      scripts[i] = Scripts.modelled(code);
      handicaps[i] = RARE.contains(code) ? RARE_COST : 0;
      if (code.equals("gl")) gl = i;
    }
    galician = gl;
  }

  /// The language of a text of which nothing else is known.
  public Found find(String text) {
    return find(text, null);
  }

  /// The language of a text; what the publisher declared ("de-AT", or nothing) weighs in only where
  /// the text leaves doubt.
  public Found find(String text, @Nullable String declared) {
    return find(text, declared, Integer.MAX_VALUE);
  }

  /// The same, of which no more is read than its beginning if that is clear.
  public Found skim(String text, @Nullable String declared) {
    return find(text, declared, GLANCE);
  }

  private Found find(String text, @Nullable String declared, int glance) {
    String readable = readable(text);
    int[] letters = new int[Scripts.COUNT];
    for (int i = 0; i < readable.length(); i++) letters[Scripts.of(readable.charAt(i))]++;
    letters[Scripts.NONE] = 0;
    int main = 0;
    for (int s = 1; s < letters.length; s++) if (letters[s] > letters[main]) main = s;
    if (main == Scripts.NONE) return new Found(Found.UNKNOWN, 0);

    int eastAsian = letters[Scripts.HAN] + letters[Scripts.KANA];
    // Han and kana letters are whole syllables or words: a few weigh more than as many Latin ones.
    if (eastAsian * 2 > letters[main] && main <= Scripts.KANA) {
      return new Found(
          letters[Scripts.KANA] * 10 >= eastAsian ? "ja" : "zh", certain(eastAsian * 2));
    }
    String only = Scripts.onlyLanguage(main);
    if (!only.isEmpty()) return new Found(only, certain(letters[main]));
    Costs costs = new Costs(main);
    Found found = read(readable, declared, glance, costs);
    return MISREAD.contains(found.language()) ? orTurkish(readable, declared, found, costs) : found;
  }

  private Found read(String readable, @Nullable String declared, int glance, Costs costs) {
    int read = 0;
    while (readable.length() - read > glance) {
      costs.read(readable, read, read + glance);
      read += glance;
      Found soon = decide(costs, declared);
      if (soon.isKnown() && soon.confidence() >= SURE) return soon;
    }
    costs.read(readable, read, readable.length());
    costs.read(" ", 0, 1);
    return decide(costs, declared);
  }

  /// Turkish in its own encoding that was taken for Western European has ý, þ and ð for ı, ş and ğ.
  /// If that makes a cheaper text, it is Turkish.
  private Found orTurkish(String text, @Nullable String declared, Found found, Costs costs) {
    StringBuilder repaired = new StringBuilder(text);
    boolean any = false;
    for (int i = 0; i < text.length(); i++) {
      int letter = "ýþðÝÞÐ".indexOf(text.charAt(i));
      if (letter < 0) continue;
      repaired.setCharAt(i, "ışğİŞĞ".charAt(letter));
      any = true;
    }
    if (!any) return found;
    Costs turkish = new Costs(costs.script);
    Found other = read(repaired.toString(), declared, text.length(), turkish);
    return other.language().equals("tr")
            && turkish.perLetter("tr") < costs.perLetter(found.language())
        ? other
        : found;
  }

  private static double certain(int letters) {
    return 1 - 0.5 / (letters + 1);
  }

  private Found decide(Costs costs, @Nullable String declared) {
    double heat = HEAT * Math.pow(Math.max(1, costs.letters), HEAT_GROWTH);
    String said = declared == null ? "" : Declared.code(declared);
    int best = -1;
    double[] values = new double[scripts.length];
    for (int i = 0; i < scripts.length; i++) {
      if (scripts[i] != costs.script) continue;
      values[i] =
          costs.total[i] + handicaps[i] - (i == galician ? GALICIAN_GAIN * costs.letters : 0);
      if (Declared.means(said, table.language(i))) values[i] -= Math.log(DECLARED_ODDS) * heat;
      if (best < 0 || values[i] < values[best]) best = i;
    }
    if (best < 0) return new Found(Found.UNKNOWN, 0);
    double sum = 0;
    for (int i = 0; i < scripts.length; i++) {
      if (scripts[i] == costs.script) sum += Math.exp((values[best] - values[i]) / heat);
    }
    double confidence = 1 / sum;
    String code = confidence < LEAST_CONFIDENCE ? Found.UNKNOWN : table.language(best);
    return new Found(code, confidence);
  }

  /// What the letters of one script cost in every language, more or less than if it knew none.
  private final class Costs {
    final int script;
    final int[] total = new int[scripts.length];
    private final int[] cost = new int[scripts.length];
    private final long[] found = new long[NgramTable.LONGEST + 1];
    int letters;
    private long last = NgramTable.BOUNDARY;
    private int known = 1;

    Costs(int script) {
      this.script = script;
    }

    double perLetter(String language) {
      int i = 0;
      while (!table.language(i).equals(language)) i++;
      return (double) (total[i] + handicaps[i]) / Math.max(1, letters);
    }

    void read(String text, int from, int to) {
      for (int i = from; i < to; i++) {
        char c = Character.toLowerCase(text.charAt(i));
        int symbol = NgramTable.BOUNDARY;
        if (Scripts.of(c) == script) {
          letters++;
          symbol = table.symbol(c);
          if (symbol == 0) continue;
        } else if (last == NgramTable.BOUNDARY
            || Character.getType(c) == Character.NON_SPACING_MARK) {
          continue;
        }
        last = ((last << NgramTable.BITS) | symbol) & ALL_SYMBOLS;
        known = Math.min(NgramTable.LONGEST, known + 1);
        // The table is larger than the cache: all are looked for before the first is read, so that
        // the memory is waited for once.
        for (int n = 2; n <= known; n++) {
          found[n] = table.postings(last & ((1L << (NgramTable.BITS * n)) - 1));
        }
        // A prediction stands in for all longer contexts that the language does not know.
        table.read(symbol, known, cost, total);
        for (int n = 2; n <= known; n++) table.read(found[n], known - n + 1, cost, total);
        if (symbol == NgramTable.BOUNDARY) {
          last = NgramTable.BOUNDARY;
          known = 1;
        }
      }
    }
  }

  /// The part of a text that its language shows in: no addresses, no @names, composed letters.
  private static String readable(String text) {
    String start = Cut.start(text, LONGEST_TEXT);
    boolean marks = false;
    boolean sorani = false;
    boolean addresses = false;
    for (int i = 0; i < start.length(); i++) {
      char c = start.charAt(i);
      marks |= c >= '\u0300' && c <= '\u036f';
      sorani |= c == '\u06ce' || c == '\u06c6' || c == '\u0695' || c == '\u06b5';
      addresses |= c == '@' || (c == ':' && start.startsWith("://", i));
    }
    if (marks) start = Normalizer.normalize(start, Normalizer.Form.NFC);
    // Older Sorani pages write the vowel as heh with a non-joiner behind it.
    if (sorani) start = start.replace("\u0647\u200c", "\u06d5");
    if (!addresses) return start;
    StringBuilder kept = new StringBuilder();
    for (String word : start.split("\\s+", -1)) {
      if (!word.contains("://") && word.indexOf('@') < 0) kept.append(word).append(' ');
    }
    return kept.toString();
  }
}
