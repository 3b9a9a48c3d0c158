package freshet.parse.ns;

import static freshet.parse.ns.Draft.NEAR;
import static freshet.parse.ns.Draft.OWN;
import static freshet.parse.ns.Draft.SAME;

import freshet.parse.ns.Draft.Slot;
import freshet.parse.ns.Text.Kind;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// RSS in all its versions, with or without a namespace, and CDF, from which RSS came. Elements
/// that RSS does not have are read as Atom's of the same name: many feeds mix them without a
/// prefix.
public final class Rss implements Namespace {
  private static final List<String> DAYS =
      List.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday");

  private final Atom atom;

  Rss(Atom atom) {
    this.atom = atom;
  }

  @Override
  public String prefix() {
    return "rss";
  }

  @Override
  public List<String> names() {
    return List.of(
        "",
        "http://purl.org/rss/1.0/",
        "http://my.netscape.com/rdf/simple/0.9/",
        "http://channel.netscape.com/rdf/simple/0.9/",
        "http://purl.org/net/rss1.1#",
        "http://purl.org/rss/2.0/",
        "http://backend.userland.com/rss",
        "http://backend.userland.com/rss2",
        "http://backend.userland.com/rss091",
        "http://blogs.law.harvard.edu/tech/rss",
        "http://cyber.law.harvard.edu/rss",
        "http://cyber.law.harvard.edu/rss/rss.html",
        "http://www.rssboard.org/rss-specification",
        "http://my.netscape.com/publish/formats/rss-0.91.dtd");
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    return switch (e.name()) {
      case "rss" -> {
        String version = version(e.get("version"));
        drafts.format(version == null ? "rss" : "rss " + version);
        yield Content.CHILDREN;
      }
      case "channel" -> {
        startChannel(e, drafts);
        yield Content.CHILDREN;
      }
      case "item" -> {
        if (drafts.format() == null) drafts.format(version(drafts)); // RDF with no channel before
        Draft entry = drafts.openEntry();
        entry.offer(Slot.ID, Draft.LIKE, e.get("about"));
        entry.idIsLink = true; // unless its guid says otherwise
        entry.offer(Slot.LINK, NEAR, e.resolve(e.get("href"))); // CDF
        entry.offer(Slot.UPDATED, NEAR, e.get("lastmod"));
        yield Content.CHILDREN;
      }
      case "rdf", "items", "textinput", "skiphours", "skipdays" -> Content.CHILDREN;
      case "image" -> {
        drafts.current().offer(Slot.IMAGE, Draft.LIKE, e.resolve(e.get("resource")));
        yield Content.MIXED;
      }
      case "managingeditor", "webmaster" -> Content.TEXT;
      case "source" ->
          e.get("url") != null || drafts.format() == null || !isAtom(drafts)
              ? Content.TEXT
              : atom.start(e, drafts);
      default -> atom.start(e, drafts);
    };
  }

  private static boolean isAtom(Drafts drafts) {
    String format = drafts.format();
    return format != null && format.startsWith("atom");
  }

  private static void startChannel(Element e, Drafts drafts) {
    Draft feed = drafts.feed();
    if (e.parent() == null || drafts.format() == null) {
      String format = version(drafts);
      drafts.format(e.parent() == null && format.equals("rss") ? "cdf" : format);
    }
    feed.offer(Slot.LINK, NEAR, e.resolve(e.get("href")));
    feed.offer(Slot.UPDATED, NEAR, e.get("lastmod"));
  }

  /// The versions made of RDF are told apart by their namespaces.
  private static String version(Drafts drafts) {
    String format = "rss";
    for (String name : drafts.namespaces()) {
      if (name.contains("rdf/simple/0.9")) format = "rss 0.90";
      else if (name.contains("purl.org/rss/1.0") && format.equals("rss")) format = "rss 1.0";
      else if (name.contains("rss1.1")) format = "rss 1.1";
    }
    return format;
  }

  /// Writers put `2`, `2.01` or `RSS 2.0`, which are all the same; nobody has seen a version 3.
  private static @Nullable String version(@Nullable String written) {
    if (written == null || written.length() > 40) return null;
    String v = written.toLowerCase(Locale.ROOT).replace("rss", "").strip();
    if (v.matches("2(\\.[0-9]*)*")) return "2.0";
    if (v.matches("1(\\.0*)?")) return "1.0";
    return v.matches("[0-9][0-9.]{0,7}") ? v : null;
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    if (e.in("author") && e.name().equals("title")) return; // a doctor's, not the entry's
    if (e.in("image")) endOfImage(e, text, drafts.current());
    else if (e.in("textinput")) drafts.current().more("textInput." + e.name(), text);
    else if (e.in("skiphours")) skipHour(text, drafts);
    else if (e.in("skipdays")) skipDay(text, drafts);
    else endOfMember(e, text, drafts);
  }

