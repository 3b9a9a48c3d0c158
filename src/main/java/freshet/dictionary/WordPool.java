package freshet.dictionary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The different words of one language, numbered as they come. In two arrays: as objects, those of
/// all of FreeDict would need a third of a gigabyte.
final class WordPool {
  private byte[] bytes = new byte[1 << 12];
  private int[] ends = new int[1 << 8];
  private int[] table = new int[1 << 9];
  private int size;

  int size() {
    return size;
  }

  String word(int number) {
    int from = start(number);
    return new String(bytes, from, ends[number] - from, StandardCharsets.UTF_8);
  }

  private int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  int number(String word) {
    byte[] text = word.getBytes(StandardCharsets.UTF_8);
    if (size * 2 >= table.length) grow();
    int at = (Arrays.hashCode(text) * 0x9E3779B9) & (table.length - 1);
    for (; table[at] != 0; at = (at + 1) & (table.length - 1)) {
      int other = table[at] - 1;
      if (Arrays.equals(text, 0, text.length, bytes, start(other), ends[other])) return other;
    }
    int from = size == 0 ? 0 : ends[size - 1];
    if (from + text.length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 3 / 2, from + text.length));
    }
    System.arraycopy(text, 0, bytes, from, text.length);
    if (size == ends.length) ends = Arrays.copyOf(ends, size * 3 / 2);
    ends[size] = from + text.length;
    table[at] = ++size;
    return size - 1;
  }

  private void grow() {
    table = new int[table.length * 2];
    for (int n = 0; n < size; n++) {
      byte[] text = Arrays.copyOfRange(bytes, start(n), ends[n]);
      int at = (Arrays.hashCode(text) * 0x9E3779B9) & (table.length - 1);
      while (table[at] != 0) at = (at + 1) & (table.length - 1);
      table[at] = n + 1;
    }
  }
}
