package freshet.parse;

import freshet.text.Cut;
import java.util.List;
import org.jsoup.select.Evaluator;
import org.jsoup.select.Selector;

/// CSS selectors that people write, to be asked strangers' pages for.
public final class Selectors {
  private Selectors() {}

  /// @throws IllegalArgumentException with a sentence, if it is none or must not be used
  public static Evaluator of(String selector) {
    check(selector);
    try {
      Evaluator evaluator = Selector.evaluatorOf(selector);
      check(evaluator.toString()); // a name may be written with escapes
      return evaluator;
    } catch (Selector.SelectorParseException e) {
      throw new IllegalArgumentException("'" + Cut.to(selector, 60) + "' is no CSS selector", e);
    }
  }

  /// Searching by a pattern can be made to take for ever.
  private static void check(String written) {
    for (String pattern : List.of(":matches", "~=")) {
      if (written.contains(pattern)) {
        throw new IllegalArgumentException("'" + pattern + "' cannot be used here");
      }
    }
  }
}
