package freshet.dictionary;

import freshet.words.Folding;
import freshet.words.Stemmer;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/// Puts dictionaries together and writes the file that [Dictionaries] reads.
///
/// Every pair of words is in the file both ways: a Turkish word is found through the headwords of
/// the English-Turkish dictionary, too, as there are good dictionaries for one way only. A
/// translation that both ways name is surer than others and comes first.
///
/// The file: [Dictionaries#MAGIC]; for each language its words in the order of their folded forms,
/// sixteen a block, each without what it shares with the one before, followed by its translations
/// as numbers of words; the places of the blocks; hashes of the roots with the numbers of their
/// words; then what is in the file, its place, a checksum. Numbers are of the most significant byte
/// first, or in sevens of bits.
public final class Binder {
  static final int A_BLOCK = 16;
  static final int MOST_TRANSLATIONS = 8;

  private final Map<String, WordPool> words = new TreeMap<>();
  private final Map<String, Map<String, Pairs>> pairs = new TreeMap<>();
  private final Map<String, Bound> bound = new LinkedHashMap<>();

  /// With what a file has already.
  public static Binder of(Dictionaries known) {
    Binder binder = new Binder();
    for (Bound b : known.bound()) {
      binder.bound.put(b.from() + " " + b.to(), b);
      known.direct(b.from(), b.to(), (word, to) -> binder.take(b.from(), b.to(), word, to));
    }
    return binder;
  }

  /// Adds a dictionary, instead of one between the same languages if there is one.
  ///
  /// @throws IOException if it cannot be read
  /// @throws IllegalArgumentException if its name says no languages
  public Bound add(Source source) throws IOException {
    String[] languages = languages(source.name());
    String from = languages[0];
    String to = languages[1];
    pairs.computeIfAbsent(from, _ -> new TreeMap<>()).remove(to);
    int[] taken = new int[1];
    Source.About about =
        source.read((headword, translations) -> {
          take(from, to, headword, translations);
          taken[0]++;
        });
    if (taken[0] == 0) throw new IOException(source.path() + " has no words");
    Bound added =
        new Bound(
            source.name(), from, to, taken[0], about.title(), Licences.named(about.licence()));
    bound.put(from + " " + to, added);
    return added;
  }

  static String[] languages(String name) {
    String[] part = name.split("-");
    if (part.length != 2 || !part[0].matches("[a-z]{2,3}") || !part[1].matches("[a-z]{2,3}")) {
      throw new IllegalArgumentException(
          name + " does not say its languages, as eng-tur does: rename it");
    }
    return new String[] {LanguageCodes.shortened(part[0]), LanguageCodes.shortened(part[1])};
  }

  private void take(String from, String to, String headword, List<String> translations) {
    Pairs between =
        pairs.computeIfAbsent(from, _ -> new TreeMap<>()).computeIfAbsent(to, _ -> new Pairs());
    int head = pool(from).number(headword);
    for (int i = 0; i < translations.size(); i++) {
      between.add(head, pool(to).number(translations.get(i)), i);
    }
  }

  private WordPool pool(String language) {
    return words.computeIfAbsent(language, _ -> new WordPool());
  }

  /// Takes a dictionary out.
  ///
  /// @return whether it was there
  public boolean remove(String name) {
    for (Bound b : List.copyOf(bound.values())) {
      if (!b.name().equals(name)) continue;
      bound.remove(b.from() + " " + b.to());
      Map<String, Pairs> of = pairs.get(b.from());
      if (of != null) of.remove(b.to());
      return true;
    }
    return false;
  }

  public List<Bound> bound() {
    return List.copyOf(bound.values());
  }

