package freshet.extract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jsoup.nodes.Element;

/// What stands inside an article and is no part of it: who wrote it and when, whose the picture is,
/// what else to read, whom to follow, who may copy it. It looks at the blocks of text one after the
/// other: running text is never touched, short lines are judged by where they stand (before the
/// first paragraph, after the last one, beside a picture) and by what they say.
final class Asides {
  /// More than this share of an article is no aside; then a rule is not for this page.
  private static final double MUCH = 0.3;

  private static final Set<String> CAPTIONS =
      Set.of("caption", "captions", "cutline", "credit", "credits");

  private enum Kind {
    TEXT,
    HEADING,
    LIST,
    OTHER
  }

  private record Block(Element element, Mass mass, Kind kind, String text) {
    /// A paragraph that somebody wrote.
    boolean substantial() {
      int free = mass.own - mass.ownLinked;
      if (kind != Kind.TEXT || free < 40) return false;
      return free >= 160 || (free >= 60 && Phrases.endsSentence(text)) || text.isEmpty();
    }

    boolean isShort() {
      return mass.own < 160;
    }
  }

  private final Element place;
  private final Function<Element, Mass> masses;
  private final Predicate<Element> leftOut;
  private final List<Block> blocks = new ArrayList<>();
  private final Set<Element> found = elements();
  private final Set<Element> captions = elements();
  private final Set<Element> figures = elements();

  private Asides(Element place, Function<Element, Mass> masses, Predicate<Element> leftOut) {
    this.place = place;
    this.masses = masses;
    this.leftOut = leftOut;
  }

  /// @param leftOut what is not written anyway
  /// @param title of the page, which who shows the text has already
  static Asides in(
      Element place, Function<Element, Mass> masses, Predicate<Element> leftOut, String title) {
    Asides asides = new Asides(place, masses, leftOut);
    asides.collect(place);
    asides.judge(title);
    return asides;
  }

  private static Set<Element> elements() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /// Whether it is no part of the text.
  boolean has(Element element) {
    return found.contains(element);
  }

  /// Whether it says what is on a picture: it is no part of the text, and stands with its picture.
  boolean isCaption(Element element) {
    return captions.contains(element);
  }

  /// Whether it is a box that holds a picture and its caption, and is called something else.
  boolean isFigure(Element element) {
    return figures.contains(element);
  }

  private void collect(Element parent) {
    for (Element child = parent.firstElementChild();
        child != null;
        child = child.nextElementSibling()) {
      Mass mass = masses.apply(child);
      if (mass.letters == 0 || leftOut.test(child)) continue;
      if (mass.hasBlocks && !child.nameIs("figcaption")) {
        collect(child);
      } else if (!TextWriter.INLINE.contains(child.normalName())) {
        // Long ones are never asked what they say.
        String text = mass.own > 320 ? "" : child.text().strip();
        blocks.add(new Block(child, mass, kind(child), text));
      }
    }
  }

