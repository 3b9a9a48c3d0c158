package freshet.language;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.InflaterInputStream;

/// The n-grams of all languages: for a sequence of one to five symbols, which languages have it and
/// how surprising its last symbol is after the others there.
///
/// A symbol is a letter or the boundary of a word, 12 bits each, so that an n-gram is one `long`;
/// keys lie in an open hash table, postings (a language byte, a value byte) in two arrays beside
/// it. Made by tools/BuildLanguageModel.java, which also describes the file.
final class NgramTable {
  static final int BITS = 12;
  static final int BOUNDARY = 1;
  static final int LONGEST = 5;

  /// A value is the negative natural logarithm of a probability in steps of this size.
  static final double STEP = 0.25;

  private final String[] languages;
  private final short[] symbols = new short[Character.MAX_VALUE + 1];
  private final long[] keys;
  private final int[] from;
  private final byte[] counts;
  private final byte[] postingLanguages;
  private final byte[] postingValues;
  private final int mask;

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
    postingValues = stream(in);
    postingLanguages = new byte[postingCount];
    int size = Integer.highestOneBit(keyCount * 3 / 2) * 2;
    mask = size - 1;
    keys = new long[size];
    from = new int[size];
    counts = new byte[size];
    long key = 0;
    int gapAt = 0;
    int posting = 0;
    for (int i = 0; i < keyCount; i++) {
      for (int shift = 0; ; shift += 7) {
        byte b = gaps[gapAt++];
        key += (long) (b & 127) << shift;
        if (b >= 0) break;
      }
      int slot = slot(key);
      keys[slot] = key;
      from[slot] = posting;
      counts[slot] = lengths[i];
      int language = -1;
      for (int n = lengths[i] & 255; n > 0; n--) {
        language += (steps[posting] & 255) + 1;
        postingLanguages[posting++] = (byte) language;
      }
    }
  }

  /// The model that lies beside this class, read once: it is 35 MB and never changes.
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

  /// Sets `values[language]` for each language that has the n-gram, leaves the others alone.
  void read(long key, int[] values) {
    int slot = slot(key);
    if (keys[slot] != key) return;
    int end = from[slot] + (counts[slot] & 255);
    for (int i = from[slot]; i < end; i++) values[postingLanguages[i]] = postingValues[i];
  }

  private int slot(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed ^ (mixed >>> 29)) & mask;
    while (keys[slot] != 0 && keys[slot] != key) slot = (slot + 1) & mask;
    return slot;
  }
}
