package freshet.dedupe;

import freshet.numbers.NumbersIn;
import freshet.numbers.NumbersOut;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Which entries have a sampled shingle. Postings (hash, entry) are spread over parts by the low
/// bits of the hash. Most of a part lies sorted and packed, the gap to the hash before and the
/// entry each in as few bytes as they need, with a signpost every so many postings; what came
/// lately lies in a small open hash table, and is merged in when that is full. So a posting takes
/// about five bytes, where a hash table of its own would take ten.
final class SampleIndex {
  /// A shingle in more entries than this is a phrase of a template and names no story.
  private static final int MOST_POSTINGS = 32;

  private static final int PARTS = 256;

  /// A twelfth of the room, of which three quarters are used.
  private static final int USUAL_SHARE = 12;

  private static final int LARGER_SHARE = 3;

  private final @Nullable Part[] parts = new Part[PARTS];

  /// Of what there is, how much may come before it is merged in: an eighth of it, or more while
  /// very many come at once.
  private int share = USUAL_SHARE;

  void add(int hash, int entry) {
    int number = hash & (PARTS - 1);
    Part part = parts[number];
    if (part == null) {
      part = new Part();
      parts[number] = part;
    }
    part.add(hash >>> 8, entry, share);
  }

  /// Very many are about to come: they are packed a quarter as often, and take more room until
  /// then.
  void hurry() {
    share = LARGER_SHARE;
  }

  /// They have come.
  void rest() {
    share = USUAL_SHARE;
    for (Part part : parts) if (part != null) part.merge(e -> e, share);
  }

  void find(int hash, IntConsumer found) {
    Part part = parts[hash & (PARTS - 1)];
    if (part != null) part.find(hash >>> 8, found);
  }

  /// Gives entries other numbers in the same order, and drops those whose new number is negative.
  void renumber(IntUnaryOperator numbers) {
    for (Part part : parts) if (part != null) part.merge(numbers, share);
  }

  void write(NumbersOut out) throws IOException {
    for (Part part : parts) {
      out.number(part == null ? 0 : 1);
      if (part != null) part.write(out);
    }
  }

  static SampleIndex read(NumbersIn in) throws IOException {
    SampleIndex index = new SampleIndex();
    for (int i = 0; i < PARTS; i++) {
      if (in.number() != 0) index.parts[i] = new Part(in);
    }
    return index;
  }

  long bytes() {
    long bytes = 8L * PARTS;
    for (Part part : parts) if (part != null) bytes += part.bytes();
    return bytes;
  }

  /// Keys are the upper 24 bits of hashes.
  private static final class Part {
    private static final int SIGNPOST = 32;
    private static final int SMALLEST = 16;
    private static final int EMPTY = -1;

    private byte[] packed = new byte[0];
    private int count;
    private int[] signKeys = new int[0];
    private int[] signPlaces = new int[0];

    /// Most keys that are looked for are not there: four bits a posting tell so of three in four.
    private long[] filter = new long[1];

    private int[] freshKeys = new int[SMALLEST];
    private int[] freshEntries = filled(SMALLEST);
    private int fresh;

    Part() {}

    Part(NumbersIn in) throws IOException {
      count = (int) in.number();
      packed = in.bytes();
      signKeys = in.ints(0);
      signPlaces = in.ints(0);
      filter = in.longs(0);
      fresh = (int) in.number();
      freshKeys = in.ints(0);
      freshEntries = in.ints(0);
    }

    void write(NumbersOut out) throws IOException {
      out.number(count);
      out.all(packed);
      out.all(signKeys, signKeys.length);
      out.all(signPlaces, signPlaces.length);
      out.all(filter, filter.length);
      out.number(fresh);
      out.all(freshKeys, freshKeys.length);
      out.all(freshEntries, freshEntries.length);
    }

    private static int[] filled(int size) {
      int[] array = new int[size];
      Arrays.fill(array, EMPTY);
      return array;
    }

    long bytes() {
      return packed.length
          + 8L * signKeys.length
          + 8L * freshKeys.length
          + 8L * filter.length
          + 136;
    }

    void add(int key, int entry, int share) {
      if (fresh >= freshKeys.length * 3 / 4) merge(e -> e, share);
      int place = place(key);
      int same = 0;
      while (freshEntries[place] != EMPTY) {
        if (freshKeys[place] == key && ++same == MOST_POSTINGS) return;
        if (++place == freshKeys.length) place = 0;
      }
      freshKeys[place] = key;
      freshEntries[place] = entry;
      fresh++;
    }