  private Kind kind(Element element) {
    return switch (element.normalName()) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> Kind.HEADING;
      case "li", "dt", "dd", "td", "th", "caption", "summary" -> Kind.LIST;
      case "pre", "code", "math", "table" -> Kind.OTHER;
      default -> {
        Element parent = element.parent();
        boolean item =
            parent != null
                && !isPlace(parent)
                && switch (parent.normalName()) {
                  case "li", "td", "th", "dd" -> true;
                  default -> false;
                };
        yield item && masses.apply(element).own < 160 ? Kind.LIST : Kind.TEXT;
      }
    };
  }

  @SuppressWarnings("ReferenceEquality") // this very element
  private boolean isPlace(Element element) {
    return element == place;
  }

  private void judge(String title) {
    int first = -1;
    for (int i = 0; i < blocks.size() && first < 0; i++) {
      if (blocks.get(i).substantial()) first = i;
    }
    for (int i = 0; i < blocks.size(); i++) {
      if (isTitle(blocks.get(i), title, i <= first)) drop(i, i + 1);
    }
    if (first < 0) return; // a poem, a list, a table: no lines to tell apart
    says();
    List<Block> captions = captions();
    if (drop(captions)) captions.forEach(this::keepCaption);
    drop(rest());
    drop(before(first));
    drop(after(lastLeft()));
  }

  private static boolean isTitle(Block block, String title, boolean atTheStart) {
    if (block.kind != Kind.HEADING) return false;
    if (block.element.nameIs("h1")) {
      return atTheStart || (!block.text.isEmpty() && title.contains(block.text));
    }
    return atTheStart && block.text.length() > 12 && title.contains(block.text);
  }

  /// Lines that say themselves that they are none of it.
  private void says() {
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      if (block.text.isEmpty() || block.kind == Kind.OTHER) continue;
      boolean linked = block.mass.ownLinked > 0;
      if (Phrases.isNoise(block.text)
          || (linked && block.mass.own < 200 && Phrases.isLead(block.text))) drop(i, i + 1);
    }
  }

  /// What is called so, and a short line that shares a small box with a picture.
  private List<Block> captions() {
    List<Block> captions = new ArrayList<>();
    for (Block block : blocks) {
      if (found.contains(block.element)) continue;
      if (isCalledCaption(block.element)) {
        captions.add(block);
        continue;
      }
      int most = block.element.nameIs("p") ? 130 : 260;
      if (block.kind != Kind.TEXT || block.mass.own > most || block.mass.pictures > 0) continue;
      Element box = block.element.parent();
      for (int up = 0; up < 2 && box != null && !isPlace(box); up++, box = box.parent()) {
        Mass mass = masses.apply(box);
        if (mass.letters > 320) break;
        if (mass.pictures == 0) continue;
        captions.add(block);
        break;
      }
    }
    return captions;
  }

  private boolean isCalledCaption(Element element) {
    Element up = element;
    for (int i = 0; i < 3 && up != null && !isPlace(up); i++, up = up.parent()) {
      if (up.nameIs("figcaption")) return true;
      if (up.attributesSize() > 0 && MainText.isNamed(up.className(), CAPTIONS)) return true;
    }
    return false;
  }

  /// Finds where a caption is shown: in its picture's box, or right after its picture. One without
  /// a picture is not.
  private void keepCaption(Block block) {
    Element caption = block.element;
    if (caption.nameIs("figcaption")) {
      captions.add(caption);
      return;
    }
    if (block.kind == Kind.LIST || block.kind == Kind.OTHER)
      return; // a row has no pictures' places
    Element box = caption.parent();
    for (int up = 0; up < 3 && box != null && !isPlace(box); up++, box = box.parent()) {
      if (masses.apply(box).pictures == 0) continue;
      captions.add(caption);
      if (HtmlWriter.isBox(box)) figures.add(box);
      return;
    }
    Element before = caption.previousElementSibling();
    if (before != null && masses.apply(before).pictures > 0) captions.add(caption);
  }

  /// What follows a heading such as "Related" or "Comments".
  private List<Block> rest() {
    int all = 0;
    for (Block block : blocks) all += block.mass.own;
    List<Block> rest = new ArrayList<>();
    int before = 0;
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      boolean marker =
          !block.text.isEmpty() && block.text.length() < 70 && block.kind != Kind.OTHER;
      boolean linked = block.mass.ownLinked > 0 && block.kind != Kind.HEADING;
      if (marker && !linked && before > 0.5 * all && Phrases.isComments(block.text)) {
        rest.addAll(blocks.subList(i, blocks.size()));
        return rest;
      }
      if (marker && Phrases.isRelated(block.text)) {
        int end = endOfBox(i);
        if (end > i + 1 || block.kind != Kind.LIST) rest.addAll(blocks.subList(i, end));
        for (int k = i + 1; k < end; k++) before += blocks.get(k).mass.own;
        i = Math.max(i, end - 1);
      }
      before += block.mass.own;
    }
    return rest;
  }

  /// After the last block of the box that begins with a heading, or of what looks like its links.
  private int endOfBox(int marker) {
    Element box = blocks.get(marker).element.parent();
    boolean own = box != null && !isPlace(box) && masses.apply(box).letters < letters() * MUCH;
    int end = marker + 1;
    while (end < blocks.size()) {
      Block block = blocks.get(end);
      boolean inside = own && box != null && block.element.hasParent() && isIn(block.element, box);
      boolean teaser = !block.substantial() && (block.isShort() || block.mass.ownLinked > 0);
      if (!inside && (!teaser || (block.kind == Kind.HEADING && block.mass.ownLinked == 0))) break;
      end++;
    }
    // Teasers with a sentence each, to the end: no two paragraphs follow each other.
    int paragraphs = 0;
    for (int i = end; i < blocks.size(); i++) if (blocks.get(i).substantial()) paragraphs++;
    boolean nothing = paragraphs * 3 < blocks.size() - end || paragraphs < 2;
    return nothing && marker * 2 > blocks.size() ? blocks.size() : end;
  }

  @SuppressWarnings("ReferenceEquality") // this very element
  private boolean isIn(Element element, Element box) {
    for (Element up = element; up != null && !isPlace(up); up = up.parent()) {
      if (up == box) return true;
    }
    return false;
  }

  private int letters() {
    return Math.max(1, masses.apply(place).letters);
  }

  private int lastLeft() {
    for (int i = blocks.size() - 1; i >= 0; i--) {
      Block block = blocks.get(i);
      if (!found.contains(block.element) && block.substantial()) return i;
    }
    return blocks.size();
  }

  /// Lines before the first paragraph: labels, names, dates. A heading right above it stays.
  private List<Block> before(int first) {
    List<Block> lines = new ArrayList<>();
    for (int i = 0; i < first; i++) {
      Block block = blocks.get(i);
      if (block.kind == Kind.HEADING && i == first - 1) continue;
      if (block.kind == Kind.OTHER || block.mass.own > 100) continue;
      if (block.kind == Kind.LIST && !Phrases.isByline(block.text)) continue;
      if (Phrases.isByline(block.text) || !Phrases.endsSentence(block.text)) lines.add(block);
    }
    return lines;
  }

  /// Lines after the last paragraph. A list stays, and the heading above it.
  private List<Block> after(int last) {
    List<Block> lines = new ArrayList<>();
    boolean kept = false;
    for (int i = blocks.size() - 1; i > last; i--) {
      Block block = blocks.get(i);
      if (found.contains(block.element)) continue;
      boolean stays =
          switch (block.kind) {
            case OTHER, LIST -> true;
            case HEADING -> kept;
            case TEXT -> kept || Phrases.endsSentence(block.text) || !block.isShort();
          };
      if (stays) kept = true;
      else lines.add(block);
    }
    return lines;
  }

  private void drop(int from, int to) {
    for (int i = from; i < to; i++) found.add(blocks.get(i).element);
  }

  /// @return whether they were little enough
  private boolean drop(List<Block> asides) {
    int letters = 0;
    for (Block block : asides) letters += block.mass.own;
    if (letters > MUCH * letters()) return false;
    for (Block block : asides) found.add(block.element);
    return true;
  }
}
