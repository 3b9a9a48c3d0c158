package freshet.extract;

import freshet.bound.Stop;
import freshet.extract.DayFinder.Day;
import freshet.model.LinkList.Item;
import freshet.text.Cut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.Evaluator;
import org.jsoup.select.Selector;
import org.jspecify.annotations.Nullable;

/// Reads the links of a list, each with what stands around it. The part of the page that belongs to
/// a link is the largest around it that has no other link of the list: a row, a card, a point.
final class ListItems {
  private static final int LONGEST_TITLE = 300;
  private static final int LONGEST_SUMMARY = 500;
  private static final int SHORT = 60;

  private static final Evaluator HEADING = Selector.evaluatorOf("h1, h2, h3, h4, h5, h6");
  private static final Evaluator TITLED =
      Selector.evaluatorOf(
          "[itemprop~=headline|name], [class*=title], [class*=headline], [class*=heading],"
              + " [class*=titel], [class*=titre], [class*=titulo]");
  private static final Evaluator DATED =
      Selector.evaluatorOf(
          "time, [itemprop~=datePublished], [class*=date], [class*=datum], [class*=time],"
              + " [class*=fecha], [class*=data], [class*=posted], [class*=published]");
  private static final Evaluator PARAGRAPH =
      Selector.evaluatorOf(
          "p, [class*=summary], [class*=excerpt], [class*=teaser], [class*=intro],"
              + " [class*=descri], [class*=lead]");
  private static final Evaluator PICTURE = Selector.evaluatorOf("img");

  /// What a link says that only leads on.
  private static final Pattern LEADS_ON =
      Pattern.compile(
          "[^\\p{L}\\p{N}]*(read|learn|find out|see|view|show|more|details?|continue("
              + " reading)?|(the |this )?(rest|full"
              + " (story|article|text)|article|post|story)|here|click"
              + " here|download|pdf|open|weiter(lesen)?|mehr( lesen| erfahren| dazu| infos?)?|zum"
              + " artikel|lire( la suite| plus| l.article)?|en savoir plus|leer más|ver más|saber"
              + " más|seguir leyendo|leggi( tutto| di più)?|continua|scopri di più|ler mais|saiba"
              + " mais|leia mais|czytaj( więcej| dalej)?|więcej|lees (meer|verder)|läs mer|les"
              + " mer|læs mere|lue lisää|číst dál(e)?|více|tovább|citește( mai"
              + " mult)?|подробнее|читать( далее)?|читати далі|devamı(nı"
              + " oku)?|続きを読む|詳しくはこちら|更多|阅读更多|자세히 보기|\\d|»|→)*( (more|on|about"
              + " this|now|news))?[^\\p{L}\\p{N}]*",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  /// Nothing that leads on is longer.
  private static final int LONGEST_LEADING_ON = 80;

  static boolean leadsOn(String text) {
    return text.length() <= LONGEST_LEADING_ON && LEADS_ON.matcher(text).matches();
  }

  private final String base;
  private final Instant now;
  private final @Nullable String language;

  ListItems(String base, Instant now, @Nullable String language) {
    this.base = base;
    this.now = now;
    this.language = language;
  }

  /// A link of a list, and the part of the page that is about it.
  record Part(Element link, String url, Element around) {}

  /// The parts of a page that belong to some links, each address once: the first.
  ///
  /// @param urls where they lead, null for those that do not count
  static List<Part> parts(List<Element> links, List<@Nullable String> urls) {
    // Parts of the page with one address of the list, and those with several.
    IdentityHashMap<Element, String> only = new IdentityHashMap<>();
    Set<Element> several = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < links.size(); i++) {
      String url = urls.get(i);
      if (url == null) continue;
      for (Element e = links.get(i); e != null && !several.contains(e); e = e.parent()) {
        String known = only.putIfAbsent(e, url);
        if (known != null && !known.equals(url)) several.add(e);
      }
    }
    Map<String, Part> parts = new LinkedHashMap<>();
    for (int i = 0; i < links.size(); i++) {
      String url = urls.get(i);
      if (url == null || parts.containsKey(url)) continue;
      Element around = links.get(i);
      for (Element p = around.parent();
          p != null && !several.contains(p) && !p.nameIs("body");
          p = p.parent()) {
        around = p;
      }
      parts.put(url, new Part(links.get(i), url, around));
    }
    return List.copyOf(parts.values());
  }

