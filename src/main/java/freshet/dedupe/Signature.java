package freshet.dedupe;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is kept of an entry's text to compare it: four bytes a word in the store.
///
/// Medium texts are compared by shingles of ten words, shorter ones by five, headlines and two
/// lines by two. Texts near the border between two lengths have both, so that an edit that crosses
/// it does not part two versions.
///
/// A teaser and its article share too few shingles to be told for one story, so how the texts begin
/// is kept beside them ([Opening]), with title and link to be sure.
///
/// @param words words of the canonical form
/// @param numbers a hash of the numbers in a short text, in order; 0 if it has none
/// @param shingles one or two sets, the longer shingles first
/// @param figures hashes of the numbers in the text, ascending; of many, the smallest
/// @param title a hash of the title's words, 0 if it has too few to mean anything
/// @param link a hash of the address, 0 if there is none
/// @param series a hash of the title's words without its numbers, if it has some after the first
///   word: the same for "Open thread, week 12" and "Open thread, week 13"; otherwise 0
/// @param openings how its texts begin; signatures that version 0.1.0 stored have none, which is no
///   loss two days later
public record Signature(
    int words,
    int numbers,
    List<Shingles> shingles,
    Figures figures,
    int title,
    int link,
    int series,
    List<Opening> openings) {
  static final int SHORT = 20;
  private static final int MEDIUM = 100;
  private static final int SHORT_LENGTH = 2;
  private static final int MIDDLE_LENGTH = 5;
  private static final int MEDIUM_LENGTH = 10;

  private static final int LEAST_OF_A_TITLE = 3;

  /// What agencies count is one story.
  private static final Pattern UPDATES =
      Pattern.compile("(?i)\\W*(rpt-)?(update|wrapup|version)\\b");

  public Signature {
    shingles = List.copyOf(shingles);
    openings = List.copyOf(openings);
  }

  public Signature(int words, int numbers, List<Shingles> shingles) {
    this(words, numbers, shingles, Figures.NONE, 0, 0, 0, List.of());
  }

  /// The signature of an entry, with shingle lengths chosen by the length of the text.
  public static Signature of(String title, String text, String language) {
    return of(new Document(title, text, language), 0, 1);
  }

  /// @param length of a shingle, for texts that are long enough; 0: by the length of the text
  public static Signature of(Document document, int length) {
    return of(document, length, 1);
  }

  /// @param step words from the start of one shingle to that of the next
  public static Signature of(Document document, int length, int step) {
    if (length < 0 || step < 1) {
      throw new IllegalArgumentException("Shingles of %d words, step %d".formatted(length, step));
    }
    String title = document.title();
    String text = document.text();
    String language = document.language();
    Words body = Words.of(text, language);
    // Papers write their own headline over the same agency text, so it counts only where there is
    // little text.
    Words words = body.count >= SHORT ? body : Words.of(title + "\n" + text, language);
    int n = words.count;
    List<Integer> lengths = new ArrayList<>();
    if (length > 0) {
      lengths.add(n >= Math.max(SHORT_LENGTH, length) ? length : SHORT_LENGTH);
    } else {
      if (n >= MEDIUM * 4 / 5) lengths.add(MEDIUM_LENGTH);
      if (n >= SHORT * 4 / 5 && n < MEDIUM * 5 / 4) lengths.add(MIDDLE_LENGTH);
      if (n < SHORT * 5 / 4) lengths.add(SHORT_LENGTH);
    }
    List<Shingles> sets = new ArrayList<>();
    for (int each : lengths) sets.add(Shingles.of(words.hashes, n, each, step));
    return new Signature(
        n,
        n < SHORT * 5 / 4 ? words.numbers : 0,
        sets,
        Figures.of(words.figures, words.numbered),
        title(title, language),
        link(document.link()),
        series(title, language),
        openings(document));
  }

  private static int title(String title, String language) {
    Words words = Words.of(title, language);
    if (words.count < LEAST_OF_A_TITLE) return 0;
    int hash = Shingles.of(words.hashes, words.count, words.count, 1).hashes()[0];
    return hash == 0 ? 1 : hash;
  }

  private static int series(String title, String language) {
    Words words = Words.of(title, language);
    boolean counted = words.numbered > 0 && words.firstNumber > 0; // not "12 hurt in …"
    if (!counted || UPDATES.matcher(title).lookingAt()) return 0;
    int hash = 0;
    for (int i = 0; i < words.count; i++) {
      if (!words.isFigure(i)) hash = 31 * hash + Long.hashCode(words.hashes[i]);
    }
    return hash == 0 ? 1 : hash;
  }

  /// One page has many spellings; what programs add for counting stands behind a question mark, and
  /// so do the numbers of pages, which must count.
  private static int link(@Nullable String link) {
    if (link == null) return 0;
    int from = link.indexOf("://");
    int fragment = link.indexOf('#');
    String plain = link.substring(from < 0 ? 0 : from + 3, fragment < 0 ? link.length() : fragment);
    int counting = plain.indexOf("utm_");
    if (counting > 0) plain = plain.substring(0, counting - 1);
    if (plain.startsWith("www.")) plain = plain.substring(4);
    if (plain.endsWith("/")) plain = plain.substring(0, plain.length() - 1);
    int hash = plain.hashCode();
    return hash == 0 ? 1 : hash;
  }

  private static List<Opening> openings(Document d) {
    List<Opening> all = new ArrayList<>(Opening.of(d.text(), d.language()));
    String summary = d.summary();
    if (summary != null) {
      for (Opening o : Opening.of(summary, d.language())) if (!all.contains(o)) all.add(o);
    }
    return all;
  }

  /// Whether two texts begin with the same words, a dateline aside; true if that is not known.
  boolean hasFirstWordsOf(Signature other) {
    if (openings.isEmpty() || other.openings.isEmpty()) return true;
    for (Opening a : openings) {
      for (Opening b : other.openings) if (a.hasFirstWordsOf(b)) return true;
    }
    return false;
  }

  /// How many words of two texts are the same from the first on, if one of them is, as a whole, the
  /// beginning of the other; else 0.
  int sharedOpening(Signature other) {
    int most = 0;
    for (Opening a : openings) {
      for (Opening b : other.openings) most = Math.max(most, a.shared(b));
    }
    return most;
  }

  /// Whether one of two texts is the beginning of the other.
  public boolean beginsLike(Signature other) {
    return sharedOpening(other) > 0;
  }

  boolean hasTitleOf(Signature other) {
    return title != 0 && title == other.title;
  }

  /// Whether both are of one series, such as a weekly thread, by their titles, and not the same of
  /// it.
  boolean isAnotherOfTheSeries(Signature other) {
    return series != 0 && series == other.series && title != other.title;
  }

  boolean hasLinkOf(Signature other) {
    return link != 0 && link == other.link;
  }

  /// How much two texts are the same, `2 · matches / (n₁ + n₂) · 100`; the best of the shingle
  /// lengths they share, 0 if they share none.
  public double percent(Signature other) {
    double best = 0;
    for (Shingles a : shingles) {
      for (Shingles b : other.shingles) {
        int both = a.count() + b.count();
        if (a.length() == b.length() && both > 0) {
          best = Math.max(best, 200.0 * a.matches(b) / both);
        }
      }
    }
    return best;
  }

  /// How much of the shorter text is in the longer one, in per cent (Broder's containment).
  public double containedPercent(Signature other) {
    double best = 0;
    for (Shingles a : shingles) {
      for (Shingles b : other.shingles) {
        int smaller = Math.min(a.count(), b.count());
        if (a.length() == b.length() && smaller > 0) {
          best = Math.max(best, 100.0 * a.matches(b) / smaller);
        }
      }
    }
    return best;
  }

  /// Headlines and two-liners: too little text for chance to be ruled out by shingles alone.
  public boolean isShort() {
    return words < SHORT;
  }

  public byte[] toBytes() {
    int size = 13;
    for (Shingles set : shingles) size += 5 + 4 * set.count();
    size += 10 + 4 * figures.count();
    for (Opening opening : openings) size += 2 + 4 * opening.steps().length;
    ByteBuffer bytes = ByteBuffer.allocate(size);
    bytes.putInt(words).putInt(numbers).put((byte) shingles.size());
    for (Shingles set : shingles) {
      bytes.put((byte) set.length()).putInt(set.count());
      bytes.asIntBuffer().put(set.hashes());
      bytes.position(bytes.position() + 4 * set.count());
    }
    bytes.put((byte) figures.count());
    for (int figure : figures.hashes()) bytes.putInt(figure);
    bytes.putInt(title).putInt(link).put((byte) openings.size());
    for (Opening opening : openings) {
      bytes.put((byte) opening.words()).put((byte) opening.steps().length);
      for (int step : opening.steps()) bytes.putInt(step);
    }
    bytes.putInt(series);
    return bytes.array();
  }

  /// Reads what [#toBytes] wrote. What is damaged is like no other text: one entry must not keep
  /// all others from being compared.
  public static Signature fromBytes(byte[] stored) {
    try {
      return read(stored);
    } catch (BufferUnderflowException | NegativeArraySizeException e) {
      return new Signature(0, 0, List.of());
    }
  }

  private static Signature read(byte[] stored) {
    ByteBuffer bytes = ByteBuffer.wrap(stored);
    int words = bytes.getInt();
    int numbers = bytes.getInt();
    List<Shingles> sets = new ArrayList<>();
    for (int n = bytes.get(); n > 0; n--) {
      int length = bytes.get();
      int count = bytes.getInt();
      if (count > bytes.remaining() / 4) throw new BufferUnderflowException();
      int[] hashes = new int[count];
      bytes.asIntBuffer().get(hashes);
      bytes.position(bytes.position() + 4 * hashes.length);
      sets.add(new Shingles(length, hashes));
    }
    if (!bytes.hasRemaining()) return new Signature(words, numbers, sets);
    int[] figures = new int[bytes.get()];
    for (int i = 0; i < figures.length; i++) figures[i] = bytes.getInt();
    int title = bytes.getInt();
    int link = bytes.getInt();
    List<Opening> openings = new ArrayList<>();
    for (int n = bytes.get(); n > 0; n--) {
      int length = bytes.get();
      int[] steps = new int[bytes.get()];
      for (int i = 0; i < steps.length; i++) steps[i] = bytes.getInt();
      openings.add(new Opening(length, steps));
    }
    int series = bytes.hasRemaining() ? bytes.getInt() : 0; // not in those of earlier versions
    return new Signature(words, numbers, sets, new Figures(figures), title, link, series, openings);
  }

  /// The words of a text as hashes.
  private static final class Words {
    private long[] hashes;
    private int count;
    private int numbers;
    private int[] figures = new int[8];
    private int numbered;
    private int firstNumber = -1;

    private Words(int expected) {
      hashes = new long[expected];
    }

    static Words of(String text, String language) {
      Words words = new Words(16 + text.length() / 6);
      WordReader reader = new WordReader(text, language);
      while (reader.next()) {
        if (words.count == words.hashes.length) {
          words.hashes = Arrays.copyOf(words.hashes, words.count * 2);
        }
        if (reader.isNumber()) words.number(reader.hash());
        words.hashes[words.count++] = reader.hash();
      }
      return words;
    }

    private boolean isFigure(int word) {
      int figure = Long.hashCode(hashes[word]);
      for (int i = 0; i < numbered; i++) if (figures[i] == figure) return true;
      return false;
    }

    private void number(long hash) {
      if (firstNumber < 0) firstNumber = count;
      int figure = Long.hashCode(hash);
      numbers = 31 * numbers + figure;
      if (numbered == figures.length) figures = Arrays.copyOf(figures, numbered * 2);
      figures[numbered++] = figure;
    }
  }
}
