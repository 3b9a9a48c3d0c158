package freshet.words;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.UnaryOperator;

/// The roots of words as numbers: [WordMemory] without an object a word, for those who only compare
/// roots. A place holds a word's hash and its root's in one `long`. It begins small, as most
/// languages are met now and then only, and is made twice as large, empty, once it has made as many
/// roots as it has places.
public final class RootMemory {
  private static final int SMALL = 1 << 12;
  private static final int LARGE = 1 << 17;

  private volatile AtomicLongArray words = new AtomicLongArray(SMALL);
  private final AtomicInteger made = new AtomicInteger();
  private final UnaryOperator<String> roots;

  /// @param roots gives the root of a word, "" if it carries no meaning
  public RootMemory(UnaryOperator<String> roots) {
    this.roots = roots;
  }

  /// A number for the root of the word at a place of a text, 0 if it has none.
  public int at(String text, int start, int end) {
    AtomicLongArray places = words;
    long key = WordMemory.key(text, start, end);
    int first = (int) key & (places.length() - 1);
    int check = (int) (key >>> 32) | 1; // an empty place is no word
    long known = places.getOpaque(first);
    if ((int) (known >>> 32) == check) return (int) known;
    long second = places.getOpaque(first ^ 1);
    if ((int) (second >>> 32) == check) return (int) second;
    String root = roots.apply(text.substring(start, end));
    int number = root.isEmpty() ? 0 : root.hashCode() == 0 ? 1 : root.hashCode();
    places.setOpaque(first ^ 1, known);
    places.setOpaque(first, ((long) check << 32) | Integer.toUnsignedLong(number));
    if (made.incrementAndGet() == places.length() && places.length() < LARGE) {
      words = new AtomicLongArray(2 * places.length());
    }
    return number;
  }
}