  /// The link that a part of a page is about: that of its heading, or the one that says most.
  static @Nullable Element linkOf(Element part) {
    Element best = null;
    int most = -1;
    for (Element link : part.select("a[href]")) {
      int says = leadsOn(link.text()) ? 0 : Math.min(link.text().length(), 150);
      if (link.selectFirst(HEADING) != null || link.closest("h1, h2, h3, h4, h5, h6") != null) {
        says += 200;
      }
      if (says > most) {
        best = link;
        most = says;
      }
    }
    return best;
  }

  List<Item> read(List<Part> parts) {
    List<String> texts = new ArrayList<>();
    for (Part part : parts) texts.add(Cut.start(part.around.text(), SHORT * 10));
    boolean monthFirst = DayFinder.isMonthFirst(language, texts);
    DayFinder days = new DayFinder(now, language, monthFirst);
    Set<Element> arounds = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Part part : parts) arounds.add(part.around);
    List<Item> items = new ArrayList<>();
    for (Part part : parts) {
      Stop.check();
      Day day = day(part, days, arounds);
      String title = title(part, day);
      if (title.isEmpty()) continue;
      items.add(
          new Item(
              part.url,
              title,
              day == null ? null : day.at(),
              day != null && day.dateOnly(),
              summary(part, title),
              image(part)));
    }
    return items;
  }

  private static String title(Part part, @Nullable Day day) {
    Element link = part.link;
    Element within = link.selectFirst(HEADING);
    String title = within == null ? "" : within.text().strip();
    for (Element p = link.parent(); title.isEmpty() && p != null; p = p.parent()) {
      if (p.is(HEADING)) title = p.text().strip();
      if (p.equals(part.around)) break;
    }
    if (!title.isEmpty() && title.length() <= LONGEST_TITLE && !isEmpty(title, day)) {
      return bare(title, day);
    }
    Element heading = part.around.selectFirst(HEADING);
    String own = link.text().strip();
    boolean generic = isEmpty(own, day);
    if (heading != null && (generic || link.selectFirst(PARAGRAPH) != null)) {
      String text = heading.text().strip();
      if (!isEmpty(text, day)) return bare(text, day);
    }
    Element titled = generic ? part.around.selectFirst(TITLED) : inner(link, TITLED);
    if (titled != null && !isEmpty(titled.text(), day) && titled.text().length() > 8) {
      return bare(titled.text().strip(), day);
    }
    if (!generic) {
      Element block = own.length() > 120 ? longest(link) : null;
      return bare(block == null ? own : block.text().strip(), day);
    }
    String best = "";
    for (Element other : part.around.select("a[href]")) {
      for (String text : List.of(other.text(), other.attr("title"), other.attr("aria-label"))) {
        if (text.length() > best.length() && !isEmpty(text, day)) best = text.strip();
      }
    }
    if (!best.isEmpty()) return bare(best, day);
    Element picture = part.around.selectFirst("img[alt]");
    if (picture != null && !isEmpty(picture.attr("alt"), day)) return picture.attr("alt").strip();
    return bare(part.around.text().strip(), day);
  }

  private static @Nullable Element inner(Element link, Evaluator what) {
    Element found = link.selectFirst(what);
    return found == null || found.equals(link) ? null : found;
  }

  /// Of a link that is a whole card without headings: what looks most like a title in it.
  private static @Nullable Element longest(Element link) {
    Element best = null;
    for (Element e : link.select("strong, b, span, div, p")) {
      int length = e.ownText().length();
      if (length >= 15 && length <= 160) {
        best = e;
        break;
      }
    }
    return best;
  }

  private static boolean isEmpty(String text, @Nullable Day day) {
    String left = day == null ? text : text.replace(day.text(), "");
    return left.codePoints().filter(Character::isLetter).count() < 2 || leadsOn(left.strip());
  }

  /// Without the date that it begins or ends with.
  private static String bare(String title, @Nullable Day day) {
    String text = title;
    if (day != null && text.length() > day.text().length() + 10) {
      if (text.startsWith(day.text())) text = text.substring(day.text().length());
      else if (text.endsWith(day.text())) {
        text = text.substring(0, text.length() - day.text().length());
      }
      text = Cut.start(text, 4 * LONGEST_TITLE).replaceAll("^[\\s|:·–—,/-]+|[\\s|:·–—,/-]+$", "");
    }
    return Cut.betweenWords(text.strip(), LONGEST_TITLE);
  }

  private @Nullable Day day(Part part, DayFinder days, Set<Element> arounds) {
    for (Element e : part.around.select("[datetime], time[title], abbr[title], [content]")) {
      String written = e.attr("datetime");
      if (written.isBlank()) written = e.attr(e.hasAttr("content") ? "content" : "title");
      Day day = written.isBlank() ? null : days.written(written);
      if (day != null) return day;
    }
    for (Element e : part.around.select(DATED)) {
      Day day = e.text().length() > SHORT ? null : days.in(e.text());
      if (day != null) return day;
    }
    Day day = days.in(inText(part));
    if (day == null) day = days.ofAddress(part.url);
    return day == null ? before(part, days, arounds) : day;
  }

  /// The text of a part, the title last: a date in a title is often that of what it is about.
  private static String inText(Part part) {
    String all = part.around.text();
    String title = part.link.text();
    return title.isEmpty() || all.equals(title) ? all : all.replace(title, " ") + " " + title;
  }

  /// A date in front of an item or of the list it is in: `<dt>` before `<dd>`, a day's heading.
  private static @Nullable Day before(Part part, DayFinder days, Set<Element> arounds) {
    Element at = part.around;
    for (int up = 0; up < 3 && at != null && !at.nameIs("body"); up++, at = at.parent()) {
      Element e = at;
      for (int back = 0; back < 40; back++) {
        Node previous = e.previousSibling();
        if (previous instanceof TextNode text && text.text().length() <= SHORT) {
          Day day = days.in(text.text());
          if (day != null && up == 0) return day;
        }
        e = e.previousElementSibling();
        if (e == null) break;
        boolean isItem = arounds.contains(e) || e.select("a[href]").size() > 1;
        if (isItem) {
          if (e.is(HEADING)) break;
          continue;
        }
        String text = e.text();
        if (text.length() > SHORT) break;
        Day day = days.in(text);
        if (day != null) return day;
      }
    }
    return null;
  }

  private static @Nullable String summary(Part part, String title) {
    for (Element e : part.around.select(PARAGRAPH)) {
      String text = e.text().strip();
      boolean said = text.length() >= 40 && !text.equals(title) && !title.contains(text);
      if (said && e.select("a[href]").size() <= 2) return Cut.betweenWords(text, LONGEST_SUMMARY);
    }
    return null;
  }

  private @Nullable String image(Part part) {
    Element img = part.around.selectFirst(PICTURE);
    if (img == null) return null;
    for (String name : List.of("src", "data-src", "data-lazy-src")) {
      String source = img.attr(name);
      if (!source.isBlank() && !source.startsWith("data:")) return Hrefs.join(base, source);
    }
    return null;
  }

  /// Where the links lead, of those that count: pages of the web other than this page and its
  /// site's front page.
  static List<@Nullable String> addresses(List<Element> links, String base, String page) {
    List<@Nullable String> urls = new ArrayList<>();
    Set<String> own = new HashSet<>(List.of(bareAddress(page)));
    for (Element link : links) {
      String url = Hrefs.join(base, link.attr("href"));
      if (url != null) {
        int hash = url.indexOf('#');
        // Pages that draw themselves name what they show behind the sign.
        if (hash >= 0 && !url.startsWith("#!", hash) && !url.startsWith("#/", hash)) {
          url = url.substring(0, hash);
        }
        int path = url.indexOf('/', url.indexOf("://") + 3);
        boolean front = path < 0 || path == url.length() - 1;
        if (front || own.contains(bareAddress(url))) url = null;
      }
      urls.add(url);
    }
    return urls;
  }

  private static String bareAddress(String url) {
    int fragment = url.indexOf('#');
    String whole = fragment < 0 ? url : url.substring(0, fragment);
    String s = whole.replaceFirst("^https?://(www\\.)?", "");
    return s.endsWith("/") ? s.substring(0, s.length() - 1) : s;
  }
}
