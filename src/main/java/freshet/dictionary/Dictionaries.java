package freshet.dictionary;

import freshet.words.Folding;
import freshet.words.Stemmer;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The dictionaries of a data folder, as [Binder] wrote them. The file is mapped into memory: what
/// is used of it is in the system's cache, and nothing is on the heap.
///
/// Any number of threads may ask.
public final class Dictionaries {
  static final byte[] MAGIC = "FRSHDIC1".getBytes(StandardCharsets.US_ASCII);

  /// What a translation is known by: the other way's dictionary, the own one, or both.
  static final int BACK = 0;

  static final int DIRECT = 1;
  static final int BOTH = 2;

  /// Without any.
  public static final Dictionaries NONE =
      new Dictionaries(ByteBuffer.allocate(0), List.of(), List.of());

  private final ByteBuffer file;
  private final List<Bound> bound;
  private final List<Section> sections;
  private final Map<String, Section> byLanguage = new TreeMap<>();
  private final Set<String> connected = new HashSet<>();

  private record Section(
      int number, String language, int words, int start, int blocks, int roots, int rooted) {}

  /// A word of a language.
  record Word(String language, int number, String text) {}

  /// @param way [#BOTH], [#DIRECT] or [#BACK]
  record Translation(Word word, int way) {}

  private Dictionaries(ByteBuffer file, List<Bound> bound, List<Section> sections) {
    this.file = file;
    this.bound = bound;
    this.sections = sections;
    for (Section s : sections) byLanguage.put(s.language, s);
    for (Bound b : bound) {
      connected.add(b.from() + " " + b.to());
      connected.add(b.to() + " " + b.from());
    }
  }

