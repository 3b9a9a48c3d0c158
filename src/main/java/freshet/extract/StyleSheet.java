package freshet.extract;

import freshet.bound.Stop;
import freshet.text.Cut;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.Selector;

/// The rules of a page's own `<style>` elements that can hide something. A rule is found by the id,
/// class or tag its selector ends with, so that an element is compared with few of them.
final class StyleSheet {
  private static final int MOST_RULES = 4_000;
  private static final int MOST_CHARACTERS = 1_000_000;
  private static final int MOST_STEPS = 12;

  /// Comparisons of an element with a rule, for one page: a page of 5,000 elements with 4,000
  /// rules, each found by its end, needs a tenth of it. Beyond, nothing more is hidden.
  private static final int MOST_COMPARISONS = 2_000_000;

  /// A page is looked at in a window of this width.
  private static final int WINDOW = 1280;

  private static final Pattern ONE_CLASS = Pattern.compile("\\.[A-Za-z][A-Za-z0-9_-]*");

  /// @param weight specificity and place: the heavier rule wins
  record Rule(Evaluator selector, long weight, Style style) {}

  private final Map<String, List<Rule>> byEnd = new HashMap<>();
  private int rules;
  private int comparisons;

  private StyleSheet() {}

  static StyleSheet of(Document page) {
    StyleSheet sheet = new StyleSheet();
    for (Element style : page.getElementsByTag("style")) {
      if (!shownOnScreen(style.attr("media"))) continue;
      String css = style.data();
      sheet.read(Cut.start(css, MOST_CHARACTERS), 0);
    }
    return sheet;
  }

  /// Rules that apply to an element, the heaviest last.
  List<Rule> matching(Element element, Element root) {
    List<Rule> found = new ArrayList<>();
    if (byEnd.isEmpty()) return found;
    collect(byEnd.get("*"), element, root, found);
    collect(byEnd.get(element.normalName()), element, root, found);
    String id = element.id();
    if (!id.isEmpty()) collect(byEnd.get("#" + id), element, root, found);
    String names = element.attr("class");
    if (!names.isEmpty()) {
      StringTokenizer each = new StringTokenizer(names);
      while (each.hasMoreTokens()) {
        collect(byEnd.get("." + each.nextToken()), element, root, found);
      }
    }
    if (found.size() > 1) found.sort((a, b) -> Long.compare(a.weight, b.weight));
    return found;
  }

  private void collect(
      @org.jspecify.annotations.Nullable List<Rule> rules,
      Element element,
      Element root,
      List<Rule> found) {
    if (rules == null || comparisons > MOST_COMPARISONS) return;
    Stop.check();
    comparisons += rules.size();
    for (Rule rule : rules) if (rule.selector.matches(root, element)) found.add(rule);
  }

  private void read(String css, int nesting) {
    String s = nesting == 0 ? withoutComments(css).replace("<!--", "") : css;
    int i = 0;
    while (i < s.length() && rules < MOST_RULES) {
      Stop.check();
      int open = s.indexOf('{', i);
      if (open < 0) return;
      String head = s.substring(i, open).strip();
      int semicolon = head.startsWith("@") ? s.indexOf(';', i, open) : -1;
      if (semicolon >= 0) {
        i = semicolon + 1; // @import, @charset
        continue;
      }
      int close = close(s, open);
      String body = s.substring(open + 1, close);
      if (!head.startsWith("@")) rule(head, body);
      else if (nesting < 4 && applies(head)) read(body, nesting + 1);
      i = close + 1;
    }
  }

  private static String withoutComments(String css) {
    StringBuilder out = new StringBuilder(css.length());
    int from = 0;
    for (int at = css.indexOf("/*"); at >= 0; at = css.indexOf("/*", from)) {
      out.append(css, from, at);
      int end = css.indexOf("*/", at + 2);
      if (end < 0) return out.toString();
      from = end + 2;
    }
    return out.append(css, from, css.length()).toString();
  }

  private static int close(String s, int open) {
    int depth = 0;
    for (int i = open; i < s.length(); i++) {
      if (s.charAt(i) == '{') depth++;
      else if (s.charAt(i) == '}' && --depth == 0) return i;
    }
    return s.length();
  }

  private static boolean applies(String head) {
    String lower = head.toLowerCase(Locale.ROOT);
    if (lower.startsWith("@media")) return shownOnScreen(lower.substring(6));
    return lower.startsWith("@supports") || lower.startsWith("@layer");
  }

