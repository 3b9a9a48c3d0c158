package freshet.extract;

import freshet.bound.Stop;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.Evaluator;
import org.jsoup.select.Selector;

/// Finds the text a page is there for.
///
/// The idea: running text has mass, links and menus have none. A block of text weighs as many
/// letters as it has outside links, short blocks much less. From the body, the walk goes down into
/// the child that holds most of the mass, as long as there is one; where the mass is spread over
/// the children, there is the article. Within it, blocks that consist of links, and parts that
/// carry the names of menus, comments, advertisements and the like, are left out.
///
/// It reads each node twice and needs no tuning to a language. Known weakness: on pages of several
/// texts of the same length (a list of summaries) all of them are the main text, which is what a
/// person would say too.
final class MainText {
  /// A child with this share of the mass is gone down into.
  private static final double MOST = 0.72;

  /// A part with a boilerplate name is left out only if it is less than this share of the page:
  /// some pages have everything in `<div class="sidebar-layout">`.
  private static final double SMALL = 0.4;

  private static final List<Evaluator> ANNOUNCED =
      Stream.of(
              "[itemprop~=(?i)articleBody]", "article", "main", "[role=main]", "#content", "#main")
          .map(Selector::evaluatorOf)
          .toList();

  private static final Evaluator PARAGRAPH = Selector.evaluatorOf("p");

  private static final Set<String> FURNITURE =
      Set.of("nav", "aside", "footer", "form", "button", "menu", "select", "textarea", "fieldset");

  private static final Set<String> ROLES =
      Set.of(
          "navigation",
          "banner",
          "contentinfo",
          "complementary",
          "search",
          "dialog",
          "menu",
          "menubar",
          "alert",
          "alertdialog",
          "toolbar");

  private static final Set<String> NAMES =
      Set.of(
          "comment",
          "comments",
          "commentlist",
          "disqus",
          "respond",
          "sidebar",
          "footer",
          "nav",
          "navbar",
          "navigation",
          "navi",
          "menu",
          "topbar",
          "breadcrumb",
          "breadcrumbs",
          "share",
          "sharing",
          "sharedaddy",
          "social",
          "related",
          "recommended",
          "recommendations",
          "promo",
          "promotion",
          "sponsor",
          "sponsored",
          "advert",
          "advertisement",
          "advertising",
          "ads",
          "ad",
          "adsbygoogle",
          "banner",
          "cookie",
          "cookies",
          "consent",
          "gdpr",
          "newsletter",
          "subscribe",
          "subscription",
          "signup",
          "popup",
          "modal",
          "overlay",
          "pagination",
          "pager",
          "tagcloud",
          "tags",
          "widget",
          "widgets",
          "toolbar",
          "login",
          "outbrain",
          "taboola",
          "copyright",
          "disclaimer",
          "masthead",
          "skip",
          "trending",
          "popular",
          "teasers",
          "jumplinks",
          "toc",
          "byline",
          "postmeta",
          "metadata",
          "rating",
          "print",
          "hatnote",
          "reflist",
          "navbox");

  private static final class Mass {
    int letters;
    int linked;
    double weight;
  }

  private final HiddenElements visibility;
  private final IdentityHashMap<Element, Mass> masses = new IdentityHashMap<>();
  private int all;

  private MainText(HiddenElements visibility) {
    this.visibility = visibility;
  }

  static String of(Document document, HiddenElements visibility) {
    MainText main = new MainText(visibility);
    String text = main.write(main.place(document));
    return text.isEmpty() ? TextWriter.visible(document.body(), visibility) : text;
  }

  /// The same text as HTML, "" if there is none.
  ///
  /// @param skips what is left out besides
  @SuppressWarnings("ReferenceEquality") // this very element
  static String html(
      Document document, HiddenElements visibility, Predicate<Element> skips, String base) {
    MainText main = new MainText(visibility);
    Element place = main.place(document);
    HtmlWriter writer =
        new HtmlWriter(visibility, e -> e != place && (main.isLeftOut(e) || skips.test(e)), base);
    writer.inside(place);
    return writer.html();
  }

  private Element place(Document document) {
    Element body = document.body();
    weigh(body);
    all = Math.max(1, mass(body).letters);
    // Once more, now that the size of the page is known: furniture must not pull the walk aside.
    return descend(announced(document, body));
  }

  /// Where the page says its text is, if most of its mass is there indeed.
  private Element announced(Document document, Element body) {
    double whole = mass(body).weight;
    for (Evaluator selector : ANNOUNCED) {
      Element best = null;
      for (Element element : document.select(selector)) {
        if (!masses.containsKey(element)) continue;
        if (best == null || mass(element).weight > mass(best).weight) best = element;
      }
      if (best != null && mass(best).weight > 0.5 * whole && mass(best).letters > 250) return best;
    }
    return body;
  }