    private int place(int key) {
      return (int) ((spread(key) * freshKeys.length) >>> 32);
    }

    private static long spread(int key) {
      return (key * 0x9E3779B97F4A7C15L) >>> 32;
    }

    static int bit(int key, long[] filter) {
      return (int) ((spread(key) * (64L * filter.length)) >>> 32);
    }

    void find(int key, IntConsumer found) {
      int place = place(key);
      while (freshEntries[place] != EMPTY) {
        if (freshKeys[place] == key) found.accept(freshEntries[place]);
        if (++place == freshKeys.length) place = 0;
      }
      int bit = bit(key, filter);
      if ((filter[bit >> 6] & (1L << bit)) == 0) return;
      // The last signpost before the key; equal keys may begin before one of their own.
      int sign = Arrays.binarySearch(signKeys, key);
      if (sign < 0) sign = -sign - 2;
      else while (sign > 0 && signKeys[sign] == key) sign--;
      if (sign < 0) return;
      Reader reader = new Reader(packed, signPlaces[sign], signKeys[sign]);
      while (reader.next() && reader.key <= key) {
        if (reader.key == key) found.accept(reader.entry);
      }
    }

    /// Packs everything anew, and makes room for what is to come: a share of what there is.
    void merge(IntUnaryOperator numbers, int share) {
      long[] added = new long[fresh];
      int n = 0;
      for (int i = 0; i < freshKeys.length; i++) {
        if (freshEntries[i] == EMPTY) continue;
        int entry = numbers.applyAsInt(freshEntries[i]);
        if (entry >= 0) added[n++] = ((long) freshKeys[i] << 32) | entry;
      }
      Arrays.sort(added, 0, n);
      Packer packer = new Packer(packed.length + n * 8 + 8, count + n);
      Reader reader = new Reader(packed, 0, 0);
      boolean more = reader.next();
      for (int i = 0; more || i < n; ) {
        long old = Long.MAX_VALUE;
        if (more) {
          int entry = numbers.applyAsInt(reader.entry);
          if (entry < 0) {
            more = reader.next();
            continue;
          }
          old = ((long) reader.key << 32) | entry;
        }
        if (i < n && added[i] < old) {
          packer.put(added[i++]);
        } else {
          packer.put(old);
          more = reader.next();
        }
      }
      packed = Arrays.copyOf(packer.bytes, packer.at);
      count = packer.count;
      signKeys = Arrays.copyOf(packer.signKeys, packer.signs);
      signPlaces = Arrays.copyOf(packer.signPlaces, packer.signs);
      filter = packer.filter;
      int room = Math.max(SMALLEST, count / share);
      freshKeys = new int[room];
      freshEntries = filled(room);
      fresh = 0;
    }
  }

  private static final class Reader {
    private final byte[] bytes;
    private int at;
    int key;
    int entry;

    Reader(byte[] bytes, int at, int key) {
      this.bytes = bytes;
      this.at = at;
      this.key = key;
    }

    boolean next() {
      if (at >= bytes.length) return false;
      key += number();
      entry = number();
      return true;
    }

    private int number() {
      int value = 0;
      int shift = 0;
      while (true) {
        byte b = bytes[at++];
        value |= (b & 127) << shift;
        if (b >= 0) return value;
        shift += 7;
      }
    }
  }

  /// Writes postings in ascending order. A signpost names the key before the posting it stands at,
  /// so that the gap can be added to it.
  private static final class Packer {
    private final byte[] bytes;
    private int at;
    private int count;
    private int key;
    private int same;
    private final int[] signKeys;
    private final int[] signPlaces;
    private int signs;
    private final long[] filter;

    Packer(int size, int postings) {
      filter = new long[postings / 16 + 1];
      bytes = new byte[size];
      signKeys = new int[postings / Part.SIGNPOST + 1];
      signPlaces = new int[signKeys.length];
    }

    void put(long posting) {
      int next = (int) (posting >>> 32);
      same = next == key ? same + 1 : 1;
      if (same > MOST_POSTINGS) return;
      if (count % Part.SIGNPOST == 0) {
        signKeys[signs] = key;
        signPlaces[signs++] = at;
      }
      number(next - key);
      number((int) posting);
      key = next;
      count++;
      int bit = Part.bit(key, filter);
      filter[bit >> 6] |= 1L << bit;
    }

    private void number(int value) {
      int rest = value;
      while (rest > 127) {
        bytes[at++] = (byte) (rest | 128);
        rest >>>= 7;
      }
      bytes[at++] = (byte) rest;
    }
  }
}
