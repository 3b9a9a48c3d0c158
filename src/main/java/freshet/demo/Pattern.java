package freshet.demo;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A sentence of a stock with its open places, read from one line:
///
/// - `(a|b|c)` one of these, chosen anew for every story;
/// - `{place}` a name from the list `place`, the same all through a story, `{place2}` another one;
/// - `{place.in}` the same in the form (case, suffix) that the list calls `in`;
/// - `{n=20..90/10}` a number from 20 to 90 in steps of 10, kept as `{n}`; `{3..9}` one used once.
///
/// Choices do not nest, so that the nth choice of a sentence is always the same one and a copied
/// story can be told with some of them changed.
record Pattern(List<Part> parts, int choices) {

  sealed interface Part {}

  record Words(String text) implements Part {}

  record Choice(int number, List<List<Part>> options) implements Part {}

  /// @param nth which one of the list in this story, from 0
  record Name(String name, String list, int nth, @Nullable String form) implements Part {}

  record Figure(@Nullable String name, int from, int to, int step) implements Part {}

  static Pattern of(String line) {
    List<Part> parts = new ArrayList<>();
    int choices = 0;
    int at = 0;
    while (at < line.length()) {
      int open = line.indexOf('(', at);
      if (open < 0) open = line.length();
      plain(line.substring(at, open), parts);
      if (open == line.length()) break;
      int close = line.indexOf(')', open);
      if (close < 0) throw new IllegalArgumentException("'(' without ')' in: " + line);
      List<List<Part>> options = new ArrayList<>();
      for (String option : line.substring(open + 1, close).split("\\|", -1)) {
        List<Part> inner = new ArrayList<>();
        plain(option, inner);
        options.add(List.copyOf(inner));
      }
      parts.add(new Choice(choices++, List.copyOf(options)));
      at = close + 1;
    }
    return new Pattern(List.copyOf(parts), choices);
  }

  private static void plain(String text, List<Part> into) {
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf('{', at);
      if (open < 0) open = text.length();
      if (open > at) into.add(new Words(text.substring(at, open)));
      if (open == text.length()) break;
      int close = text.indexOf('}', open);
      if (close < 0) throw new IllegalArgumentException("'{' without '}' in: " + text);
      into.add(place(text.substring(open + 1, close)));
      at = close + 1;
    }
  }

  private static Part place(String s) {
    int dots = s.indexOf("..");
    if (dots < 0) {
      int dot = s.indexOf('.');
      String name = dot < 0 ? s : s.substring(0, dot);
      char last = name.charAt(name.length() - 1);
      boolean numbered = last >= '2' && last <= '9';
      String list = numbered ? name.substring(0, name.length() - 1) : name;
      return new Name(name, list, numbered ? last - '1' : 0, dot < 0 ? null : s.substring(dot + 1));
    }
    int equals = s.indexOf('=');
    int slash = s.indexOf('/');
    return new Figure(
        equals < 0 ? null : s.substring(0, equals),
        Integer.parseInt(s.substring(equals + 1, dots)),
        Integer.parseInt(s.substring(dots + 2, slash < 0 ? s.length() : slash)),
        slash < 0 ? 1 : Integer.parseInt(s.substring(slash + 1)));
  }
}
