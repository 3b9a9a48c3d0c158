package freshet.parse;

import freshet.parse.ns.Addresses;
import freshet.parse.ns.Content;
import freshet.parse.ns.Draft.Slot;
import freshet.parse.ns.Drafts;
import freshet.parse.ns.Element;
import freshet.parse.ns.Namespace;
import freshet.parse.ns.Namespaces;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Takes the elements and texts of either XML parser, strict or forgiving, and hands them to the
/// namespace they belong to. Knows nothing of what the elements mean, only of how they nest:
/// inherited base address and language, texts that turn out to be markup, parts to be skipped.
///
/// A parser calls, for each element, [#open], then [Element#add] for each attribute, [#opened], and
/// [#end] with the depth it got.
final class FeedHandler {
  private final Drafts drafts;
  private final ParseLimits limits;
  private final List<Element> stack = new ArrayList<>();
  private final @Nullable String address;
  private int depth; // open elements
  private int skipped; // open elements below the one that is skipped
  private int markupFrom = Integer.MAX_VALUE; // depth of the outermost element that is markup
  private char[] text = new char[2048];
  private int length;
  private final long mostText; // more can only come from entities that grow
  private long read;
  private @Nullable String strangeName; // the default namespace of a feed nobody registered
  private @Nullable Namespace strange;
  private @Nullable String rootName;

  FeedHandler(Drafts drafts, ParseLimits limits, @Nullable String address, int documentLength) {
    this.mostText = documentLength + 1_000_000L;
    this.drafts = drafts;
    this.limits = limits;
    this.address = address;
  }

  int depth() {
    return depth + skipped;
  }

  boolean wantsText() {
    if (skipped > 0 || depth == 0) return false;
    return depth >= markupFrom || top().content() != Content.CHILDREN;
  }

  /// The name of the document's first element, to tell users what they have instead of a feed.
  @Nullable String rootName() {
    return rootName;
  }

  /// True if nothing more needs reading: all entries there may be.
  boolean full() {
    return drafts.full();
  }

  /// So many characters came that are no text between tags.
  void count(int characters) {
    read += characters;
  }

  /// True if there was more text than the document is long: something expands without end.
  boolean swollen() {
    return read > mostText;
  }

  /// An element begins.
  ///
  /// @return null if it is skipped with all that is in it
  @Nullable Element open(@Nullable Namespace namespace, String uri, String localName) {
    if (skipped > 0 || depth >= limits.depth()) {
      skipped++;
      return null;
    }
    if (rootName == null) rootName = localName;
    String name = lower(localName);
    if (depth > 0 && depth < markupFrom && top().content().isValue()) {
      becomeMarkup();
    }
    Namespace found = namespace;
    if (uri.equals(strangeName)) found = strange;
    if (drafts.format() == null && depth < markupFrom) found = atRoot(found, uri, name);
    if (found == null && depth < markupFrom && drafts.format() != null) {
      skipped = 1;
      return null;
    }
    if (depth == stack.size()) stack.add(new Element(depth == 0 ? null : top()));
    Element e = stack.get(depth++);
    e.open(name, found);
    if (depth == 1) e.base(address);
    return e;
  }

  /// Feeds with a misspelt or unknown default namespace are known by their root element.
  private @Nullable Namespace atRoot(@Nullable Namespace found, String uri, String name) {
    if (depth == 0 && name.equals("rss") && found == Namespaces.ATOM) {
      // RSS whose default namespace is Atom's: nothing in it is Atom's but what says so.
      strangeName = uri;
      strange = Namespaces.RSS;
      return Namespaces.RSS;
    }
    if (found != null && found != Namespaces.RSS) return found;
    Namespace guess =
        switch (name) {
          case "feed" -> Namespaces.ATOM;
          case "rss" -> Namespaces.RSS;
          case "rdf" -> Namespaces.prefixed("rdf");
          case "channel" -> depth == 0 || top().name().equals("rdf") ? Namespaces.RSS : null;
          case "item" -> depth > 0 && top().name().equals("rdf") ? Namespaces.RSS : null;
          default -> null;
        };
    if (guess != null && found == null) {
      strangeName = uri;
      strange = name.equals("rdf") ? Namespaces.RSS : guess;
    }
    // Atom without any namespace: its elements are then read through RSS, which knows Atom's.
    return guess;
  }

  /// All attributes of an element are known.
  void opened(Element e) {
    String language = null;
    if (e.attributes() > 0) {
      inheritable(e);
      language = e.get("xml:lang");
      if (language != null) e.language(language);
    }
    e.textStart(length);
    if (depth > markupFrom) {
      openMarkup(e);
      return;
    }
    Namespace namespace = e.namespace();
    if (namespace == null) {
      e.content(Content.CHILDREN); // something around the feed
      return;
    }
    Content content = namespace.start(e, drafts);
    e.content(content);
    if (language != null) language(e, language);
    switch (content) {
      case MARKUP, XHTML -> {
        markupFrom = depth;
        e.markup(true);
      }
      case SKIP -> {
        depth--;
        skipped = 1;
      }
      default -> {}
    }
  }

  private static void inheritable(Element e) {
    String base = e.get("xml:base");
    if (base == null) base = e.get("base");
    String resolved = base == null ? null : Addresses.resolve(e.base(), base);
    if (resolved != null) e.base(resolved);
  }

