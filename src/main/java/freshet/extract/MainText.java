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
import org.jspecify.annotations.Nullable;

/// Finds the text a page is there for.
///
/// The idea: running text has mass, links and menus have none. A block of text weighs as many
/// letters as it has outside links, short blocks much less. From the body, the walk goes down into
/// the child that holds most of the mass, as long as there is one; where the mass is spread over
/// the children, there is the article. Within it, blocks that consist of links, and parts that
/// carry the names of menus, comments, advertisements and the like, are left out.
///
/// What is no part of it although it stands among its paragraphs is found by [Asides].
///
/// It reads each node twice and needs no tuning to a language. Known weakness: on pages of several
/// texts of the same length (a list of summaries) all of them are the main text, which is what a
/// person would say too.
final class MainText {
  /// A child with this share of the mass is gone down into.
  private static final double MOST = 0.72;

  /// So is one with this share, if all others are links.
  private static final double HALF = 0.45;

  /// A part with a boilerplate name is left out only if it is less than this share of the page:
  /// some pages have everything in `<div class="sidebar-layout">`.
  private static final double SMALL = 0.4;

  /// The weight of a few paragraphs.
  private static final int TEXT_IN_A_FORM = 800;

  private static final double LARGE = 0.75;

  private static final Set<String> COMMENTS =
      Set.of("comment", "comments", "commentlist", "disqus", "respond");

  private static final List<Evaluator> ANNOUNCED =
      Stream.of(
              "[itemprop~=(?i)articleBody]", "article", "main", "[role=main]", "#content", "#main")
          .map(Selector::evaluatorOf)
          .toList();

  private static final Evaluator PARAGRAPH = Selector.evaluatorOf("p");

