package freshet.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which words two texts share, in order: the longest common subsequence, by Myers' algorithm [1],
/// which is quick where the texts differ little. Texts that differ in more than a thousand words
/// are compared by their beginning and end only.
///
/// [1] Myers, An O(ND) difference algorithm and its variations, 1986.
public record Differences(List<Piece> left, List<Piece> right, int percentSame) {
  private static final int MOST_WORDS = 5000;
  private static final int MOST_STEPS = 1000;

  /// Some words in a row.
  ///
  /// @param only whether the other text does not have them
  public record Piece(String text, boolean only) {}

  static Differences between(String left, String right) {
    String[] a = words(left);
    String[] b = words(right);
    boolean[] inBoth = new boolean[a.length];
    boolean[] alsoInBoth = new boolean[b.length];
    int start = 0;
    while (start < a.length && start < b.length && same(a[start], b[start])) start++;
    int endA = a.length;
    int endB = b.length;
    while (endA > start && endB > start && same(a[endA - 1], b[endB - 1])) {
      endA--;
      endB--;
    }
    Arrays.fill(inBoth, 0, start, true);
    Arrays.fill(alsoInBoth, 0, start, true);
    Arrays.fill(inBoth, endA, a.length, true);
    Arrays.fill(alsoInBoth, endB, b.length, true);
    middle(number(a, b, start, endA, endB), inBoth, alsoInBoth, start);
    int same = 0;
    for (boolean both : inBoth) if (both) same++;
    int all = a.length + b.length;
    return new Differences(
        pieces(a, inBoth), pieces(b, alsoInBoth), all == 0 ? 100 : 200 * same / all);
  }

  private static String[] words(String text) {
    String[] all = text.isBlank() ? new String[0] : text.strip().split("\\s+", MOST_WORDS + 1);
    return all.length > MOST_WORDS ? Arrays.copyOf(all, MOST_WORDS) : all;
  }

  /// Punctuation and case are no difference worth showing.
  private static boolean same(String a, String b) {
    return a.equals(b) || core(a).equals(core(b));
  }

  private static String core(String word) {
    int from = 0;
    int to = word.length();
    while (from < to && !Character.isLetterOrDigit(word.charAt(from))) from++;
    while (to > from && !Character.isLetterOrDigit(word.charAt(to - 1))) to--;
    return from == to ? word : word.substring(from, to).toLowerCase(java.util.Locale.ROOT);
  }

  private record Numbered(int[] a, int[] b) {}

  /// The words of the middle as numbers, so that comparing them is quick.
  private static Numbered number(String[] a, String[] b, int start, int endA, int endB) {
    Map<String, Integer> numbers = new HashMap<>();
    int[] x = new int[endA - start];
    int[] y = new int[endB - start];
    for (int i = 0; i < x.length; i++) {
      x[i] = numbers.computeIfAbsent(core(a[start + i]), _ -> numbers.size());
    }
    for (int i = 0; i < y.length; i++) {
      y[i] = numbers.computeIfAbsent(core(b[start + i]), _ -> numbers.size());
    }
    return new Numbered(x, y);
  }

  private static void middle(Numbered words, boolean[] inA, boolean[] inB, int start) {
    int[] a = words.a;
    int[] b = words.b;
    List<int[]> trace = new ArrayList<>();
    int most = Math.min(a.length + b.length, MOST_STEPS);
    int[] reach = new int[2 * most + 2];
    boolean found = false;
    for (int d = 0; d <= most && !found; d++) {
      for (int k = -d; k <= d && !found; k += 2) {
        boolean down = k == -d || (k != d && reach[most + k - 1] < reach[most + k + 1]);
        int x = down ? reach[most + k + 1] : reach[most + k - 1] + 1;
        while (x < a.length && x - k < b.length && a[x] == b[x - k]) x++;
        reach[most + k] = x;
        found = x >= a.length && x - k >= b.length;
      }
      trace.add(Arrays.copyOfRange(reach, most - d, most + d + 1));
    }
    if (found) walk(trace, a.length, b.length, inA, inB, start);
  }

  /// Back from the end, marking what both have.
  private static void walk(
      List<int[]> trace, int endX, int endY, boolean[] inA, boolean[] inB, int start) {
    int x = endX;
    int y = endY;
    for (int d = trace.size() - 1; d >= 0; d--) {
      int k = x - y;
      int fromX = 0;
      int fromY = 0;
      if (d > 0) {
        int[] before = trace.get(d - 1);
        int middle = d - 1;
        boolean down =
            k == -d || (k != d && at(before, middle + k - 1) < at(before, middle + k + 1));
        int fromK = down ? k + 1 : k - 1;
        fromX = at(before, middle + fromK);
        fromY = fromX - fromK;
      }
      while (x > fromX && y > fromY) {
        inA[start + --x] = true;
        inB[start + --y] = true;
      }
      x = fromX;
      y = fromY;
    }
  }

  private static int at(int[] reach, int place) {
    return place < 0 || place >= reach.length ? -1 : reach[place];
  }

  private static List<Piece> pieces(String[] words, boolean[] inBoth) {
    List<Piece> pieces = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words.length; i++) {
      if (i > 0 && inBoth[i] != inBoth[i - 1]) {
        pieces.add(new Piece(text.toString(), !inBoth[i - 1]));
        text.setLength(0);
      }
      if (!text.isEmpty()) text.append(' ');
      text.append(words[i]);
    }
    if (!text.isEmpty()) pieces.add(new Piece(text.toString(), !inBoth[inBoth.length - 1]));
    return pieces;
  }
}
