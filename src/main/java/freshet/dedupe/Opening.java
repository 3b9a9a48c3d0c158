package freshet.dedupe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a text begins: one feed gives a teaser, another the whole article, and both are one story if
/// the teaser is the beginning of the article, word for word.
///
/// Kept are hashes of the first four words, the first eight, the first twelve …, so that a text can
/// be held against the beginning of any other; the last one to three words of a teaser do not
/// count, which often are a cut word or a "more".
///
/// @param words words of the text, or [#MOST] if it is longer than a teaser
/// @param steps a hash of every beginning of four words more
record Opening(int words, int[] steps) {
  private static final int STEP = 4;

  /// Longer texts are no teasers.
  static final int MOST = 92;

  /// A text must have this many words to be found by its beginning.
  static final int LEAST = 2 * STEP;

  private static final long BASE = 0x9E3779B97F4A7C15L;

  /// A place and an agency stand before the text of many papers: "TALLINN (BNS) - ".
  private static final int LONGEST_DATELINE = 60;

  /// What stands behind the last dots: "Continue reading", "The post … appeared first on …".
  private static final int LONGEST_INVITATION = 160;

  /// "Continue reading", "Lire la suite »".
  private static final int SHORT_INVITATION = 20;

  private static final List<String> DASHES = List.of(" - ", " – ", " — ", " -- ", "— ");
  private static final List<String> CUTS = List.of("[…]", "[...]", "(...)", "…", "...");

  /// The beginnings of a text, with and without a dateline; none if it is too short.
  static List<Opening> of(String text, String language) {
    List<Opening> all = new ArrayList<>(2);
    String start = text.length() > 2000 ? text.substring(0, 2000) : text;
    int cut = cut(start);
    String kept = cut < 0 ? start : start.substring(0, cut);
    add(all, kept, language, cut >= 0);
    int dateline = dateline(kept);
    if (dateline > 0) add(all, kept.substring(dateline), language, cut >= 0);
    return all;
  }

  private static void add(List<Opening> all, String text, String language, boolean cut) {
    Opening opening = read(text, language, cut);
    if (opening != null) all.add(opening);
  }

  private static @Nullable Opening read(String text, String language, boolean cut) {
    WordReader reader = new WordReader(text, language);
    int[] steps = new int[MOST / STEP];
    int words = 0;
    long hash = 0;
    while (words < MOST && reader.next()) {
      hash = hash * BASE + reader.hash();
      words++;
      if (words % STEP == 0) steps[words / STEP - 1] = Shingles.mix(hash + words);
    }
    // The last word before the dots may be half a word.
    if (cut && words < MOST) words--;
    if (words < LEAST) return null;
    return new Opening(words, Arrays.copyOf(steps, words / STEP));
  }

  /// Where the publisher cut the text off, negative if he did not.
  private static int cut(String text) {
    String end = text.stripTrailing();
    int best = -1;
    for (String mark : CUTS) {
      int at = end.lastIndexOf(mark);
      boolean last = at >= 0 && end.length() - at - mark.length() <= LONGEST_INVITATION;
      // Dots in the middle of a text are the author's; brackets around them are not, nor are those
      // with nothing behind them but "Read more".
      int behind = end.length() - at - mark.length();
      boolean sure = mark.length() > 3 || mark.equals("[…]") || behind <= SHORT_INVITATION;
      if (last && sure && (best < 0 || at < best)) best = at;
    }
    return best;
  }

  private static int dateline(String text) {
    String start = text.substring(0, Math.min(text.length(), LONGEST_DATELINE));
    // "(Adds comment) ", "(Reuters) "
    if (start.startsWith("(") && start.contains(") ")) return start.indexOf(") ") + 2;
    for (String dash : DASHES) {
      int at = start.indexOf(dash);
      if (at > 0) return at + dash.length();
    }
    return 0;
  }

  /// What texts with this beginning are found by.
  int key() {
    return steps[1];
  }

  /// How many words two texts have in common from the first on, if one of them is, as a whole, the
  /// beginning of the other; else 0.
  int shared(Opening other) {
    int common = Math.min(steps.length, other.steps.length);
    if (steps[common - 1] != other.steps[common - 1]) return 0;
    int shorter = Math.min(words, other.words);
    return shorter < MOST ? common * STEP : 0;
  }

  /// Whether the first four words are the same.
  boolean hasFirstWordsOf(Opening other) {
    return steps[0] == other.steps[0];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Opening(int w, int[] s) && w == words && Arrays.equals(s, steps);
  }

  @Override
  public int hashCode() {
    return 31 * words + Arrays.hashCode(steps);
  }
}
