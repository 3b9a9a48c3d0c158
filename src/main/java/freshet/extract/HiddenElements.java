package freshet.extract;

import freshet.bound.Stop;
import freshet.extract.Style.Property;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// Which elements of a page a person cannot see: never shown at all (`script`, `template` …), the
/// `hidden` attribute, `display:none`, `visibility:hidden`, no size, letters in the colour of their
/// background; in `style` attributes, old colour attributes and the page's own style sheets. Style
/// sheets in other files are not fetched, so a colour counts only where its background is known.
final class HiddenElements {
  private static final Set<String> NEVER_SHOWN =
      Set.of(
          "head",
          "script",
          "style",
          "noscript",
          "template",
          "iframe",
          "object",
          "audio",
          "video",
          "canvas",
          "datalist",
          "noframes",
          "noembed",
          "title",
          "link",
          "meta",
          "base",
          "param",
          "math-annotation");

  /// Deeper pages are made to break readers; what is below is taken as hidden.
  private static final int DEEPEST = 2_000;

  /// What passes from an element to those in it.
  ///
  /// @param colour and `background` as in [Colour]
  private record Inherited(boolean invisible, boolean noLetters, int colour, int background) {}

  private final StyleSheet sheet;
  private final Element root;

  /// Elements hidden with everything in them.
  private final Set<Element> hidden = Collections.newSetFromMap(new IdentityHashMap<>());

  /// Elements whose own text is not seen, though that of elements in them may be.
  private final Set<Element> unreadable = Collections.newSetFromMap(new IdentityHashMap<>());

  private HiddenElements(Document page) {
    sheet = StyleSheet.of(page);
    root = page;
    boolean whole = true;
    for (Element link : page.getElementsByTag("link")) {
      whole &= !link.attr("rel").toLowerCase(Locale.ROOT).contains("stylesheet");
    }
    // With no other style sheet than the page's own, paper is white.
    look(page, new Inherited(false, false, 0x000000, whole ? 0xffffff : Colour.UNKNOWN), 0);
  }

  static HiddenElements of(Document page) {
    return new HiddenElements(page);
  }

  boolean isHidden(Element element) {
    return hidden.contains(element);
  }

  /// Whether the text that stands directly in the element is seen. Ask only within shown elements.
  boolean isReadable(Element element) {
    return !unreadable.contains(element);
  }

  private void look(Element element, Inherited from, int depth) {
    Stop.check();
    if (NEVER_SHOWN.contains(element.normalName()) || depth > DEEPEST || hiddenByName(element)) {
      hidden.add(element);
      return;
    }
    Style style = styleOf(element);
    // A page hidden as a whole is one that a script shows when it is ready.
    boolean whole = element.nameIs("html") || element.nameIs("body");
    if (style != null && !whole && style.takesNoRoom()) {
      hidden.add(element);
      return;
    }
    Inherited own = inherit(element, style, from);
    boolean camouflaged =
        own.colour == Colour.TRANSPARENT || Colour.same(own.colour, own.background);
    if (whole && own.invisible) {
      own = new Inherited(false, own.noLetters, own.colour, own.background);
    }
    if (own.invisible || own.noLetters || camouflaged) unreadable.add(element);
    for (Element child = element.firstElementChild();
        child != null;
        child = child.nextElementSibling()) {
      look(child, own, depth + 1);
    }
  }

  private static boolean hiddenByName(Element element) {
    if (element.attributesSize() == 0) return element.nameIs("dialog");
    if (element.hasAttr("hidden")) return !element.attr("hidden").equalsIgnoreCase("until-found");
    return switch (element.normalName()) {
      case "input" -> element.attr("type").equalsIgnoreCase("hidden");
      case "dialog" -> !element.hasAttr("open");
      case "img", "embed" -> isZero(element.attr("width")) || isZero(element.attr("height"));
      default -> false;
    };
  }

  private static boolean isZero(String attribute) {
    return attribute.strip().equals("0");
  }

  private @Nullable Style styleOf(Element element) {
    Style style = null;
    for (StyleSheet.Rule rule : sheet.matching(element, root)) {
      style = style == null ? rule.style() : style.under(rule.style());
    }
    String inline = element.attributesSize() == 0 ? "" : element.attr("style");
    if (!inline.isEmpty()) {
      Style own = Style.of(inline);
      style = style == null ? own : style.under(own);
    }
    return style;
  }

  private static Inherited inherit(Element element, @Nullable Style style, Inherited from) {
    boolean invisible = from.invisible;
    boolean noLetters = from.noLetters;
    int colour = from.colour;
    int background = from.background;
    if (element.attributesSize() > 0) {
      String old = element.attr("bgcolor");
      if (!old.isEmpty()) background = over(background, Colour.attribute(old));
      if (element.hasAttr("background")) background = Colour.UNKNOWN;
      String letters =
          element.nameIs("font")
              ? element.attr("color")
              : element.nameIs("body") ? element.attr("text") : "";
      if (!letters.isEmpty()) colour = Colour.attribute(letters);
    }
    if (style == null) {
      boolean same = colour == from.colour && background == from.background;
      return same ? from : new Inherited(invisible, noLetters, colour, background);
    }
    String visibility = style.get(Property.VISIBILITY);
    if (visibility != null) {
      invisible = visibility.equals("hidden") || visibility.equals("collapse");
    }
    Boolean zero = style.zeroFont();
    if (zero != null) noLetters = zero;
    Integer shorthand = style.colour(Property.BACKGROUND);
    if (shorthand != null) background = over(background, shorthand);
    Integer own = style.colour(Property.BACKGROUND_COLOR);
    if (own != null) background = over(background, own);
    String image = style.get(Property.BACKGROUND_IMAGE);
    if (image != null && !image.equals("none")) background = Colour.UNKNOWN;
    String letters = style.get(Property.COLOR);
    Integer said = style.colour(Property.COLOR);
    if (letters != null && said != null) {
      boolean inherits = letters.equals("inherit") || letters.equals("currentcolor");
      colour = inherits ? from.colour : said;
    }
    return new Inherited(invisible, noLetters, colour, background);
  }

  private static int over(int below, int above) {
    return above == Colour.TRANSPARENT ? below : above;
  }
}