  private void language(Element e, String language) {
    if (e.name().equals("entry") || e.name().equals("item")) {
      drafts.current().offer(Slot.LANGUAGE, 1, language);
    } else if (depth <= 2) {
      drafts.feed().offer(Slot.LANGUAGE, 1, language);
    } else if (drafts.inEntry()) {
      switch (e.name()) {
        case "content", "encoded", "fullitem" -> drafts.current().offer(Slot.LANGUAGE, 1, language);
        case "summary", "description", "title" ->
            drafts.current().offer(Slot.LANGUAGE, 0, language);
        default -> {}
      }
    }
  }

  /// @param data from a CDATA section: beside child elements, it holds the rest of the HTML
  void text(char[] chars, int from, int count, boolean data) {
    if (!wantsText()) return;
    read += count;
    boolean html = data && depth == markupFrom && top().content() == Content.TEXT;
    if (depth >= markupFrom && !html) Markup.escape(this, chars, from, count);
    else append(chars, from, count);
  }

  void append(char[] chars, int from, int count) {
    room(count);
    System.arraycopy(chars, from, text, length, count);
    length += count;
  }

  void append(String s) {
    room(s.length());
    s.getChars(0, s.length(), text, length);
    length += s.length();
  }

  void append(char c) {
    room(1);
    text[length++] = c;
  }

  private void room(int count) {
    if (length + count > text.length) {
      text = Arrays.copyOf(text, Math.max(length + count, 2 * text.length));
    }
  }

  /// Ends the element that was opened at this depth, and any left open in it.
  void end(int openedAt) {
    if (skipped > 0 && depth + skipped >= openedAt) {
      skipped = Math.max(0, openedAt - 1 - depth);
      if (openedAt > depth) return;
    }
    while (depth >= openedAt && depth > 0) endTop();
  }

  private void endTop() {
    Element e = top();
    if (depth > markupFrom) {
      closeMarkup(e);
      depth--;
      return;
    }
    if (depth == markupFrom) markupFrom = Integer.MAX_VALUE;
    String value = e.content() == Content.CHILDREN ? "" : taken(e.textStart());
    length = e.textStart();
    depth--;
    Namespace namespace = e.namespace();
    if (namespace != null) namespace.end(e, value, drafts);
  }

  private String taken(int from) {
    int to = length;
    while (from < to && text[from] <= ' ') from++;
    while (to > from && text[to - 1] <= ' ') to--;
    return from == to ? "" : new String(text, from, to - from);
  }

  private Element top() {
    return stack.get(depth - 1);
  }

  /// The first child element inside a text: what came before was text, and now must look like it.
  private void becomeMarkup() {
    Element e = top();
    markupFrom = depth;
    e.markup(true);
    int from = e.textStart();
    if (Titles.hasTag(new String(text, from, length - from))) return; // it looks like it
    char[] before = Arrays.copyOfRange(text, from, length);
    length = from;
    Markup.escape(this, before, 0, before.length);
  }

  private void openMarkup(Element e) {
    e.content(Content.MARKUP);
    Element parent = e.parent();
    boolean wrapper =
        parent != null
            && depth == markupFrom + 1
            && parent.content() == Content.XHTML
            && e.name().equals("div");
    e.markup(!wrapper);
    if (!wrapper) Markup.startTag(this, e);
  }

  private void closeMarkup(Element e) {
    if (e.markup()) Markup.endTag(this, e);
  }

  /// For the forgiving parser: an element that cannot be inside the open one ends it first.
  void closeWhatCannotHold(@Nullable Namespace namespace, String localName) {
    if (skipped > 0 || namespace == null) return;
    String name = lower(localName);
    boolean ownWords = namespace == Namespaces.RSS || namespace == Namespaces.ATOM;
    if (ownWords && (name.equals("item") || name.equals("entry"))) {
      for (int i = depth; i > 0; i--) {
        if (stack.get(i - 1).name().equals(name)) {
          end(i);
          return;
        }
      }
    }
    if (depth == 0) return;
    // A link that somebody forgot to close has said all it has to say.
    if (depth < markupFrom && top().name().equals("link") && top().get("href") != null) end(depth);
    if (depth == 0) return;
    boolean leaf = top().content() == Content.TEXT && depth < markupFrom;
    boolean markup = depth == markupFrom && top().content() == Content.TEXT;
    boolean foreign = !ownWords && !namespace.prefix().equals("xhtml");
    if ((leaf || markup) && (foreign || STRUCTURE.contains(name))) end(depth);
  }

  private static final List<String> STRUCTURE =
      List.of(
          "item",
          "entry",
          "channel",
          "pubdate",
          "guid",
          "description",
          "category",
          "comments",
          "enclosure",
          "updated",
          "published",
          "id",
          "lastbuilddate",
          "managingeditor",
          "content",
          "modified",
          "issued",
          "generator",
          "ttl",
          "language",
          "link",
          "author");

  private static String lower(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        return switch (name) {
          case "pubDate" -> "pubdate";
          case "origLink" -> "origlink";
          case "commentRss" -> "commentrss";
          default -> name.toLowerCase(Locale.ROOT);
        };
      }
    }
    return name;
  }
}