  /// Writes the file, or replaces the one that is there at once and whole.
  ///
  /// @return its size
  public long write(Path file) throws IOException {
    Path made = Files.createTempFile(file.toAbsolutePath().getParent(), "dictionaries", ".new");
    try {
      writeAll(made);
      Files.move(made, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(made);
    }
    return Files.size(file);
  }

  private void writeAll(Path made) throws IOException {
    CRC32 sum = new CRC32();
    try (OutputStream plain = new BufferedOutputStream(Files.newOutputStream(made), 1 << 16);
        Counted out = new Counted(new CheckedOutputStream(plain, sum))) {
      out.data.write(Dictionaries.MAGIC);
      List<Section> sections = sections(out);
      long directory = out.at();
      directory(out.data, sections);
      out.data.writeLong(directory);
      out.data.flush();
      out.data.writeLong(sum.getValue());
    }
  }

  private void directory(DataOutputStream out, List<Section> sections) throws IOException {
    out.writeInt(bound.size());
    for (Bound b : bound.values()) {
      for (String s : List.of(b.name(), b.from(), b.to(), b.title(), b.licence())) out.writeUTF(s);
      out.writeInt(b.headwords());
    }
    out.writeInt(sections.size());
    for (Section s : sections) {
      out.writeUTF(s.language);
      out.writeInt(s.words);
      out.writeLong(s.start);
      out.writeLong(s.blocks);
      out.writeLong(s.roots);
      out.writeInt(s.rooted);
    }
  }

  private record Section(
      String language, int words, long start, long blocks, long roots, int rooted) {}

  private List<Section> sections(Counted out) throws IOException {
    List<String> languages = List.copyOf(words.keySet());
    Map<String, Order> orders = new TreeMap<>();
    words.forEach((language, pool) -> orders.put(language, Order.of(pool)));
    List<Section> sections = new ArrayList<>();
    for (Map.Entry<String, Order> own : orders.entrySet()) {
      List<Targets> targets = new ArrayList<>();
      orders.forEach((language, theirs) ->
          targets.add(
              targets(
                  own.getKey(), own.getValue(), languages.indexOf(language), language, theirs)));
      sections.add(section(out, own.getKey(), own.getValue(), targets));
    }
    return sections;
  }

  private Targets targets(String from, Order words, int number, String to, Order others) {
    int[] own = words.numbers;
    int[] theirs = others.numbers;
    Pairs there = pairs.getOrDefault(from, Map.of()).get(to);
    Pairs back = pairs.getOrDefault(to, Map.of()).get(from);
    return new Targets(
        number,
        there == null ? new long[0] : there.renumbered(own, theirs),
        back == null ? new long[0] : Pairs.reversed(back.renumbered(theirs, own)));
  }

  /// The words in the order of their folded forms.
  ///
  /// @param order the numbers of the words in the pool, one after another
  /// @param numbers the new number of each word of the pool
  private record Order(WordPool pool, int[] order, int[] numbers) {
    static Order of(WordPool pool) {
      String[] keys = new String[pool.size()];
      Integer[] order = new Integer[keys.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = Folding.fold(pool.word(i));
        order[i] = i;
      }
      Arrays.sort(order, Comparator.comparing((Integer i) -> keys[i]).thenComparing(i -> i));
      int[] plain = new int[order.length];
      int[] numbers = new int[order.length];
      for (int i = 0; i < plain.length; i++) {
        plain[i] = order[i];
        numbers[order[i]] = i;
      }
      return new Order(pool, plain, numbers);
    }
  }

  private static Section section(Counted out, String language, Order words, List<Targets> targets)
      throws IOException {
    int count = words.order.length;
    long start = out.at();
    int[] blocks = new int[(count + A_BLOCK - 1) / A_BLOCK];
    long[] roots = new long[count];
    int rooted = 0;
    byte[] before = {};
    for (int i = 0; i < count; i++) {
      String word = words.pool.word(words.order[i]);
      byte[] text = word.getBytes(StandardCharsets.UTF_8);
      boolean first = i % A_BLOCK == 0;
      if (first) blocks[i / A_BLOCK] = Math.toIntExact(out.at() - start);
      int differ = first ? 0 : Arrays.mismatch(before, text);
      int shared = differ < 0 ? text.length : differ;
      number(out.data, shared);
      number(out.data, text.length - shared);
      out.data.write(text, shared, text.length - shared);
      before = text;
      byte[] translations = translations(i, targets);
      number(out.data, translations.length);
      out.data.write(translations);
      if (word.indexOf(' ') < 0) {
        String root = Stemmer.of(language).root(word);
        if (!root.isEmpty()) roots[rooted++] = Dictionaries.rooted(root, i);
      }
    }
    long table = out.at();
    for (int block : blocks) out.data.writeInt(block);
    roots = Arrays.copyOf(roots, rooted);
    Arrays.sort(roots);
    long at = out.at();
    for (long root : roots) out.data.writeLong(root);
    return new Section(language, count, start, table, at, rooted);
  }

  /// The translations of one word into each language, the best first.
  private static byte[] translations(int word, List<Targets> targets) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (Targets t : targets) {
      List<Integer> best = t.next(word);
      if (best.isEmpty()) continue;
      out.writeByte(t.language);
      out.writeByte(best.size());
      for (int b : best) number(out, b);
    }
    return bytes.toByteArray();
  }

  /// Goes along the pairs of two languages with the words.
  private static final class Targets {
    final int language;
    private final long[] direct;
    private final long[] back;
    private int ofDirect;
    private int ofBack;

    Targets(int language, long[] direct, long[] back) {
      this.language = language;
      this.direct = direct;
      this.back = back;
    }

    /// Numbers times three, with [Dictionaries.Way] beside.
    List<Integer> next(int word) {
      Map<Integer, Integer> ways = new LinkedHashMap<>();
      for (; ofDirect < direct.length && Pairs.from(direct[ofDirect]) == word; ofDirect++) {
        ways.putIfAbsent(Pairs.to(direct[ofDirect]), Dictionaries.DIRECT);
      }
      for (; ofBack < back.length && Pairs.from(back[ofBack]) == word; ofBack++) {
        int to = Pairs.to(back[ofBack]);
        ways.merge(
            to,
            Dictionaries.BACK,
            (way, _) -> way == Dictionaries.DIRECT ? Dictionaries.BOTH : way);
      }
      List<Integer> best = new ArrayList<>();
      for (int way : new int[] {Dictionaries.BOTH, Dictionaries.DIRECT, Dictionaries.BACK}) {
        ways.forEach((to, its) -> {
          if (its == way && best.size() < MOST_TRANSLATIONS) best.add(to * 3 + its);
        });
      }
      return best;
    }
  }

  private static void number(DataOutputStream out, int n) throws IOException {
    int rest = n;
    for (; rest > 0x7f; rest >>>= 7) out.writeByte((rest & 0x7f) | 0x80);
    out.writeByte(rest);
  }

  private static final class Counted implements AutoCloseable {
    final DataOutputStream data;
    private long at;

    Counted(OutputStream out) {
      data =
          new DataOutputStream(
              new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                  out.write(b);
                  at++;
                }

                @Override
                public void write(byte[] b, int off, int len) throws IOException {
                  out.write(b, off, len);
                  at += len;
                }

                @Override
                public void flush() throws IOException {
                  out.flush();
                }
              });
    }

    long at() {
      return at;
    }

    @Override
    public void close() {
      try {
        data.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
