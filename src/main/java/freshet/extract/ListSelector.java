package freshet.extract;

import freshet.extract.ListItems.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// Writes the CSS selector that names the links of a list and no others, so that the same list is
/// read at every visit. It goes up from the links until it names nothing else, by what all of them
/// have in common.
final class ListSelector {
  private static final int LONGEST = 280;
  private static final int MOST_CLASSES = 2;

  /// Classes of one item or of one day: numbers, places in the list, states, what WordPress says of
  /// each entry.
  private static final Pattern PASSING =
      Pattern.compile(
          ".*\\d.*|odd|even|first|last|active|current|selected|sticky|new|unread|featured|hentry"
              + "|(post|category|tag|status|format|type|author|views-row|has|is|js|wow|animat\\w*)-.*"
              + "|.*__[a-z]+--.*|.*[^A-Za-z_-].*");

  /// Classes made by programs: `css-x8ahu`, `sc-bdVaJa`, `kXyZqP`.
  private static final Pattern MADE =
      Pattern.compile("(css|sc|jsx|svelte|emotion)-.*|[a-z]{1,3}[A-Z][A-Za-z]*[A-Z][A-Za-z]*");

  private final Document document;
  private final Function<List<Element>, List<@Nullable String>> addresses;

  /// @param addresses where links lead, null for those that do not count
  ListSelector(Document document, Function<List<Element>, List<@Nullable String>> addresses) {
    this.document = document;
    this.addresses = addresses;
  }

  /// The classes of an element that will be there next time.
  static Set<String> classes(Element element) {
    Set<String> names = new TreeSet<>();
    for (String name : element.classNames()) {
      if (name.length() >= 2 && name.length() <= 40 && !PASSING.matcher(name).matches()) {
        names.add(name);
      }
    }
    return names;
  }

  /// Null if none names them well enough.
  @Nullable String of(List<Part> parts) {
    Set<String> wanted = new HashSet<>();
    for (Part part : parts) wanted.add(part.url());
    List<Element> level = new ArrayList<>();
    for (Part part : parts) level.add(part.link());
    boolean whole = false;
    String selector = "";
    String best = null;
    double bestFit = 0;
    int above = 0;
    for (int depth = 0; depth < 60; depth++) {
      String step = step(level);
      if (step == null) break;
      selector = selector.isEmpty() ? step : step + " > " + selector;
      if (selector.length() > LONGEST) break;
      double fit = fit(selector, wanted);
      whole |= new LinkedHashSet<>(level).size() == 1;
      if (fit > bestFit + 0.001 || (fit == bestFit && best != null && !whole)) {
        best = selector;
        bestFit = fit;
      }
      // One step above what holds the list says where it stands.
      if (bestFit == 1 && whole && above++ > 0) break;
      if (step.contains("#")) break;
      List<Element> next = new ArrayList<>();
      for (Element e : level) {
        Element parent = e.parent();
        if (parent != null && !parent.nameIs("html") && !parent.nameIs("#root")) next.add(parent);
      }
      if (next.size() < level.size()) break;
      level = next;
    }
    return bestFit < 0.85 ? null : best;
  }

  /// How far a selector names these addresses and no others, from 0 to 1.
  private double fit(String selector, Set<String> wanted) {
    Set<String> named = new HashSet<>();
    for (String url : addresses.apply(document.select(selector))) if (url != null) named.add(url);
    int shared = 0;
    for (String url : wanted) if (named.contains(url)) shared++;
    return (double) shared / (named.size() + wanted.size() - shared);
  }

  /// What elements of one height have in common.
  private static @Nullable String step(List<Element> level) {
    Element first = level.getFirst();
    Set<String> tags = new TreeSet<>();
    Set<String> common = new LinkedHashSet<>(classes(first));
    int column = first.elementSiblingIndex();
    boolean same = true;
    boolean oneColumn = first.nameIs("td") || first.nameIs("th");
    for (Element e : level) {
      tags.add(e.normalName());
      common.retainAll(classes(e));
      same &= e.equals(first);
      oneColumn &= e.elementSiblingIndex() == column;
    }
    String tag = first.normalName();
    if (tags.size() > 1) {
      if (!tags.stream().allMatch(name -> name.matches("h[1-6]"))) return null;
      tag = ":is(" + String.join(", ", tags) + ")";
    }
    if (same && !first.id().isEmpty() && first.id().matches("[A-Za-z][A-Za-z_-]{1,40}")) {
      return tag + "#" + first.id();
    }
    StringBuilder step = new StringBuilder(tag);
    int n = 0;
    for (String name : common) {
      if (MADE.matcher(name).matches() || n++ >= MOST_CLASSES) continue;
      step.append('.').append(name);
    }
    if (oneColumn) step.append(":nth-child(").append(column + 1).append(')');
    return step.toString();
  }
}
