package freshet.dictionary;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// The files of a dictd server: `.index` says where each headword's text stands in `.dict.dz`,
/// which is a gzip file, or in `.dict`.
record DictdSource(Path path) implements Source {
  /// As large as the largest is five times over: what unpacks to more is none of FreeDict's.
  private static final int LARGEST = 400_000_000;

  private static final int LONGEST_TEXT = 20_000;

  @Override
  public String name() {
    String file = path.getFileName().toString();
    return file.substring(0, file.length() - ".index".length()).replaceFirst("^freedict-", "");
  }

  @Override
  public About read(Entries to) throws IOException {
    byte[] all = text();
    About about = new About(name(), "");
    try (BufferedReader index = Files.newBufferedReader(path)) {
      for (String line = index.readLine(); line != null; line = index.readLine()) {
        String[] part = line.split("\t");
        if (part.length < 3) throw new IOException(path + " is no index of a dictionary");
        String text = slice(all, number(part[1]), number(part[2]));
        if (isAbout(part[0])) {
          if (part[0].endsWith("info")) about = about(text);
          continue;
        }
        int end = text.indexOf('\n');
        if (end < 0) continue;
        String headword = Wording.clean(headword(text.substring(0, end), part[0]));
        if (headword.isEmpty()) continue;
        List<String> translations = Wording.translations(text.substring(end + 1));
        if (!translations.isEmpty()) to.take(headword, translations);
      }
    }
    return about;
  }

  private static boolean isAbout(String key) {
    return key.startsWith("00database") || key.startsWith("00-database");
  }

  /// As it is written in the text, where that has it; the index has it in small letters.
  private static String headword(String line, String key) {
    int end = line.length();
    for (String after : List.of(" /", " <", " [", " (")) {
      int at = line.indexOf(after);
      if (at > 0) end = Math.min(end, at);
    }
    String written = line.substring(0, end).strip();
    boolean same = written.equalsIgnoreCase(key);
    return same ? written : key;
  }

  private static String slice(byte[] all, long from, long length) throws IOException {
    if (from < 0 || length < 0 || from + length > all.length) {
      throw new IOException("The index of a dictionary points behind its end");
    }
    int end = (int) (from + Math.min(length, LONGEST_TEXT));
    return new String(all, (int) from, end - (int) from, StandardCharsets.UTF_8);
  }

  /// Numbers in base 64, the most significant digit first.
  private static long number(String digits) throws IOException {
    long n = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit =
          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
              .indexOf(digits.charAt(i));
      if (digit < 0 || n > Integer.MAX_VALUE)
        throw new IOException("No place in a file: " + digits);
      n = n * 64 + digit;
    }
    return n;
  }

  private byte[] text() throws IOException {
    String base = path.toString().replaceFirst("\\.index$", "");
    Path packed = Path.of(base + ".dict.dz");
    Path plain = Path.of(base + ".dict");
    if (Files.exists(packed)) {
      try (InputStream in =
          new GZIPInputStream(new BufferedInputStream(Files.newInputStream(packed), 1 << 16))) {
        return bounded(in, packed);
      }
    }
    if (!Files.exists(plain)) throw new IOException("There is no " + packed + " beside its index");
    try (InputStream in = Files.newInputStream(plain)) {
      return bounded(in, plain);
    }
  }

  private static byte[] bounded(InputStream in, Path file) throws IOException {
    byte[] all = in.readNBytes(LARGEST);
    if (in.read() >= 0) throw new IOException(file + " is larger than any dictionary");
    return all;
  }

  private static About about(String text) {
    List<String> lines = Arrays.stream(text.split("\n")).map(String::strip).toList();
    String title =
        lines.stream().filter(l -> !l.isEmpty() && !l.startsWith("00")).findFirst().orElse("");
    int at = lines.indexOf("Availability:");
    StringBuilder licence = new StringBuilder();
    for (int i = at + 1; at >= 0 && i < lines.size() && licence.length() < 600; i++) {
      String line = lines.get(i);
      if (line.isEmpty() && !licence.isEmpty()) break;
      if (!line.isEmpty()) licence.append(licence.isEmpty() ? "" : " ").append(line);
    }
    return new About(title, licence.toString());
  }
}
