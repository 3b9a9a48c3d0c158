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
/// Half of its hash chooses one of many small buckets, each a few n-grams in a row: of each, 24
/// bits of the other half and how many postings it has. A posting is a language and a value; those
/// of a bucket stand in its order, so that where an n-gram's begin is a sum of a few numbers on the
/// way to it. Five bytes an n-gram; the n-gram itself is not kept, so that one that no language has
/// is taken for another once in two million times (decision 0440). Made by
/// tools/BuildLanguageModel.java, which also describes the file.
final class NgramTable {
  static final int BITS = 12;
  static final int BOUNDARY = 1;
  static final int LONGEST = 5;

  /// A value is the negative natural logarithm of a probability in steps of this size.
  static final double STEP = 0.25;

  /// What a letter costs in a language that does not know it.
  static final int UNKNOWN_SYMBOL = 48;

  /// As many as stand together in a line of the processor's cache, in the mean.
  private static final int IN_A_BUCKET = 8;

  private static final int MARK = ~255;

  private final String[] languages;

  /// What each symbol costs by itself in all languages.
  private final byte[][] alone;

  private final short[] symbols = new short[Character.MAX_VALUE + 1];

  /// By bucket: where its n-grams begin, and where their postings do.
  private final int[] starts;

  /// A mark of an n-gram, and behind it in eight bits how many postings it has.
  private final int[] keys;

  /// The language, and behind it in eight bits the value.
  private final short[] postings;

  private final int buckets;

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
    buckets = keyCount / IN_A_BUCKET + 1;
    starts = new int[2 * (buckets + 1)];
    keys = new int[keyCount];
    postings = new short[postingCount];
    Gaps sizes = new Gaps(gaps);
    for (int i = 0; i < keyCount; i++) {
      int after = 2 * bucket(hash(sizes.next())) + 2;
      starts[after]++;
      starts[after + 1] += lengths[i] & 255;
    }
    for (int i = 2; i < starts.length; i++) starts[i] += starts[i - 2];
    fill(new Gaps(gaps), lengths, steps, values);
    alone = new byte[symbolCount][];
    for (int symbol = 1; symbol < symbolCount; symbol++) alone[symbol] = costs(postings(symbol));
  }

  /// Puts the n-grams, which come in another order, behind each other in their buckets.
  private void fill(Gaps gaps, byte[] lengths, byte[] steps, byte[] values) throws IOException {
    int[] next = starts.clone();
    int from = 0;
    for (int i = 0; i < keys.length; i++) {
      long hash = hash(gaps.next());
      int bucket = 2 * bucket(hash);
      int count = lengths[i] & 255;
      for (int k = starts[bucket]; k < next[bucket]; k++) {
        if ((keys[k] & MARK) == mark(hash))
          throw new IOException("two of its n-grams are one here");
      }
      keys[next[bucket]++] = mark(hash) | count;
      int language = -1;
      for (int n = 0; n < count; n++, from++) {
        language += (steps[from] & 255) + 1;
        postings[next[bucket + 1]++] = (short) ((language << 8) | (values[from] & 255));
      }
    }
  }

  /// The n-grams in the order of the file, which has how far each is from the one before.
  private static final class Gaps {
    private final byte[] bytes;
    private int at;
    private long key;

    Gaps(byte[] bytes) {
      this.bytes = bytes;
    }

    long next() {
      for (int shift = 0; ; shift += 7) {
        byte b = bytes[at++];
        key += (long) (b & 127) << shift;
        if (b >= 0) return key;
      }
    }
  }

  private byte[] costs(long found) {
    int[] cost = new int[languages.length];
    Arrays.fill(cost, UNKNOWN_SYMBOL);
    read(found, 1, cost, new int[languages.length]);
    byte[] costs = new byte[cost.length];
    for (int i = 0; i < cost.length; i++) costs[i] = (byte) cost[i];
    return costs;
  }

  /// The model that lies beside this class, read once: it is 12 MB and never changes.
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
    long hash = hash(key);
    int mark = mark(hash);
    int bucket = 2 * bucket(hash);
    int posting = starts[bucket + 1];
    for (int i = starts[bucket]; i < starts[bucket + 2]; i++) {
      int count = keys[i] & 255;
      if ((keys[i] & MARK) == mark) return ((long) posting << 8) | count;
      posting += count;
    }
    return 0;
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
    return (int) hash & MARK;
  }

  private int bucket(long hash) {
    return (int) (((hash >>> 32) * buckets) >>> 32);
  }
}
