package freshet.dedupe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The words that the canonical form of a language leaves out, as hashes of their folded form.
final class AuxiliaryWords {
  private static final Map<String, AuxiliaryWords> BY_LANGUAGE = new HashMap<>();
  private static final AuxiliaryWords NONE = new AuxiliaryWords(Set.of());

  static {
    InputStream file = AuxiliaryWords.class.getResourceAsStream("auxiliary-words.txt");
    if (file == null)
      throw new IllegalStateException("auxiliary-words.txt is missing from the jar");
    try (var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("#")) continue;
        int space = line.indexOf(' ');
        String language = line.substring(0, space);
        Set<Long> hashes = new HashSet<>();
        WordReader words = new WordReader(line.substring(space), language, NONE);
        while (words.next()) hashes.add(words.hash());
        BY_LANGUAGE.put(language, new AuxiliaryWords(hashes));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("auxiliary-words.txt in the jar cannot be read", e);
    }
  }

  private final long[] table;

  private AuxiliaryWords(Set<Long> hashes) {
    table = new long[Math.max(2, Integer.highestOneBit(hashes.size() + 1) * 4)];
    for (long hash : hashes) {
      int slot = (int) hash & (table.length - 1);
      while (table[slot] != 0) slot = (slot + 1) & (table.length - 1);
      table[slot] = hash;
    }
  }

  static AuxiliaryWords of(String language) {
    return BY_LANGUAGE.getOrDefault(language, NONE);
  }

  boolean contains(long hash) {
    int slot = (int) hash & (table.length - 1);
    while (table[slot] != 0) {
      if (table[slot] == hash) return true;
      slot = (slot + 1) & (table.length - 1);
    }
    return false;
  }
}
