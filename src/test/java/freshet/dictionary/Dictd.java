package freshet.dictionary;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/// Writes small dictionaries as Debian's packages have them.
public final class Dictd {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private Dictd() {}

  /// @param texts what stands under each headword, without its first line
  public static void write(Path folder, String name, Map<String, String> texts) throws IOException {
    Files.createDirectories(folder);
    Map<String, String> all = new TreeMap<>(texts);
    all.put(
        "00databaseinfo",
        "\nA small "
            + name
            + " dictionary\n\nAvailability:\n\n    Available under the terms of the GNU General"
            + " Public License ver. 2.0 and\n  any later version.\n");
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    StringBuilder index = new StringBuilder();
    for (Map.Entry<String, String> e : all.entrySet()) {
      byte[] text = (e.getKey() + " /x/\n" + e.getValue() + "\n").getBytes(StandardCharsets.UTF_8);
      index.append(e.getKey().toLowerCase(java.util.Locale.ROOT)).append('\t');
      index.append(digits(body.size())).append('\t').append(digits(text.length)).append('\n');
      body.write(text);
    }
    Files.writeString(folder.resolve("freedict-" + name + ".index"), index);
    try (OutputStream out =
        new GZIPOutputStream(
            Files.newOutputStream(folder.resolve("freedict-" + name + ".dict.dz")))) {
      body.writeTo(out);
    }
  }

  private static String digits(int n) {
    return n < 64 ? "" + DIGITS.charAt(n) : digits(n / 64) + DIGITS.charAt(n % 64);
  }

  /// Dictionaries of a few words, in a file of a data folder.
  public static void bind(Path data, Map<String, Map<String, String>> dictionaries)
      throws IOException {
    Path folder = data.resolve("dictd");
    for (Map.Entry<String, Map<String, String>> e : dictionaries.entrySet()) {
      write(folder, e.getKey(), e.getValue());
    }
    Binder binder = new Binder();
    for (Source source : Sources.at(folder)) binder.add(source);
    binder.write(Shelf.file(data));
  }
}