  /// @throws IOException if it cannot be read, or is not whole
  public static Dictionaries open(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      long size = channel.size();
      if (size < MAGIC.length + 16L || size > Integer.MAX_VALUE) throw damaged(path, null);
      ByteBuffer file = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
      byte[] start = new byte[MAGIC.length];
      file.get(0, start);
      if (!Arrays.equals(start, MAGIC)) throw damaged(path, null);
      CRC32 sum = new CRC32();
      int end = (int) size - 8;
      sum.update(file.slice(0, end));
      if (sum.getValue() != file.getLong(end)) throw damaged(path, null);
      try {
        return read(file, (int) file.getLong(end - 8), end - 8);
      } catch (IOException
          | ArithmeticException
          | IndexOutOfBoundsException
          | NegativeArraySizeException e) {
        throw damaged(path, e);
      }
    }
  }

  private static IOException damaged(Path path, @Nullable Exception cause) {
    return new IOException(path + " is no file of dictionaries, or damaged", cause);
  }

  private static Dictionaries read(ByteBuffer file, int from, int to) throws IOException {
    byte[] directory = new byte[to - from];
    file.get(from, directory);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(directory));
    List<Bound> bound = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      String name = in.readUTF();
      String source = in.readUTF();
      String target = in.readUTF();
      String title = in.readUTF();
      String licence = in.readUTF();
      bound.add(new Bound(name, source, target, in.readInt(), title, licence));
    }
    List<Section> sections = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      sections.add(
          new Section(
              sections.size(),
              in.readUTF(),
              in.readInt(),
              Math.toIntExact(in.readLong()),
              Math.toIntExact(in.readLong()),
              Math.toIntExact(in.readLong()),
              in.readInt()));
    }
    return new Dictionaries(file, List.copyOf(bound), List.copyOf(sections));
  }

  public List<Bound> bound() {
    return bound;
  }

  /// Whether there is nothing to translate with.
  public boolean isEmpty() {
    return sections.isEmpty();
  }

  /// The languages that it has words of.
  public List<String> languages() {
    return List.copyOf(byLanguage.keySet());
  }

  boolean has(String language) {
    return byLanguage.containsKey(language);
  }

  /// Headwords of one dictionary with their translations, as they are in the file.
  void direct(String from, String to, BiConsumer<String, List<String>> take) {
    Section section = byLanguage.get(from);
    if (section == null) return;
    Cursor cursor = new Cursor(section, 0);
    for (int i = 0; i < section.words; i++) {
      cursor.next();
      List<String> own = new ArrayList<>();
      for (Translation t : cursor.translations(to)) if (t.way != BACK) own.add(t.word.text);
      if (!own.isEmpty()) take.accept(cursor.text(), own);
    }
  }

  /// The words that are written so, without regard to case and accents.
  List<Word> written(String language, String written) {
    Section section = byLanguage.get(language);
    if (section == null || section.words == 0) return List.of();
    return exact(section, Folding.fold(written));
  }

  /// The word with the same root that begins most like it, and is not written so; null if there is
  /// none.
  @Nullable Word relative(String language, String written) {
    Section section = byLanguage.get(language);
    if (section == null || written.indexOf(' ') >= 0) return null;
    return ofRoot(section, written);
  }

  /// Whether a dictionary goes from one of these languages to the other.
  boolean connects(String one, String other) {
    return connected.contains(one + " " + other);
  }

  private List<Word> exact(Section section, String key) {
    int low = 0;
    int high = (section.words - 1) / Binder.A_BLOCK;
    // The last block that begins before the word.
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      Cursor first = new Cursor(section, middle);
      first.next();
      if (Folding.fold(first.text()).compareTo(key) < 0) low = middle;
      else high = middle - 1;
    }
    List<Word> found = new ArrayList<>();
    Cursor cursor = new Cursor(section, low);
    for (int i = low * Binder.A_BLOCK; i < section.words; i++) {
      cursor.next();
      int order = Folding.fold(cursor.text()).compareTo(key);
      if (order > 0) break;
      if (order == 0) found.add(new Word(section.language, i, cursor.text()));
    }
    return found;
  }

  static long rooted(String root, int word) {
    return ((long) root.hashCode() << 32) | word;
  }

  private @Nullable Word ofRoot(Section section, String written) {
    String small = written.toLowerCase(Locale.forLanguageTag(section.language));
    String root = Stemmer.of(section.language).root(small);
    if (root.length() < 3) return null;
    String key = Folding.fold(small);
    Word best = null;
    int most = 0;
    for (int i = firstOf(section, root.hashCode()); i < section.rooted; i++) {
      long entry = file.getLong(section.roots + 8 * i);
      if ((int) (entry >> 32) != root.hashCode()) break;
      Word word = word(section, (int) entry);
      if (Folding.fold(word.text).equals(key)) continue;
      int alike = shared(small, word.text.toLowerCase(Locale.ROOT)) * 64 - word.text.length();
      if (best == null || alike > most) {
        best = word;
        most = alike;
      }
    }
    boolean same = best != null && Stemmer.of(section.language).root(best.text).equals(root);
    return same ? best : null;
  }

  private int firstOf(Section section, int hash) {
    int low = 0;
    int high = section.rooted;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if ((int) (file.getLong(section.roots + 8 * middle) >> 32) < hash) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private static int shared(String a, String b) {
    int n = 0;
    while (n < a.length() && n < b.length() && a.charAt(n) == b.charAt(n)) n++;
    return n;
  }

  private Word word(Section section, int number) {
    Cursor cursor = at(section, number);
    return new Word(section.language, number, cursor.text());
  }

  private Cursor at(Section section, int number) {
    Cursor cursor = new Cursor(section, number / Binder.A_BLOCK);
    for (int i = number % Binder.A_BLOCK; i >= 0; i--) cursor.next();
    return cursor;
  }

  /// What dictionaries between the two languages have for a word, the surest first.
  List<Translation> translations(Word word, String to) {
    Section section = byLanguage.get(word.language);
    return section == null ? List.of() : at(section, word.number).translations(to);
  }

  /// Goes along the words of a language.
  private final class Cursor {
    private int at;
    private byte[] text = new byte[256];
    private int length;
    private int translations;
    private int end;

    Cursor(Section section, int block) {
      at = section.start + file.getInt(section.blocks + 4 * block);
    }

    void next() {
      length = number();
      int more = number();
      if (length + more > text.length) text = Arrays.copyOf(text, length + more);
      file.get(at, text, length, more);
      length += more;
      at += more;
      int size = number();
      translations = at;
      end = at + size;
      at = end;
    }

    String text() {
      return new String(text, 0, length, StandardCharsets.UTF_8);
    }

    List<Translation> translations(String language) {
      Section to = byLanguage.get(language);
      List<Translation> found = new ArrayList<>();
      int after = at;
      at = translations;
      while (to != null && at < end) {
        int of = file.get(at++) & 0xff;
        int count = file.get(at++);
        for (int i = 0; i < count; i++) {
          int n = number();
          if (of == to.number) found.add(new Translation(word(to, n / 3), n % 3));
        }
      }
      at = after;
      return found;
    }

    private int number() {
      int n = 0;
      for (int shift = 0; ; shift += 7) {
        byte b = file.get(at++);
        n |= (b & 0x7f) << shift;
        if (b >= 0) return n;
      }
    }
  }
}