  private Element descend(Element from) {
    Element place = from;
    while (true) {
      double whole = 0;
      Element heaviest = null;
      double most = 0;
      for (Element child : place.children()) {
        if (isFurniture(child)) continue;
        double weight = mass(child).weight;
        whole += weight;
        if (weight > most) {
          most = weight;
          heaviest = child;
        }
      }
      double own = Math.max(whole, mass(place).weight * 0.5);
      boolean deeper = heaviest != null && most > MOST * own && holdsBlocks(heaviest);
      if (!deeper || heaviest == null) return place;
      place = heaviest;
    }
  }

  /// Only what has blocks in it can be the place of an article; a paragraph is a part of one.
  private static boolean holdsBlocks(Element element) {
    return switch (element.normalName()) {
      case "p", "pre", "blockquote", "ul", "ol", "dl", "li", "h1", "h2", "h3", "figure" -> false;
      default -> !TextWriter.INLINE.contains(element.normalName());
    };
  }

  private Mass mass(Element element) {
    Mass mass = masses.get(element);
    return mass == null ? new Mass() : mass;
  }

  /// Letters, letters in links, and weight of everything in an element.
  private Mass weigh(Element element) {
    Stop.check();
    Mass mass = new Mass();
    masses.put(element, mass);
    if (visibility.isHidden(element) || isAlwaysFurniture(element)) return mass;
    int ownLetters = 0;
    int ownLinked = 0;
    boolean readable = visibility.isReadable(element);
    for (Node node = element.firstChild(); node != null; node = node.nextSibling()) {
      if (node instanceof TextNode text) {
        if (readable) ownLetters += letters(text.getWholeText());
      } else if (node instanceof Element child) {
        Mass inner = weigh(child);
        mass.letters += inner.letters;
        mass.linked += inner.linked;
        if (TextWriter.INLINE.contains(child.normalName()) && inner.weight == 0) {
          ownLetters += inner.letters;
          ownLinked += inner.linked;
          mass.letters -= inner.letters;
          mass.linked -= inner.linked;
        } else {
          mass.weight += inner.weight;
        }
      }
    }
    if (element.nameIs("a")) ownLinked = ownLetters;
    mass.letters += ownLetters;
    mass.linked += ownLinked;
    // What stands directly in a block weighs here; inline elements pass theirs on.
    if (!TextWriter.INLINE.contains(element.normalName())) {
      int free = ownLetters - 2 * ownLinked;
      if (free > 20) mass.weight += free * Math.min(1.0, free / 120.0);
    }
    return mass;
  }

  private static int letters(String s) {
    int n = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      // A sign of an ideographic script says as much as a few letters.
      if (c >= 0x2E80 && c <= 0x9FFF) n += 3;
      else if (c > ' ' && c != '\u00A0') n++;
    }
    return n;
  }

  @SuppressWarnings("ReferenceEquality") // this very element
  private String write(Element place) {
    TextWriter writer = new TextWriter(visibility, e -> e != place && isLeftOut(e));
    writer.write(place);
    return writer.text();
  }

  private boolean isLeftOut(Element element) {
    if (isFurniture(element)) return true;
    Mass mass = mass(element);
    return switch (element.normalName()) {
      case "ul", "ol", "table", "div", "section", "p", "dl", "header", "figure", "tr", "li" ->
          mass.letters > 0 && mass.linked > 0.6 * mass.letters && mass.weight < 100;
      default -> false;
    };
  }

  private static boolean isAlwaysFurniture(Element element) {
    return FURNITURE.contains(element.normalName())
        && !(element.nameIs("form")
            && element.childrenSize() < 3
            && element.parent() != null
            && element.parent().nameIs("body"));
  }

  private boolean isFurniture(Element element) {
    if (isAlwaysFurniture(element)) return true;
    if (element.attributesSize() == 0) return element.nameIs("header") && isPageHeader(element);
    if (mass(element).letters > SMALL * all) return false;
    if (ROLES.contains(element.attr("role").toLowerCase(Locale.ROOT))) return true;
    if (element.nameIs("header") && isPageHeader(element)) return true;
    return isNamedSo(element.className()) || isNamedSo(element.id());
  }

  private static boolean isPageHeader(Element header) {
    Element parent = header.parent();
    return parent != null && parent.nameIs("body") && header.selectFirst(PARAGRAPH) == null;
  }

  private static boolean isNamedSo(String names) {
    if (names.isEmpty()) return false;
    int from = 0;
    for (int i = 0; i <= names.length(); i++) {
      char c = i == names.length() ? ' ' : names.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean hump =
          c >= 'A' && c <= 'Z' && i > 0 && names.charAt(i - 1) >= 'a' && names.charAt(i - 1) <= 'z';
      if (letter && !hump) continue;
      if (i > from && NAMES.contains(names.substring(from, i).toLowerCase(Locale.ROOT)))
        return true;
      from = hump ? i : i + 1;
    }
    return false;
  }
}
