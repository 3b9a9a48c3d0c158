package freshet.words;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// What was made of the words of a language, so that it is made once for the words that come again
/// and again: a text has few that the texts before it did not have.
///
/// A table of pairs of places: a new word takes the first place of its pair, what stood there the
/// second. So it is bounded, needs no lock and no list of what was used when, and a word is looked
/// for where it stands in the text, without being copied first. Threads may overwrite each other's
/// words, which costs making one again. It begins small, as most languages are met now and then
/// only, and is made twice as large, empty, once it has made as many words as it has places. Words
/// are known by 64 bits of hash: two of a language that have the same are not to be expected.
public final class WordMemory<W extends WordMemory.Word> {
  static final int PLACES = 1 << 15;

  private static final int SMALL = 1 << 10;

  /// What is remembered of a word.
  public interface Word {
    /// The hash that it was made with.
    long key();
  }

  /// Makes of a word what is remembered.
  public interface Maker<W> {
    W make(String written, long key);
  }

  private volatile @Nullable Object[] words = new @Nullable Object[SMALL];
  private final AtomicInteger made = new AtomicInteger();
  private final Maker<W> maker;

  public WordMemory(Maker<W> maker) {
    this.maker = maker;
  }

  /// The word at a place of a text.
  public W at(String text, int start, int end) {
    @Nullable Object[] places = words;
    long key = key(text, start, end);
    int first = (int) key & (places.length - 1);
    W known = known(places[first], key);
    if (known == null) known = known(places[first ^ 1], key);
    if (known != null) return known;
    W word = maker.make(text.substring(start, end), key);
    places[first ^ 1] = places[first];
    places[first] = word;
    if (made.incrementAndGet() == places.length && places.length < PLACES) {
      words = new @Nullable Object[2 * places.length];
    }
    return word;
  }

  @SuppressWarnings("unchecked") // only what the maker made is in it
  private @Nullable W known(@Nullable Object stored, long key) {
    W word = (W) stored;
    return word != null && word.key() == key ? word : null;
  }

  /// 64 bits that stand for a word.
  public static long key(String text, int start, int end) {
    long hash = (long) end - start;
    for (int i = start; i < end; i++) hash = (hash ^ text.charAt(i)) * 0x9E3779B97F4A7C15L;
    return hash ^ (hash >>> 32);
  }
}