  private static final Set<String> FURNITURE =
      Set.of("nav", "aside", "footer", "button", "menu", "select", "textarea", "fieldset");

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
          "hatnote",
          "reflist",
          "navbox",
          "pullquote",
          "readmore",
          "readalso",
          "recirc",
          "recirculation",
          "infolinks",
          "authorbox",
          "authorbio",
          "bio",
          "biography",
          "follow",
          "kicker",
          "timestamp",
          "hashtags",
          "keywords",
          "paywall",
          "regwall",
          "sronly",
          "visuallyhidden",
          "readertext",
          "assistivetext");

  private final HiddenElements visibility;
  private final IdentityHashMap<Element, Mass> masses = new IdentityHashMap<>();
  private int all;
  private double weight;
  private @Nullable Asides asides;

  /// Whether comments of readers have a weight.
  private final boolean comments;

  private MainText(HiddenElements visibility, boolean comments) {
    this.visibility = visibility;
    this.comments = comments;
  }

  static String of(Document document, HiddenElements visibility) {
    String text = "";
    for (boolean comments : new boolean[] {true, false}) {
      MainText main = new MainText(visibility, comments);
      Element place = main.place(document);
      main.findAsides(place, document.title());
      text = main.write(place);
      if (!text.isEmpty()) break; // else what readers wrote pulled the walk aside
    }
    return text.isEmpty() ? TextWriter.visible(document.body(), visibility) : text;
  }

  /// The same text as HTML, "" if there is none. With pictures come their captions, which are no
  /// part of the text.
  ///
  /// @param skips what is left out besides
  @SuppressWarnings("ReferenceEquality") // this very element
  static String html(
      Document document, HiddenElements visibility, Predicate<Element> skips, String base) {
    String html = "";
    for (boolean comments : new boolean[] {true, false}) {
      MainText main = new MainText(visibility, comments);
      Element place = main.place(document);
      Asides asides = main.findAsides(place, document.title());
      HtmlWriter writer =
          new HtmlWriter(
              visibility,
              e -> e != place && ((main.isLeftOut(e) && !asides.isCaption(e)) || skips.test(e)),
              asides::isCaption,
              asides::isFigure,
              base);
      writer.inside(place);
      html = writer.html();
      if (!html.isEmpty()) break; // else what readers wrote pulled the walk aside
    }
    return html;
  }

  @SuppressWarnings("ReferenceEquality") // this very element
  private Asides findAsides(Element place, String title) {
    Asides found = Asides.in(place, this::mass, e -> e != place && isLeftOut(e), title);
    asides = found;
    return found;
  }

  private Element place(Document document) {
    Element body = document.body();
    weigh(body);
    all = Math.max(1, mass(body).letters);
    weight = Math.max(1, mass(body).weight);
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
      if (heaviest == null || !holdsBlocks(heaviest)) return place;
      boolean deeper = most > MOST * own || (most > HALF * own && restIsLinks(place, heaviest));
      if (!deeper || beginsBefore(heaviest)) return place;
      place = heaviest;
    }
  }

  /// Whether everything beside an element is mostly links.
  private boolean restIsLinks(Element parent, Element heaviest) {
    int letters = mass(parent).letters - mass(heaviest).letters;
    int linked = mass(parent).linked - mass(heaviest).linked;
    return linked > 0.35 * letters;
  }

  /// Whether running text stands beside the heaviest element: its beginning, or one more part of
  /// the same kind.
  private boolean beginsBefore(Element heaviest) {
    String kind = heaviest.className();
    for (Element other = heaviest.previousElementSibling();
        other != null;
        other = other.previousElementSibling()) {
      if (isProse(other)) return true;
    }
    if (kind.isEmpty()) return false;
    for (Element other = heaviest.nextElementSibling();
        other != null;
        other = other.nextElementSibling()) {
      if (other.className().equals(kind) && isProse(other)) return true;
    }
    return false;
  }

  private boolean isProse(Element element) {
    Mass mass = mass(element);
    return mass.weight > 200 && mass.linked < 0.15 * mass.letters && !isFurniture(element);
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
    if (!comments && isComments(element)) return mass;
    // Some pages are one form from the first word to the last.
    boolean form = element.nameIs("form");
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
        mass.pictures += inner.pictures;
        if (TextWriter.INLINE.contains(child.normalName()) && inner.weight == 0) {
          ownLetters += inner.letters;
          ownLinked += inner.linked;
          mass.letters -= inner.letters;
          mass.linked -= inner.linked;
        } else {
          mass.weight += inner.weight;
          mass.hasBlocks |= inner.letters > 0;
        }
      }
    }
    if (element.nameIs("a")) {
      ownLinked = ownLetters;
      mass.linked = mass.letters;
      mass.weight = 0;
    }
    if (element.nameIs("img")) mass.pictures++;
    mass.own = ownLetters;
    mass.ownLinked = ownLinked;
    mass.letters += ownLetters;
    mass.linked += ownLinked;
    // What stands directly in a block weighs here; inline elements pass theirs on.
    if (!TextWriter.INLINE.contains(element.normalName())) {
      int free = ownLetters - 2 * ownLinked;
      if (free > 20) mass.weight += free * Math.min(1.0, free / 120.0);
    }
    if (form && mass.weight < TEXT_IN_A_FORM) {
      Mass none = new Mass();
      masses.put(element, none);
      return none;
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
    if ((asides != null && asides.has(element)) || isFurniture(element)) return true;
    Mass mass = mass(element);
    return switch (element.normalName()) {
      case "ul", "ol", "table", "div", "section", "p", "dl", "header", "figure", "tr", "li" ->
          mass.letters > 0 && mass.linked > 0.6 * mass.letters && mass.weight < 100;
      default -> false;
    };
  }

  private static boolean isAlwaysFurniture(Element element) {
    return FURNITURE.contains(element.normalName());
  }

  private boolean isFurniture(Element element) {
    if (isAlwaysFurniture(element)) return true;
    if (element.attributesSize() == 0) return element.nameIs("header") && isPageHeader(element);
    Mass mass = mass(element);
    if (mass.letters > SMALL * all || mass.weight > SMALL * weight) {
      // Readers can write more than the author did.
      return mass.letters < LARGE * all && isComments(element);
    }
    if (ROLES.contains(element.attr("role").toLowerCase(Locale.ROOT))) return true;
    if (element.nameIs("header") && isPageHeader(element)) return true;
    return isNamed(element.className(), NAMES) || isNamed(element.id(), NAMES);
  }

  private static boolean isComments(Element element) {
    return element.attributesSize() > 0
        && (isNamed(element.id(), COMMENTS) || isNamed(element.className(), COMMENTS));
  }

  private static boolean isPageHeader(Element header) {
    Element parent = header.parent();
    return parent != null && parent.nameIs("body") && header.selectFirst(PARAGRAPH) == null;
  }

  /// Whether one of the names, or two words of one together, is of a kind: `post-comments`,
  /// `relatedLinks`, `pull-quote`.
  static boolean isNamed(String names, Set<String> kinds) {
    if (names.isEmpty()) return false;
    int from = 0;
    String before = "";
    for (int i = 0; i <= names.length(); i++) {
      char c = i == names.length() ? ' ' : names.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean hump =
          c >= 'A' && c <= 'Z' && i > 0 && names.charAt(i - 1) >= 'a' && names.charAt(i - 1) <= 'z';
      if (letter && !hump) continue;
      if (i > from) {
        String word = names.substring(from, i).toLowerCase(Locale.ROOT);
        if (kinds.contains(word) || (!before.isEmpty() && kinds.contains(before + word))) {
          return true;
        }
        before = word;
      }
      if (c == ' ') before = "";
      from = hump ? i : i + 1;
    }
    return false;
  }
}
