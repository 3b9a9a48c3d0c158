package freshet.dedupe;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/// What is kept of an entry's text to compare it: four bytes a word in the store.
///
/// Medium texts are compared by shingles of ten words (S5.2), shorter ones by five, headlines and
/// two lines by two. Texts near the border between two lengths have both, so that an edit that
/// crosses it does not part two versions.
///
/// @param words words of the canonical form
/// @param numbers a hash of the numbers in a short text, in order; 0 if it has none
/// @param shingles one or two sets, the longer shingles first
public record Signature(int words, int numbers, List<Shingles> shingles) {
  static final int SHORT = 20;
  private static final int MEDIUM = 100;
  private static final int SHORT_LENGTH = 2;
  private static final int MIDDLE_LENGTH = 5;
  private static final int MEDIUM_LENGTH = 10;

  public Signature {
    shingles = List.copyOf(shingles);
  }

  /// The signature of an entry, with shingle lengths chosen by the length of the text.
  public static Signature of(String title, String text, String language) {
    return make(title, text, language, OptionalInt.empty());
  }

  /// The signature with the shingle length that the user set, for texts that are long enough.
  public static Signature of(String title, String text, String language, int length) {
    if (length < 1) throw new IllegalArgumentException("A shingle has at least one word.");
    return make(title, text, language, OptionalInt.of(length));
  }

  private static Signature make(String title, String text, String language, OptionalInt wish) {
    Words body = Words.of(text, language);
    // Papers write their own headline over the same agency text, so it counts only where there is
    // little text.
    Words words = body.count >= SHORT ? body : Words.of(title + "\n" + text, language);
    int n = words.count;
    List<Integer> lengths = new ArrayList<>();
    if (wish.isPresent()) {
      lengths.add(n >= Math.max(SHORT_LENGTH, wish.getAsInt()) ? wish.getAsInt() : SHORT_LENGTH);
    } else {
      if (n >= MEDIUM * 4 / 5) lengths.add(MEDIUM_LENGTH);
      if (n >= SHORT * 4 / 5 && n < MEDIUM * 5 / 4) lengths.add(MIDDLE_LENGTH);
      if (n < SHORT * 5 / 4) lengths.add(SHORT_LENGTH);
    }
    List<Shingles> sets = new ArrayList<>();
    for (int length : lengths) sets.add(Shingles.of(words.hashes, n, length));
    return new Signature(n, n < SHORT * 5 / 4 ? words.numbers : 0, sets);
  }

  /// How much two texts are the same, `2 · matches / (n₁ + n₂) · 100` (S5.2); the best of the
  /// shingle lengths they share, 0 if they share none.
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
    int size = 9;
    for (Shingles set : shingles) size += 5 + 4 * set.count();
    ByteBuffer bytes = ByteBuffer.allocate(size);
    bytes.putInt(words).putInt(numbers).put((byte) shingles.size());
    for (Shingles set : shingles) {
      bytes.put((byte) set.length()).putInt(set.count());
      bytes.asIntBuffer().put(set.hashes());
      bytes.position(bytes.position() + 4 * set.count());
    }
    return bytes.array();
  }

  /// Reads what [#toBytes] wrote.
  public static Signature fromBytes(byte[] stored) {
    ByteBuffer bytes = ByteBuffer.wrap(stored);
    int words = bytes.getInt();
    int numbers = bytes.getInt();
    List<Shingles> sets = new ArrayList<>();
    for (int n = bytes.get(); n > 0; n--) {
      int length = bytes.get();
      int[] hashes = new int[bytes.getInt()];
      bytes.asIntBuffer().get(hashes);
      bytes.position(bytes.position() + 4 * hashes.length);
      sets.add(new Shingles(length, hashes));
    }
    return new Signature(words, numbers, sets);
  }

  /// The words of a text as hashes.
  private static final class Words {
    private long[] hashes;
    private int count;
    private int numbers;

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
        words.hashes[words.count++] = reader.hash();
        if (reader.isNumber()) words.numbers = 31 * words.numbers + Long.hashCode(reader.hash());
      }
      return words;
    }
  }
}
