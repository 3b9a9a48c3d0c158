package freshet.search;

import freshet.search.Lexicon.Word;
import freshet.words.WordMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// The terms of the words of one language, for the thread that writes the index.
///
/// What [WordMemory] does with objects, in one array, a cache line a word: indexing waits for
/// memory most of the time, and there a word was an object, two terms and two arrays. A place holds
/// a word's hash, its term as written, and of its root what the two do not share. A word that is
/// too long for a place is made each time. Begins small, as most languages are met now and then
/// only, and is made twice as large, empty, once it has made as many words as it has places.
final class WordTable {
  private static final VarHandle KEY =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int SMALL = 1 << 12;
  private static final int LARGE = 1 << 15;
  private static final int PLACE = 64;

  // Within a place: the hash, three lengths, the word, the end of its root.
  private static final int WORD = 8;
  private static final int SHARED = 9;
  private static final int ENDING = 10;
  private static final int TEXT = 11;

  private final Lexicon lexicon;
  private byte[] places = new byte[SMALL * PLACE];
  private int made;

  private final BytesRef exact = new BytesRef();
  private final BytesRef root;
  private final int mark;
  private boolean rooted;

  WordTable(Lexicon lexicon) {
    this.lexicon = lexicon;
    byte[] start = lexicon.mark();
    mark = start.length;
    root = new BytesRef(Arrays.copyOf(start, start.length + PLACE));
  }

  /// Moves to the word at a place of a text.
  ///
  /// @param pair whether it is two signs of a script without spaces
  void read(String text, int start, int end, boolean pair) {
    long key = WordMemory.key(text, start, end);
    int at = find(key);
    if (at < 0) {
      Word word = lexicon.make(text.substring(start, end), pair);
      at = remember(word, key);
      if (at < 0) {
        set(word);
        return;
      }
    }
    exact.bytes = places;
    exact.offset = at + TEXT;
    exact.length = places[at + WORD];
    int shared = places[at + SHARED];
    int ending = places[at + ENDING];
    rooted = shared < exact.length || ending > 0;
    if (!rooted) return;
    System.arraycopy(places, at + TEXT, root.bytes, mark, shared);
    System.arraycopy(places, at + TEXT + exact.length, root.bytes, mark + shared, ending);
    root.length = mark + shared + ending;
  }

  private void set(Word word) {
    exact.bytes = word.exact().bytes;
    exact.offset = word.exact().offset;
    exact.length = word.exact().length;
    BytesRef own = word.ownRoot();
    rooted = own != null;
    if (own == null) return;
    if (own.length > root.bytes.length) root.bytes = Arrays.copyOf(root.bytes, own.length);
    System.arraycopy(own.bytes, own.offset, root.bytes, 0, own.length);
    root.length = own.length;
  }

  private int first(long key) {
    return ((int) key & (places.length / PLACE - 1)) * PLACE;
  }

  private int find(long key) {
    int first = first(key);
    if (isAt(first, key)) return first;
    return isAt(first ^ PLACE, key) ? first ^ PLACE : -1;
  }

  private boolean isAt(int place, long key) {
    return (long) KEY.get(places, place) == key && places[place + WORD] != 0;
  }

  /// Puts a word into the first of its two places, and what stood there into the second.
  ///
  /// @return the place, -1 if it does not fit into any
  private int remember(Word word, long key) {
    BytesRef written = word.exact();
    BytesRef own = word.ownRoot();
    int shared = written.length;
    int ending = 0;
    if (own != null) {
      shared =
          Math.max(
              0,
              Arrays.mismatch(
                  written.bytes,
                  written.offset,
                  written.offset + written.length,
                  own.bytes,
                  own.offset + mark,
                  own.offset + own.length));
      ending = own.length - mark - shared;
    }
    if (written.length == 0 || written.length + ending > PLACE - TEXT) return -1;
    if (++made == places.length / PLACE && made < LARGE) places = new byte[2 * made * PLACE];
    int at = first(key);
    System.arraycopy(places, at, places, at ^ PLACE, PLACE);
    KEY.set(places, at, key);
    places[at + WORD] = (byte) written.length;
    places[at + SHARED] = (byte) shared;
    places[at + ENDING] = (byte) ending;
    System.arraycopy(written.bytes, written.offset, places, at + TEXT, written.length);
    if (own != null) {
      System.arraycopy(
          own.bytes, own.offset + mark + shared, places, at + TEXT + written.length, ending);
    }
    return at;
  }

  /// The word as it is written, until the next is read.
  BytesRef exact() {
    return exact;
  }

  /// Its root, or the word itself where that is its own, without the mark of the language.
  BytesRef plainRoot() {
    return rooted ? new BytesRef(root.bytes, mark, root.length - mark) : exact;
  }

  /// Its root if that stands in the index beside it, until the next is read.
  @Nullable BytesRef root() {
    return rooted ? root : null;
  }
}
