package freshet.language;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.InflaterInputStream;

/// The n-grams of all languages: for a sequence of one to five symbols, which languages have it and
/// how surprising its last symbol is after the others there.
///
/// A symbol is a letter or the boundary of a word, 12 bits each, so that an n-gram is one `long`.
/// In an open hash table 32 bits of its hash stand beside the place and number of its postings,
/// which are a language and a value each: what is read together lies together, as the table is
/// larger than any cache. The n-gram itself is not kept: the hash's other half says where it
/// stands, so that one that no language has is taken for another once in a thousand million times
/// (decision 0360). Made by tools/BuildLanguageModel.java, which also describes the file.
final class NgramTable {
  static final int BITS = 12;
  static final int BOUNDARY = 1;
  static final int LONGEST = 5;

  /// A value is the negative natural logarithm of a probability in steps of this size.
  static final double STEP = 0.25;

  /// What a letter costs in a language that does not know it.
  static final int UNKNOWN_SYMBOL = 48;

  private final String[] languages;

  /// What each symbol costs by itself in all languages.
  private final byte[][] alone;

  private final short[] symbols = new short[Character.MAX_VALUE + 1];

  /// A mark of a key, then the place of its first posting and behind it in eight bits how many
  /// there are; 0 where there is no key.
  private final int[] table;

  /// The language, and behind it in eight bits the value.
  private final short[] postings;

  private final int size;

  private NgramTable(InputStream file) throws IOException {
    DataInputStream in = new DataInputStream(file);
    DataInputStream head = new DataInputStream(new ByteArrayInputStream(stream(in)));
    List<String> codes = new ArrayList<>();
    for (int n = head.readInt(); n > 0; n--) codes.add(head.readUTF());
    languages = codes.toArray(String[]::new);
    int symbolCount = head.readInt();
    for (short id = 1; id < symbolCount; id++) symbols[head.readChar()] = id;
    int keyCount = head.readInt();
    int postingCount = head.readInt();

    byte[] gaps = stream(in);
    byte[] lengths = stream(in);
    byte[] steps = stream(in);
    byte[] values = stream(in);
    postings = new short[postingCount];
    if (postingCount >= 1 << 24)
      throw new IOException("it has more postings than a place can name");
    size = keyCount + keyCount / 2;
    table = new int[2 * size];
    long key = 0;
    int gapAt = 0;
    int posting = 0;
    for (int i = 0; i < keyCount; i++) {
      for (int shift = 0; ; shift += 7) {
        byte b = gaps[gapAt++];
        key += (long) (b & 127) << shift;
        if (b >= 0) break;
      }
      int count = lengths[i] & 255;
      long hash = hash(key);
      int slot = slot(hash);
      if (table[slot] != 0) throw new IOException("two of its n-grams have one mark");
      table[slot] = mark(hash);
      table[slot + 1] = (posting << 8) | count;
      int language = -1;
      for (int n = count; n > 0; n--) {
        language += (steps[posting] & 255) + 1;
        postings[posting] = (short) ((language << 8) | (values[posting] & 255));
        posting++;
      }
    }
    alone = new byte[symbolCount][];
    for (int symbol = 1; symbol < symbolCount; symbol++) alone[symbol] = costs(postings(symbol));
  }

  private byte[] costs(long found) {
    int[] cost = new int[languages.length];
    Arrays.fill(cost, UNKNOWN_SYMBOL);
    read(found, 1, cost, new int[languages.length]);
    byte[] costs = new byte[cost.length];
    for (int i = 0; i < cost.length; i++) costs[i] = (byte) cost[i];
    return costs;
  }

  /// The model that lies beside this class, read once: it is 20 MB and never changes.
  static NgramTable shared() {
    return Shared.TABLE;
  }

  private static final class Shared {
    static final NgramTable TABLE = load();
  }

  private static NgramTable load() {
    try (InputStream file = NgramTable.class.getResourceAsStream("ngrams.bin")) {
      if (file == null) throw new IllegalStateException("ngrams.bin is missing from the jar");
      return new NgramTable(file);
    } catch (IOException e) {
      throw new UncheckedIOException("ngrams.bin in the jar cannot be read", e);
    }
  }

  private static byte[] stream(DataInputStream in) throws IOException {
    byte[] packed = in.readNBytes(in.readInt());
    return new InflaterInputStream(new ByteArrayInputStream(packed)).readAllBytes();
  }

  int languageCount() {
    return languages.length;
  }

  String language(int number) {
    return languages[number];
  }

  /// The number of a letter, 0 if no language of the model uses it.
  int symbol(char c) {
    return symbols[c];
  }

  /// Gives each language the cost of the symbol alone, and adds it to its total so many times.
  void read(int symbol, int times, int[] cost, int[] total) {
    byte[] costs = alone[symbol];
    for (int i = 0; i < costs.length; i++) {
      cost[i] = costs[i];
      total[i] += (costs[i] - UNKNOWN_SYMBOL) * times;
    }
  }

  /// The languages that have an n-gram, and their costs there: 0 if there are none.
  long postings(long key) {
    return Integer.toUnsignedLong(table[slot(hash(key)) + 1]);
  }

  /// Gives each language of the [#postings] its cost there instead of the one it had, and adds the
  /// difference to its total so many times.
  void read(long found, int times, int[] cost, int[] total) {
    int from = (int) (found >> 8);
    int end = from + (int) (found & 255);
    for (int i = from; i < end; i++) {
      int language = postings[i] >> 8;
      int value = (byte) postings[i];
      total[language] += (value - cost[language]) * times;
      cost[language] = value;
    }
  }

  private static long hash(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }

  private static int mark(long hash) {
    return (int) hash == 0 ? 1 : (int) hash;
  }

  /// Where a key is, or would be.
  private int slot(long hash) {
    int mark = mark(hash);
    int slot = (int) (((hash >>> 32) * size) >>> 32);
    while (table[2 * slot] != 0 && table[2 * slot] != mark) slot = slot + 1 == size ? 0 : slot + 1;
    return 2 * slot;
  }
}
