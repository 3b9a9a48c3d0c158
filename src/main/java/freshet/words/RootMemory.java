package freshet.words;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.UnaryOperator;

/// The roots of words as numbers: [WordMemory] without an object a word, for those who only compare
/// roots. A place holds a word's hash and its root's in one `long`.
public final class RootMemory {
  private static final int PLACES = WordMemory.PLACES;

  private final AtomicLongArray words = new AtomicLongArray(PLACES);
  private final UnaryOperator<String> roots;

  /// @param roots gives the root of a word, "" if it carries no meaning
  public RootMemory(UnaryOperator<String> roots) {
    this.roots = roots;
  }

  /// A number for the root of the word at a place of a text, 0 if it has none.
  public int at(String text, int start, int end) {
    long key = WordMemory.key(text, start, end);
    int first = (int) key & (PLACES - 1);
    int check = (int) (key >>> 32) | 1; // an empty place is no word
    long known = words.getOpaque(first);
    if ((int) (known >>> 32) == check) return (int) known;
    long second = words.getOpaque(first ^ 1);
    if ((int) (second >>> 32) == check) return (int) second;
    String root = roots.apply(text.substring(start, end));
    int number = root.isEmpty() ? 0 : root.hashCode() == 0 ? 1 : root.hashCode();
    words.setOpaque(first ^ 1, known);
    words.setOpaque(first, ((long) check << 32) | Integer.toUnsignedLong(number));
    return number;
  }
}
