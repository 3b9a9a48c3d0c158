package freshet.extract;

import freshet.bound.Stop;
import freshet.model.LinkList;
import freshet.parse.ByteDecoder;
import freshet.parse.Selectors;
import freshet.text.Cut;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jsoup.select.Evaluator;
import org.jsoup.select.Selector;
import org.jspecify.annotations.Nullable;

/// A web page, read. Parsed at once; everything else is worked out when it is first asked for,
/// since a crawler that only wants the links of a page should not pay for its main text. For use by
/// one thread at a time.
///
/// ```java
/// HtmlPage page = HtmlPage.parse(body, contentType, "https://example.com/news/");
/// for (Link link : page.links()) ...
/// ```
public final class HtmlPage {
  private static final Pattern FEED_TYPE =
      Pattern.compile("(?is)application/(((rss|atom|rdf)\\+xml)|feed\\+json)( *;.*)?");

  private static final Pattern META_CHARSET =
      Pattern.compile(
          "<meta[^>]{0,200}?charset\\s*+=\\s*+[\"']?\\s*+([A-Za-z0-9._:-]+)",
          Pattern.CASE_INSENSITIVE);
  private static final int MOST_LINKS = 20_000;
  private static final int MOST_TAGS = 120_000;
  private static final int MOST_ROOTS = 20;
  private static final int MOST_SHELTERS = 1000;
  private static final List<String> SHELTERS =
      List.of("table", "object", "template", "applet", "marquee");
  private static final int DEEPEST = 160;
  private static final int LONGEST_AROUND = 300;
  private static final int LITTLE_TEXT = 200;
  private static final int LONGEST_TITLE = 1000;
  private static final int MOST_HEADINGS = 10;
  private static final int LONGEST_SCRIPT = 10_000;
  private static final Pattern OPENED =
      Pattern.compile("\\(\\s*[\"']\\s*((?:https?:|[./?\\w])[^\"']{0,4000})[\"']");
  private static final int MOST_LISTED = 500;

  private static final String[] NAMES_OF_META = {"name", "property", "http-equiv"};
  private static final Evaluator PICTURE = Selector.evaluatorOf("img, svg");
  private static final Evaluator NAMED_PICTURE = Selector.evaluatorOf("img[alt], img[title]");

  private final Document document;
  private final String url;
  private final String base;
  private final List<Element> anchors = new ArrayList<>();
  private final List<Element> frames = new ArrayList<>();
  private final List<Element> frameless = new ArrayList<>();
  private final List<Element> metas = new ArrayList<>();
  private final List<Element> related = new ArrayList<>();
  private @Nullable HiddenElements visibility;
  private @Nullable List<Link> links;
  private @Nullable String mainText;
  private @Nullable Metadata metadata;
  private @Nullable Map<String, String> said;

  private HtmlPage(Document document, String url) {
    this.document = document;
    this.url = url;
    Element first = null;
    // All that is asked of every page, in one walk over it.
    for (Element element : document.stream().toList()) {
      switch (element.normalName()) {
        case "a", "area" -> anchors.add(element);
        case "iframe", "frame", "object", "embed" -> frames.add(element);
        case "noframes" -> frameless.add(element);
        case "meta" -> metas.add(element);
        case "link" -> related.add(element);
        case "base" -> first = first == null ? element : first;
        default -> {}
      }
    }
    String joined = first == null ? null : Hrefs.join(url, first.attr("href"));
    base = joined == null ? url : joined;
  }

  /// @param contentType the header of the answer, if there was one
  /// @param url the absolute address that answered; relative links are resolved against it
  public static HtmlPage parse(byte[] body, @Nullable String contentType, String url) {
    String text = decode(body, contentType);
    return parse(isXml(text, contentType) ? XhtmlPages.asHtml(text) : text, url);
  }

  private static boolean isXml(String text, @Nullable String contentType) {
    String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
    boolean declared = type.contains("xml") && text.regionMatches(true, 0, "<?xml", 0, 5);
    return declared || type.contains("xhtml+xml");
  }

  public static HtmlPage parse(String html, String url) {
    // Elements nested deeper than jsoup follows are still there, beside each other.
    Reader text = Stop.markup(shortened(html));
    return new HtmlPage(Parser.htmlParser().setMaxDepth(DEEPEST).parseInput(text, url), url);
  }