  private static boolean shownOnScreen(String media) {
    String m = media.toLowerCase(Locale.ROOT);
    if (m.isBlank()) return true;
    for (String query : m.split(",", -1)) {
      boolean other = query.contains("print") || query.contains("speech");
      boolean not = query.strip().startsWith("not ");
      if (other == not && !query.contains("prefers-") && widthFits(query)) return true;
    }
    return false;
  }

  private static boolean widthFits(String query) {
    int at = query.indexOf("-width");
    if (at < 3) return true;
    int colon = query.indexOf(':', at);
    if (colon < 0) return true;
    double pixels = Style.pixels(query.substring(colon + 1).replace(")", " ").strip());
    if (Double.isNaN(pixels)) return true;
    return query.startsWith("max", at - 3) ? WINDOW <= pixels : WINDOW >= pixels;
  }

  private void rule(String selectors, String body) {
    Style style = Style.of(body);
    if (style.isEmpty()) return;
    for (String selector : selectors.split(",", -1)) {
      String s = selector.strip();
      // What only holds under the mouse, or for made-up content, hides nothing.
      if (s.isEmpty() || s.length() > 300 || s.contains("::") || s.contains(":hover")) continue;
      if (s.contains(":before") || s.contains(":after") || s.contains(":focus")) continue;
      if (isDear(s)) continue;
      try {
        Evaluator evaluator = evaluator(s);
        long weight = (weight(s) << 20) + rules++;
        byEnd
            .computeIfAbsent(end(s), _ -> new ArrayList<>())
            .add(new Rule(evaluator, weight, style));
      } catch (Selector.SelectorParseException | IllegalArgumentException e) {
        // a selector that jsoup does not know: the rule hides nothing then
      }
    }
  }

  /// Most selectors are one class, for which the parser of selectors is not needed.
  private static Evaluator evaluator(String selector) {
    return ONE_CLASS.matcher(selector).matches()
        ? new Evaluator.Class(selector.substring(1))
        : Selector.evaluatorOf(selector);
  }

  /// Whether finding out if an element matches means looking at its siblings or at all that is in
  /// it, or at more than a few of those around it: on a page made for that it would never end.
  private static boolean isDear(String selector) {
    if (selector.indexOf('~') >= 0) return true; // all siblings, or for jsoup a regular expression
    int steps = 0;
    for (int i = 0; i < selector.length(); i++) {
      if (" >+".indexOf(selector.charAt(i)) >= 0 && ++steps > MOST_STEPS) return true;
    }
    for (int at = selector.indexOf(':'); at >= 0; at = selector.indexOf(':', at + 1)) {
      if (!selector.startsWith(":not(", at) && !selector.startsWith(":root", at)) return true;
    }
    return false;
  }

  /// What an element must have for the selector to match: `#id`, `.class`, a tag, or `*`.
  private static String end(String selector) {
    int from = selector.length();
    while (from > 0 && " >+~".indexOf(selector.charAt(from - 1)) < 0) from--;
    String last = selector.substring(from);
    if (last.indexOf('[') >= 0 || last.indexOf(':') >= 0 || last.indexOf(')') >= 0) return "*";
    int hash = last.indexOf('#');
    int dot = last.indexOf('.');
    if (hash >= 0) return last.substring(hash, endOfName(last, hash + 1));
    if (dot >= 0) return last.substring(dot, endOfName(last, dot + 1));
    return last.isEmpty() ? "*" : last.toLowerCase(Locale.ROOT);
  }

  private static int endOfName(String s, int from) {
    int i = from;
    while (i < s.length() && s.charAt(i) != '.' && s.charAt(i) != '#') i++;
    return i;
  }

  private static long weight(String selector) {
    int ids = 0;
    int classes = 0;
    int tags = 0;
    for (int i = 0; i < selector.length(); i++) {
      char c = selector.charAt(i);
      if (c == '#') ids++;
      else if (c == '.' || c == '[' || c == ':') classes++;
      else if (Character.isLetter(c) && (i == 0 || " >+~".indexOf(selector.charAt(i - 1)) >= 0)) {
        tags++;
      }
    }
    return ((long) Math.min(255, ids) << 16) + (Math.min(255, classes) << 8) + Math.min(255, tags);
  }
}
