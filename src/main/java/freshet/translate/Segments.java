package freshet.translate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/// The texts of an HTML document that are translated, and the document with their translations.
///
/// A translator gets plain sentences, never markup, and what it gives back is put in as text: it
/// cannot add an element, and loses none that matters. A paragraph is translated as a whole, as its
/// words need each other. So where an element inside it belongs is not known afterwards: its own
/// text is translated too, and looked for in the paragraph's. A link that is not found there stands
/// behind the paragraph; emphasis that is not found is lost.
final class Segments {
  /// More than that of one text is not translated.
  static final int MOST_CHARACTERS = 30_000;

  private static final Set<String> NOT_TRANSLATED =
      Set.of("pre", "code", "kbd", "samp", "script", "style", "svg", "math", "textarea", "ruby");

  private static final Set<String> INLINE =
      Set.of(
          "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i",
          "img", "ins", "kbd", "label", "mark", "math", "picture", "q", "ruby", "s", "samp",
          "small", "span", "strike", "strong", "sub", "sup", "svg", "time", "tt", "u", "var",
          "wbr");

  private Segments() {}

  /// What of a document is to be translated: paragraphs, and the elements in them.
  static List<String> of(String html) {
    List<String> texts = new ArrayList<>();
    var _ =
        rewrite(
            html,
            text -> {
              texts.add(text);
              return null;
            });
    return texts.stream().distinct().toList();
  }

  /// @param html the document
  /// @param text the texts of its paragraphs, a line each
  /// @param whole whether every one of them was translated
  record Translated(String html, String text, boolean whole) {}

  /// @param translations of the texts of [#of]; null for those that there are none of
  static Translated translated(String html, Function<String, @Nullable String> translations) {
    return rewrite(html, translations);
  }

  private static Translated rewrite(String html, Function<String, @Nullable String> translations) {
    Document document = Jsoup.parseBodyFragment(html);
    document.outputSettings().prettyPrint(false);
    Pass pass = new Pass(translations);
    pass.visit(document.body());
    return new Translated(document.body().html(), String.join("\n", pass.lines), pass.missing == 0);
  }

  /// One walk through a document.
  private static final class Pass {
    private final Function<String, @Nullable String> translations;
    private final List<String> lines = new ArrayList<>();
    private int missing;
    private int characters;

    Pass(Function<String, @Nullable String> translations) {
      this.translations = translations;
    }

    /// Texts and elements within a line that stand together are one text; all else is looked into.
    void visit(Element element) {
      List<Node> run = new ArrayList<>();
      for (Node child : List.copyOf(element.childNodes())) {
        if (child instanceof TextNode || (child instanceof Element e && isInline(e))) {
          run.add(child);
          continue;
        }
        take(run);
        run.clear();
        if (child instanceof Element e && isTranslated(e)) visit(e);
      }
      take(run);
    }

    private void take(List<Node> run) {
      String text = text(run);
      if (text.codePoints().noneMatch(Character::isLetter)) return;
      List<Node> said = run.stream().filter(n -> !text(List.of(n)).isEmpty()).toList();
      if (said.size() == 1 && said.getFirst() instanceof Element only) {
        if (isTranslated(only)) visit(only);
        return;
      }
      if (characters + text.length() > MOST_CHARACTERS) {
        missing++;
        return;
      }
      characters += text.length();
      String translated = translations.apply(text);
      List<Part> parts = new ArrayList<>();
      for (Node n : run) {
        if (n instanceof Element e) parts.add(new Part(e, said.contains(n) ? own(e) : null));
      }
      if (translated == null) {
        missing++;
        return;
      }
      lines.add(translated);
      put(run, parts, translated);
    }

    /// What an element within a line is called in the other language, as far as that is known.
    private String own(Element e) {
      String text = text(List.of(e));
      if (!isTranslated(e) || text.codePoints().noneMatch(Character::isLetter)) return text;
      String translated = translations.apply(text);
      return translated == null ? text : translated;
    }
  }

  /// An element within a line.
  ///
  /// @param text to look for, null if it has none, such as a picture
  private record Part(Element element, @Nullable String text) {}

  /// Of one paragraph; what is marked up beyond loses its markup, not its words.
  private static final int MOST_PARTS = 200;

  /// Where the text of an element was found.
  private record Place(int from, int to, Element element) {}