  /// Cuts a page with endless tags, each of which costs a hundred times its length in memory, or a
  /// thousand if it makes others be opened again; one that begins its body again and again, since
  /// what each of them says of the body is compared with all that was said before; and one of
  /// tables in tables without end, since jsoup looks through all of them at every further tag.
  private static String shortened(String html) {
    int at = -1;
    int roots = 0;
    int within = 0;
    for (int n = 0; n < MOST_TAGS; n++) { // end tags too: `</p>` alone is a paragraph
      at = html.indexOf('<', at + 1);
      if (at < 0) return html;
      if (isRoot(html, at + 1) && ++roots > MOST_ROOTS) break;
      if (isShelter(html, at + 1) && ++within > MOST_SHELTERS) break;
      if (within > 0 && html.startsWith("/", at + 1) && isShelter(html, at + 2)) within--;
    }
    return html.substring(0, at);
  }

  /// What is open outside it is not open inside.
  private static boolean isShelter(String html, int name) {
    for (String shelter : SHELTERS) {
      if (html.regionMatches(true, name, shelter, 0, shelter.length())) return true;
    }
    return false;
  }

  private static boolean isRoot(String html, int name) {
    return html.regionMatches(true, name, "body", 0, 4)
        || html.regionMatches(true, name, "html", 0, 4);
  }

  /// Whether bytes are more likely a page than a picture or a program, by their type and beginning.
  public static boolean looksLikeHtml(byte[] body, @Nullable String contentType) {
    String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
    if (type.contains("html")) return !isBinary(body);
    boolean open =
        type.isEmpty()
            || type.startsWith("text/")
            || type.contains("xml")
            || type.contains("octet");
    if (!open || isBinary(body)) return false;
    String head =
        new String(body, 0, Math.min(body.length, 1024), StandardCharsets.ISO_8859_1)
            .toLowerCase(Locale.ROOT);
    return head.contains("<html")
        || head.contains("<!doctype html")
        || head.contains("<head")
        || (head.contains("http://www.w3.org/1999/xhtml") && !head.contains("<feed"));
  }

  private static boolean isBinary(byte[] body) {
    int zeros = 0;
    int n = Math.min(body.length, 512);
    for (int i = 0; i < n; i++) if (body[i] == 0) zeros++;
    // UTF-16 has a zero in every other byte, and says so at its beginning.
    boolean marked = n > 1 && (body[0] == (byte) 0xFE || body[0] == (byte) 0xFF || body[0] == '<');
    return zeros > 0 && !marked;
  }

  private static String decode(byte[] body, @Nullable String contentType) {
    String type = typed(body, contentType);
    return ByteDecoder.decode(body, type.isEmpty() ? null : type).text();
  }

  /// The content type, with the encoding that the page itself declares where the server does not.
  private static String typed(byte[] body, @Nullable String contentType) {
    String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
    if (type.contains("charset")) return type;
    String head = new String(body, 0, Math.min(body.length, 4096), StandardCharsets.ISO_8859_1);
    Matcher m = META_CHARSET.matcher(head);
    return m.find() ? "text/html; charset=" + m.group(1).toLowerCase(Locale.ROOT) : type;
  }

  /// The encoding that server or page declare, in lower case; null if neither does.
  public static @Nullable String declaredEncoding(byte[] body, @Nullable String contentType) {
    String type = typed(body, contentType);
    int at = type.indexOf("charset=");
    if (at < 0) return null;
    int from = at + 8;
    if (type.startsWith("\"", from) || type.startsWith("'", from)) from++;
    int end = from;
    while (end < type.length() && "\"';".indexOf(type.charAt(end)) < 0) end++;
    String name = type.substring(from, end).strip();
    return name.isEmpty() ? null : name;
  }

  /// What relative addresses on the page are relative to.
  public String base() {
    return base;
  }

  /// "" if it has none.
  public String title() {
    String title = document.title().strip();
    if (!title.isEmpty()) return title;
    String declared = meta("og:title", "twitter:title", "dc.title");
    if (!declared.isEmpty()) return declared;
    Element heading = document.selectFirst("h1");
    return heading == null ? "" : heading.text().strip();
  }

  /// The title without the name of the site, as far as the page says which part of it that is.
  public String headline() {
    return Headline.of(
        Cut.start(title(), LONGEST_TITLE),
        meta("og:title", "twitter:title"),
        meta("og:site_name", "application-name"),
        document.select("h1").stream().limit(MOST_HEADINGS).map(Element::text).toList());
  }

  /// What the page is there for: the article without menus, advertisements and what else surrounds
  /// it. A page that is no article gives its visible text without the menus.
  public String mainText() {
    if (mainText == null) mainText = MainText.of(document, visibility());
    return mainText;
  }