  private static void endOfImage(Element e, String text, Draft d) {
    switch (e.name()) {
      case "url" -> d.offer(Slot.IMAGE, OWN, e.resolve(text));
      case "title" -> d.more("imageTitle", text);
      case "link" -> d.more("imageLink", e.resolve(text));
      case "description" -> d.more("imageDescription", text);
      case "width" -> d.more("imageWidth", text);
      case "height" -> d.more("imageHeight", text);
      default -> {}
    }
  }

  private static void skipHour(String text, Drafts feed) {
    Integer hour = Numbers.intOrNull(text);
    if (hour != null && hour <= 24 && !feed.skipHours.contains(hour % 24)) {
      feed.skipHours.add(hour % 24); // 24 is how early RSS wrote midnight
    }
  }

  private static void skipDay(String text, Drafts feed) {
    String s = text.strip().toLowerCase(Locale.ROOT);
    if (s.length() < 3) return;
    for (String day : DAYS) {
      String name = day.substring(0, 1).toUpperCase(Locale.ROOT) + day.substring(1);
      if (day.startsWith(s) && !feed.skipDays.contains(name)) feed.skipDays.add(name);
    }
  }

  private void endOfMember(Element e, String text, Drafts drafts) {
    Draft d = drafts.current();
    switch (e.name()) {
      case "item" -> drafts.closeEntry();
      case "title" -> {
        if (isAtom(drafts)) atom.end(e, text, drafts);
        else d.offer(Slot.TITLE, OWN, new Text(text, kind(e, Kind.UNKNOWN), e.base()));
      }
      case "description", "abstract" -> summary(new Text(text, Kind.HTML, e.base()), drafts);
      case "summary" -> {
        if (isAtom(drafts)) atom.end(e, text, drafts);
        else summary(new Text(text, Kind.HTML, e.base()), drafts);
      }
      case "body", "fullitem", "encoded" ->
          d.offer(Slot.CONTENT, SAME, new Text(text, Kind.HTML, e.base()));
      case "link" -> {
        if (text.isEmpty() || e.get("href") != null) {
          atom.end(e, text, drafts);
        } else {
          String url = e.resolve(text);
          d.offer(Slot.LINK, OWN, url);
          d.link("alternate", url, null);
        }
      }
      case "guid" -> {
        d.offer(Slot.ID, OWN, text);
        d.idIsLink = !e.get("ispermalink", "true").equalsIgnoreCase("false");
      }
      case "pubdate" -> d.offer(Slot.PUBLISHED, OWN, text);
      case "lastbuilddate" -> d.offer(Slot.UPDATED, OWN, text);
      case "author" -> {
        PersonDraft author = d.person;
        d.person = null;
        if (author != null) d.author(OWN, author.person(text));
      }
      case "managingeditor" -> {
        d.author(SAME, People.read(text));
        d.more("managingEditor", text);
      }
      case "webmaster" -> {
        d.author(NEAR, People.read(text));
        d.more("webMaster", text);
      }
      case "category" -> {
        if (text.isEmpty()) atom.end(e, text, drafts);
        else d.category(text);
      }
      case "comments" -> {
        if (text.indexOf(' ') < 0) d.offer(Slot.COMMENTS, OWN, e.resolve(text)); // else a remark
      }
      case "language" -> d.offer(Slot.LANGUAGE, OWN, text);
      case "copyright" -> d.offer(Slot.COPYRIGHT, OWN, text);
      case "ttl" -> d.offer(Slot.TTL, OWN, text);
      case "rating" -> d.more("rating", text);
      case "docs" -> d.more("docs", e.resolve(text));
      case "enclosure" ->
          d.enclosure(e.resolve(e.get("url", e.get("href", text))), e.get("type"), e.get("length"));
      case "source" -> {
        if (text.isEmpty() && e.get("url") == null) {
          atom.end(e, text, drafts);
        } else {
          d.more("source", text);
          d.more("sourceUrl", e.resolve(e.get("url")));
        }
      }
      case "image", "logo" -> {
        String address = e.get("href", e.get("url", text));
        boolean icon = e.get("style", "").equalsIgnoreCase("icon"); // CDF
        d.offer(icon ? Slot.ICON : Slot.IMAGE, SAME, e.resolve(address));
      }
      case "cloud" -> {
        String host = e.get("domain", "") + ":" + e.get("port", "80") + e.get("path", "/");
        d.more("cloud", e.get("protocol", "http-post") + "://" + host);
      }
      default -> atom.end(e, text, drafts);
    }
  }

  /// Of two that differ, the second is the text itself, if there is no other.
  private static void summary(Text text, Drafts drafts) {
    Draft d = drafts.current();
    boolean second = drafts.inEntry() && d.has(Slot.SUMMARY, OWN);
    if (!second) d.offer(Slot.SUMMARY, OWN, text);
    else if (!text.value().equals(d.string(Slot.SUMMARY))) d.offer(Slot.CONTENT, NEAR, text);
  }

  static Kind kind(Element e, Kind otherwise) {
    return e.markup() ? Kind.HTML : otherwise;
  }
}