  private static void put(List<Node> run, List<Part> parts, String translated) {
    List<Place> places = new ArrayList<>();
    BitSet taken = new BitSet();
    List<Part> lost = new ArrayList<>();
    String searched = translated.toLowerCase(Locale.ROOT);
    // Where letters change their number with their case, places would be wrong.
    boolean ignoreCase = searched.length() == translated.length();
    UnaryOperator<String> as = s -> ignoreCase ? s.toLowerCase(Locale.ROOT) : s;
    String whole = as.apply(translated);
    // Behind its last place the same word is looked for next.
    Map<String, Integer> from = new HashMap<>();
    int looked = 0;
    for (Part part : parts) {
      if (part.text == null) continue;
      if (++looked > MOST_PARTS) break;
      String sought = as.apply(trimmed(part.text));
      Place place = find(whole, sought, from.getOrDefault(sought, 0), part.element, taken);
      from.put(sought, place == null ? whole.length() : place.to);
      if (place != null) {
        places.add(place);
        taken.set(place.from, place.to);
      } else if (part.element.is("a[href]")) lost.add(part);
    }
    places.sort((a, b) -> Integer.compare(a.from, b.from));
    Node first = run.getFirst();
    List<Node> made = new ArrayList<>();
    for (Part part : parts) if (part.text == null) made.add(part.element.clone());
    int at = 0;
    for (Place place : places) {
      made.add(new TextNode(translated.substring(at, place.from)));
      made.add(withText(place.element, translated.substring(place.from, place.to)));
      at = place.to;
    }
    made.add(new TextNode(translated.substring(at)));
    for (Part part : lost) {
      made.add(new TextNode(" ["));
      made.add(withText(part.element, String.valueOf(part.text)));
      made.add(new TextNode("]"));
    }
    for (Node node : made) first.before(node);
    run.forEach(Node::remove);
  }

  /// The first free place of some words at or behind one, found in time that only grows with the
  /// text (Knuth, Morris and Pratt): translators decide what stands in both.
  private static @Nullable Place find(
      String text, String sought, int from, Element element, BitSet taken) {
    if (sought.isEmpty()) return null;
    int[] borders = borders(sought);
    int same = 0;
    for (int i = from; i < text.length(); i++) {
      while (same > 0 && text.charAt(i) != sought.charAt(same)) same = borders[same - 1];
      if (text.charAt(i) == sought.charAt(same)) same++;
      if (same < sought.length()) continue;
      Place place = new Place(i + 1 - same, i + 1, element);
      if (isWhole(text, place) && isFree(taken, place)) return place;
      same = borders[same - 1];
    }
    return null;
  }

  private static boolean isFree(BitSet taken, Place place) {
    int next = taken.nextSetBit(place.from);
    return next < 0 || next >= place.to;
  }

  /// How long the longest beginning of the text is that each beginning of it ends with.
  private static int[] borders(String text) {
    int[] borders = new int[text.length()];
    int same = 0;
    for (int i = 1; i < text.length(); i++) {
      while (same > 0 && text.charAt(i) != text.charAt(same)) same = borders[same - 1];
      if (text.charAt(i) == text.charAt(same)) same++;
      borders[i] = same;
    }
    return borders;
  }

  private static boolean isWhole(String text, Place place) {
    boolean before = place.from > 0 && Character.isLetter(text.charAt(place.from - 1));
    boolean after = place.to < text.length() && Character.isLetter(text.charAt(place.to));
    return !before && !after;
  }

  /// Translators end what they take for a sentence with a stop.
  private static String trimmed(String text) {
    String bare = text.strip();
    int end = bare.length();
    while (end > 0 && ".!?。".indexOf(bare.charAt(end - 1)) >= 0) end--;
    return bare.substring(0, end);
  }

  /// The same element around another text; a picture in it stays.
  private static Element withText(Element element, String text) {
    Element copy = element.clone();
    List<Element> pictures = copy.select("img").stream().map(Element::clone).toList();
    copy.empty();
    pictures.forEach(copy::appendChild);
    copy.appendText(text);
    return copy;
  }

  private static String text(List<Node> nodes) {
    StringBuilder text = new StringBuilder();
    for (Node n : nodes) {
      if (n instanceof TextNode t) text.append(t.getWholeText());
      else if (n instanceof Element e) text.append(e.wholeText());
    }
    return text.toString().replaceAll("[\\s\\u00a0]+", " ").strip();
  }

  private static boolean isInline(Element e) {
    return INLINE.contains(e.normalName()) && e.children().stream().allMatch(Segments::isInline);
  }

  private static boolean isTranslated(Element e) {
    return !NOT_TRANSLATED.contains(e.normalName())
        && !e.attr("translate").equalsIgnoreCase("no")
        && !e.hasClass("notranslate");
  }
}