  /// What the page is there for as plain HTML, "" if nothing is found: paragraphs, headings, lists,
  /// pictures with their captions (the only `figcaption` there are) and links with absolute
  /// addresses. Not yet safe to show.
  ///
  /// @param take a CSS selector of the parts to take, null to find them
  /// @param drop a CSS selector of the parts to leave out, null for none
  /// @throws IllegalArgumentException if one of them is no selector
  public String mainHtml(@Nullable String take, @Nullable String drop) {
    Set<Element> dropped = Collections.newSetFromMap(new IdentityHashMap<>());
    if (drop != null) dropped.addAll(document.select(evaluator(drop)));
    String name = document.title();
    Predicate<Element> skips = e -> dropped.contains(e) || isTitle(e, name);
    if (take == null) return MainText.html(document, visibility(), skips, base);
    HtmlWriter writer =
        new HtmlWriter(visibility(), skips, e -> e.nameIs("figcaption"), _ -> false, base);
    Set<Element> taken = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Element part : document.select(evaluator(take))) {
      boolean inside = part.parents().stream().anyMatch(taken::contains);
      if (inside) continue;
      taken.add(part);
      writer.whole(part);
    }
    return writer.html();
  }

  /// The heading that says what the page is called: whoever shows the text has the title already.
  private static boolean isTitle(Element element, String name) {
    if (!element.nameIs("h1")) return false;
    String text = element.text().strip();
    return text.isEmpty() || name.contains(text);
  }

  /// A selector of our own, to be asked many pages for: unlike one that somebody types it may have
  /// patterns, which are known to be quick.
  public static Evaluator own(String selector) {
    return Selector.evaluatorOf(selector);
  }

  /// A CSS selector that somebody wrote, to be asked many pages for.
  ///
  /// @throws IllegalArgumentException if it is none, or must not be used
  public static Evaluator evaluator(String selector) {
    return Selectors.of(selector);
  }

  /// Whether there is an element that a selector names, seen or not.
  public boolean has(Evaluator selector) {
    return document.selectFirst(selector) != null;
  }

  /// The address that the first of the links named by a selector leads to, null if there is none.
  public @Nullable String linked(Evaluator selector) {
    for (Element link : document.select(selector)) {
      String href = link.hasAttr("href") ? link.attr("href") : "";
      Element inner = href.isEmpty() ? link.selectFirst("a[href]") : null;
      String url = Hrefs.join(base, inner == null ? href : inner.attr("href"));
      if (url != null) return url;
    }
    return null;
  }

  /// The address of the first link that says to stand in a relation to the page (`next`), null if
  /// none does.
  public @Nullable String related(String relation) {
    for (List<Element> links : List.of(related, anchors)) {
      for (Element link : links) {
        if (!link.hasAttr("rel")) continue;
        if (!List.of(link.attr("rel").toLowerCase(Locale.ROOT).split("\\s+")).contains(relation))
          continue;
        String url = Hrefs.join(base, link.attr("href"));
        if (url != null) return url;
      }
    }
    return null;
  }

  /// The lists of links that look like news, best first: what could be followed where there is no
  /// feed.
  ///
  /// @param now what dates without a year are near to
  public List<LinkList> lists(int most, Instant now) {
    return new ListFinder(document, base, url, declaredLanguage(), this::isUnseen, now).find(most);
  }

  /// The list whose links a selector names, or the parts of the page with one link each.
  ///
  /// @throws IllegalArgumentException if it is no selector
  public LinkList list(String selector, Instant now) {
    List<Element> links = new ArrayList<>();
    for (Element named : document.select(evaluator(selector))) {
      if (links.size() >= MOST_LISTED) break;
      Element link = named.hasAttr("href") ? named : ListItems.linkOf(named);
      if (link != null) links.add(link);
    }
    List<ListItems.Part> parts = ListItems.parts(links, ListItems.addresses(links, base, url));
    List<LinkList.Item> items = new ListItems(base, now, declaredLanguage()).read(parts);
    return new LinkList(selector, 1, items);
  }

  /// A picture that the page names as its own, absolute.
  public @Nullable String image() {
    String image = metadata().image();
    return image == null ? null : Hrefs.join(base, image);
  }

  /// Whether the page says of itself that it is an article; null if it does not say.
  public @Nullable Boolean saysArticle() {
    return metadata().article();
  }

  /// Whether the page says of itself that it is not free to read.
  public boolean closed() {
    return metadata().closed();
  }

  /// All that a person sees.
  public String visibleText() {
    return TextWriter.visible(document.body(), visibility());
  }

  /// The links a person can click, in order of the page, the same address again included. Links on
  /// hidden elements are left out: they are put there for robots alone, as bait.
  public List<Link> links() {
    if (links == null) links = readLinks(_ -> true, _ -> "");
    return links;
  }

  /// Those of them whose address is of a kind, which costs less than all.
  public List<Link> links(Predicate<String> address) {
    return readLinks(address, _ -> "");
  }

  /// The same with the text around each, which costs as much again.
  public List<Link> linksInContext() {
    // The links of one block share the text around them.
    IdentityHashMap<Element, String> texts = new IdentityHashMap<>();
    return readLinks(_ -> true, a -> around(a, texts));
  }

  private List<Link> readLinks(Predicate<String> address, Function<Element, String> around) {
    List<Link> found = new ArrayList<>();
    for (Element a : anchors) {
      if (found.size() >= MOST_LINKS) break;
      Stop.check();
      String url = Hrefs.join(base, opened(a.attr("href")));
      if (url == null || !address.test(url) || isUnseen(a)) continue;
      found.add(new Link(url, linkText(a), around.apply(a), relation(a)));
    }
    for (Element frame : frames) {
      if (!showsPage(frame)) continue;
      String url = Hrefs.join(base, frame.attr(frame.nameIs("object") ? "data" : "src"));
      if (url != null && address.test(url))
        found.add(new Link(url, frame.attr("title").strip(), "", ""));
    }
    // What browsers without frames would show is plain text to the parser.
    for (Element none : frameless) {
      for (Element a : Parser.parseBodyFragment(none.wholeText() + none.data(), "").select("a")) {
        String url = Hrefs.join(base, a.attr("href"));
        if (url != null && address.test(url)) found.add(new Link(url, linkText(a), "", ""));
      }
    }
    return List.copyOf(found);
  }

  /// What the page says of a link; `feed` also where it says so by the scheme or the media type.
  private static String relation(Element a) {
    String rel = a.attr("rel").toLowerCase(Locale.ROOT);
    boolean feed =
        Hrefs.subscribes(a.attr("href")) || FEED_TYPE.matcher(a.attr("type").strip()).matches();
    return feed ? (rel + " feed").strip() : rel;
  }

  private static boolean showsPage(Element frame) {
    boolean any = frame.nameIs("iframe") || frame.nameIs("frame");
    return any || frame.attr("type").toLowerCase(Locale.ROOT).contains("html");
  }

  /// `javascript:openWin('/page')` leads to that page.
  private static String opened(String href) {
    if (!href.stripLeading().regionMatches(true, 0, "javascript:", 0, 11)) return href;
    Matcher m = OPENED.matcher(href);
    return m.find() ? m.group(1) : href;
  }

  /// Where the page sends whoever opens it, absolute; null if it lets them stay. Scripts count only
  /// where there is nothing else to see.
  public @Nullable String sendsTo() {
    String by = Refresh.byMeta(meta("refresh"));
    if (by == null && document.body().text().length() < LITTLE_TEXT) {
      for (Element script : document.select("script:not([src])")) {
        by = Refresh.byScript(Cut.start(script.data(), LONGEST_SCRIPT));
        if (by != null) break;
      }
    }
    return by == null ? null : Hrefs.join(base, by);
  }

  private boolean isUnseen(Element element) {
    HiddenElements seen = visibility();
    for (Element e = element; e != null; e = e.parent()) if (seen.isHidden(e)) return true;
    return !seen.isReadable(element) && element.selectFirst(PICTURE) == null;
  }

  private static String linkText(Element a) {
    String text = a.text().strip();
    if (!text.isEmpty()) return text;
    for (String attribute : new String[] {"aria-label", "title", "alt"}) {
      String value = a.attr(attribute).strip();
      if (!value.isEmpty()) return value;
    }
    Element image = a.selectFirst(NAMED_PICTURE);
    if (image == null) return "";
    return (image.attr("alt").isBlank() ? image.attr("title") : image.attr("alt")).strip();
  }

  private static String around(Element a, IdentityHashMap<Element, String> texts) {
    Element block = a.parent();
    while (block != null && TextWriter.INLINE.contains(block.normalName())) block = block.parent();
    if (block == null || block.childrenSize() > 60) return "";
    return texts.computeIfAbsent(block, HtmlPage::brief);
  }

  private static String brief(Element block) {
    return Cut.start(block.text(), LONGEST_AROUND);
  }

  /// `<link rel=alternate>` and its kind: other forms of the page, feeds among them.
  public List<Alternate> alternates() {
    List<Alternate> found = new ArrayList<>();
    List<Element> all = new ArrayList<>(related);
    all.addAll(anchors);
    for (Element link : all) {
      String rel = link.attr("rel").toLowerCase(Locale.ROOT).strip();
      boolean feed = (rel.contains("feed") || rel.contains("blogroll")) && link.nameIs("link");
      if (!link.hasAttr("href") || (!rel.contains("alternate") && !feed)) continue;
      String url = Hrefs.join(base, link.attr("href"));
      if (url == null) continue;
      String type = link.attr("type").toLowerCase(Locale.ROOT);
      int semicolon = type.indexOf(';');
      if (semicolon >= 0) type = type.substring(0, semicolon);
      String title = link.attr("title").strip();
      found.add(new Alternate(rel, type.strip(), title, link.attr("hreflang").strip(), url));
    }
    return List.copyOf(found);
  }

  /// Pictures that are seen.
  public List<Image> images() {
    List<Image> found = new ArrayList<>();
    for (Element img : document.select("img")) {
      if (found.size() >= MOST_LINKS) break;
      String source = img.attr("src");
      if (source.isBlank() || source.startsWith("data:")) source = img.attr("data-src");
      String url = Hrefs.join(base, source);
      if (url == null || isUnseenPicture(img)) continue;
      String text = img.attr("alt").isBlank() ? img.attr("title") : img.attr("alt");
      found.add(new Image(url, text.strip()));
    }
    return List.copyOf(found);
  }

  private boolean isUnseenPicture(Element img) {
    for (Element e = img; e != null; e = e.parent()) if (visibility().isHidden(e)) return true;
    return false;
  }

  /// When it was published, as far as the page says so.
  public @Nullable Instant published() {
    return metadata().published();
  }

  public @Nullable String author() {
    return metadata().author();
  }

  /// The language the page declares for itself, as it is written there.
  public @Nullable String declaredLanguage() {
    Element html = document.firstElementChild();
    String lang =
        html == null ? "" : html.attr("lang").isBlank() ? html.attr("xml:lang") : html.attr("lang");
    if (lang.isBlank()) lang = meta("content-language", "og:locale", "dc.language", "language");
    return lang.isBlank() ? null : lang.strip();
  }

  /// The address that the page itself says is its own, absolute.
  public @Nullable String canonical() {
    Element link = document.selectFirst("link[rel~=(?i)canonical][href]");
    return link == null ? null : Hrefs.join(base, link.attr("href"));
  }

  /// Whether robots are asked not to keep the page.
  public boolean noIndex() {
    return robots("noindex");
  }

  /// Whether robots are asked not to follow its links.
  public boolean noFollow() {
    return robots("nofollow");
  }

  private boolean robots(String word) {
    for (Element meta : metas) {
      String to = meta.attr("name").strip().toLowerCase(Locale.ROOT);
      if (!to.equals("robots") && !to.equals("freshet")) continue;
      String rules = meta.attr("content").toLowerCase(Locale.ROOT);
      if (rules.contains(word) || rules.contains("none")) return true;
    }
    return false;
  }

  /// The page as well-formed XML: missing end tags added, end tags with no start dropped.
  public String fullXml() {
    return PageXml.full(document);
  }

  /// Only what an indexer needs: links, texts and pictures that a person sees.
  public String reducedXml() {
    String declared = declaredLanguage();
    return reducedXml(declared == null ? "" : declared);
  }

  /// The same with the language that was found from its text.
  ///
  /// @param language "" if it is not known
  public String reducedXml(String language) {
    return PageXml.reduced(this, document, visibility(), language);
  }

  /// The content of the first of these meta elements that there is, "" if none.
  String meta(String... names) {
    Map<String, String> said = said();
    for (String name : names) {
      String content = said.get(name);
      if (content != null) return content;
    }
    return "";
  }

  /// What the meta elements say, by their names in lower case.
  private Map<String, String> said() {
    if (said != null) return said;
    Map<String, String> all = new HashMap<>();
    for (Element meta : metas) {
      String content = meta.attr("content").strip();
      if (content.isEmpty()) continue;
      for (String name : NAMES_OF_META) {
        all.putIfAbsent(meta.attr(name).toLowerCase(Locale.ROOT), content);
      }
    }
    said = all;
    return all;
  }

  private HiddenElements visibility() {
    if (visibility == null) visibility = HiddenElements.of(document);
    return visibility;
  }

  private Metadata metadata() {
    if (metadata == null) metadata = Metadata.of(this, document);
    return metadata;
  }
}
