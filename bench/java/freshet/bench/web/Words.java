package freshet.bench.web;

import java.util.random.RandomGenerator;

/// Invented words: pronounceable, the same for the same seed, of one vocabulary a topic.
final class Words {
  private static final String[] BEGIN = {
    "ba", "be", "bo", "da", "de", "do", "fa", "fe", "ga", "go", "ha", "ka", "ke", "ko", "la", "le",
    "lo", "ma", "me", "mo", "na", "ne", "no", "pa", "pe", "po", "ra", "re", "ro", "sa", "se", "so",
    "ta", "te", "to", "va", "ve", "wa", "za", "zo"
  };
  private static final String[] END = {
    "ban", "der", "dit", "fel", "gor", "kan", "lem", "lin", "mar", "mel", "nar", "nus", "pit",
    "ral", "rin", "ros", "sal", "ser", "tan", "tel", "tor", "vel", "win", "zer"
  };

  private Words() {}

  /// Word `n` of a vocabulary.
  static String word(int vocabulary, int n) {
    long h = vocabulary * 0x9E3779B97F4A7C15L + n * 0xC2B2AE3D27D4EB4FL + 77;
    h ^= h >>> 31;
    h *= 0xBF58476D1CE4E5B9L;
    h ^= h >>> 29;
    String first = BEGIN[Math.floorMod(h, BEGIN.length)];
    String middle = BEGIN[Math.floorMod(h >>> 12, BEGIN.length)];
    String last = END[Math.floorMod(h >>> 24, END.length)];
    return (h & 1) == 0 ? first + last : first + middle + last;
  }

  /// A text of words, mostly of one vocabulary, the rest of one that all texts share (number 0).
  static String text(int vocabulary, int size, int words, RandomGenerator random) {
    StringBuilder s = new StringBuilder(words * 7);
    boolean begins = true;
    for (int i = 0; i < words; i++) {
      int from = random.nextInt(10) < 4 ? vocabulary : 0;
      // Some words are frequent, most are rare.
      int n = (int) (size * Math.pow(random.nextDouble(), 2.5));
      String word = word(from, n);
      s.append(begins ? Character.toUpperCase(word.charAt(0)) + word.substring(1) : word);
      begins = i % 13 == 12;
      s.append(begins ? ". " : " ");
    }
    return s.toString();
  }
}
