package freshet.parse.ns;

import static freshet.parse.ns.Draft.LIKE;
import static freshet.parse.ns.Draft.NEAR;
import static freshet.parse.ns.Draft.OWN;
import static freshet.parse.ns.Draft.SAME;

import freshet.model.ParsedFeed.Person;
import freshet.parse.ns.Draft.Slot;
import freshet.parse.ns.Text.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Atom 1.0 (RFC 4287) and 0.3, as a format of its own and inside RSS.
public final class Atom implements Namespace {
  private static final String IANA = "http://www.iana.org/assignments/relation/";

  @Override
  public String prefix() {
    return "atom";
  }

  @Override
  public List<String> names() {
    return List.of(
        "http://www.w3.org/2005/Atom",
        "https://www.w3.org/2005/Atom",
        "http://purl.org/atom/ns#",
        "http://example.com/newformat#",
        "http://example.com/necho",
        "http://purl.org/echo/",
        "uri/of/echo/namespace#",
        "http://purl.org/pie/");
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    return switch (e.name()) {
      case "feed" -> {
        drafts.format(version(e, drafts));
        yield Content.CHILDREN;
      }
      case "entry" -> {
        drafts.format(version(e, drafts));
        drafts.openEntry();
        yield Content.CHILDREN;
      }
      case "source" -> {
        if (!drafts.inEntry()) yield Content.SKIP;
        drafts.openSource();
        yield Content.CHILDREN;
      }
      case "author", "contributor" -> {
        drafts.current().person = new PersonDraft();
        yield Content.MIXED;
      }
      case "title", "subtitle", "tagline", "summary", "content", "rights", "copyright", "info" -> {
        String type = type(e);
        boolean inline = e.get("mode", "xml").equalsIgnoreCase("xml");
        if (type.equals("xhtml") || type.contains("xhtml+xml")) yield Content.XHTML;
        if (type.endsWith("/xml") || type.endsWith("+xml")) yield Content.MARKUP;
        yield type.contains("html") && inline && e.get("mode") != null
            ? Content.XHTML
            : Content.TEXT;
      }
      default -> Content.TEXT;
    };
  }

  private static String version(Element e, Drafts drafts) {
    boolean old = e.get("version", "").startsWith("0.");
    for (String name : drafts.namespaces()) old |= name.contains("purl.org/atom/ns#");
    return old ? "atom 0.3" : "atom 1.0";
  }

  private static String type(Element e) {
    return e.get("type", "").toLowerCase(Locale.ROOT);
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    Draft d = drafts.current();
    PersonDraft person = d.person;
    if (person != null && ofPerson(e, text, person)) return;
    String format = drafts.format();
    int rank = format != null && format.startsWith("atom") ? OWN : SAME;
    switch (e.name()) {
      case "entry" -> drafts.closeEntry();
      case "source" -> endOfSource(drafts);
      case "author", "contributor" -> {
        d.person = null;
        if (person != null) endOfPerson(e, d, person.person(text), rank);
      }
      case "title" -> d.offer(Slot.TITLE, rank, construct(e, text));
      case "summary" -> d.offer(Slot.SUMMARY, drafts.inEntry() ? rank : LIKE, construct(e, text));
      case "subtitle", "tagline" -> d.offer(Slot.SUMMARY, rank, construct(e, text));
      case "info" -> d.offer(Slot.SUMMARY, NEAR, construct(e, text));
      case "content" -> {
        d.offer(Slot.CONTENT, rank, construct(e, text));
        String source = e.resolve(e.get("src"));
        d.more("contentSource", source);
        d.more("contentType", source == null ? null : e.get("type"));
      }
      case "rights", "copyright" -> d.offer(Slot.COPYRIGHT, rank, construct(e, text));
      case "id" -> {
        d.offer(Slot.ID, rank, text);
        d.idIsLink = true;
      }
      case "updated", "modified" -> d.offer(Slot.UPDATED, rank, text);
      case "published", "issued" -> d.offer(Slot.PUBLISHED, rank, text);
      case "created" -> d.offer(Slot.PUBLISHED, NEAR, text);
      case "link" -> link(e, text, d, rank);
      case "category" -> {
        d.category(e.get("term", e.get("label", text)));
      }
      case "generator" -> {
        d.offer(Slot.GENERATOR, OWN, text.isEmpty() ? e.get("uri", e.get("url", "")) : text);
        d.more("generatorVersion", e.get("version"));
        d.more("generatorUrl", e.resolve(e.get("uri", e.get("url", ""))));
      }
      case "icon" -> {
        d.offer(Slot.ICON, OWN, e.resolve(text));
        d.offer(Slot.IMAGE, LIKE, e.resolve(text)); // a picture, if there is no logo
      }
      case "logo" -> d.offer(Slot.IMAGE, OWN, e.resolve(text));
      // RSS's words in an Atom feed
      case "pubdate" -> d.offer(Slot.PUBLISHED, LIKE, text);
      case "lastbuilddate" -> d.offer(Slot.UPDATED, LIKE, text);
      case "description" -> d.offer(Slot.SUMMARY, LIKE, new Text(text, Kind.HTML, e.base()));
      case "guid" -> d.offer(Slot.ID, LIKE, text);
      default -> {}
    }
  }

  private static boolean ofPerson(Element e, String text, PersonDraft person) {
    if (text.isEmpty()) return false;
    switch (e.name()) {
      case "name" -> person.name = text;
      case "email" -> person.email = text.startsWith("mailto:") ? text.substring(7) : text;
      case "uri", "url", "homepage" -> person.uri = e.resolve(text);
      case "a", "b", "i", "p", "em", "span", "strong", "font" -> person.besides(text);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void endOfPerson(Element e, Draft d, @Nullable Person person, int rank) {
    if (person == null) return;
    if (e.name().equals("author")) {
      d.author(rank, person);
    } else {
      d.moreOf("contributors", person.name() == null ? person.email() : person.name());
    }
  }

  private static void endOfSource(Drafts drafts) {
    Draft source = drafts.closeSource();
    if (source == null) return;
    Draft entry = drafts.current();
    entry.more("source", source.string(Slot.TITLE));
    entry.more("sourceId", source.string(Slot.ID));
    String link = source.string(Slot.LINK);
    entry.more("sourceUrl", link == null ? source.string(Slot.SELF) : link);
    for (Person author : source.authors) entry.author(NEAR, author); // RFC 4287, 4.2.1
  }

  private static void link(Element e, String text, Draft d, int rank) {
    if (d.linked()) return;
    String url = e.resolve(e.get("href", text));
    if (url == null) return;
    String rel = e.get("rel", "alternate").toLowerCase(Locale.ROOT);
    if (rel.startsWith(IANA)) rel = rel.substring(IANA.length());
    String type = e.get("type");
    boolean html = type == null || type.toLowerCase(Locale.ROOT).contains("html");
    d.link(rel, url, type);
    if (rel.indexOf(' ') > 0) rel = rel.substring(0, rel.indexOf(' '));
    switch (rel) {
      case "alternate" -> d.offer(Slot.LINK, html ? rank : NEAR, url);
      case "self" -> d.offer(Slot.SELF, OWN, url);
      case "hub" -> d.offer(Slot.HUB, OWN, url);
      case "enclosure" -> d.enclosure(url, type, e.get("length"));
      case "replies" -> {
        if (html) d.offer(Slot.COMMENTS, LIKE, url);
        else d.more("commentsFeed", url);
        d.more("commentCount", e.get("count"));
      }
      case "license" -> d.more("license", url);
      default -> {}
    }
  }

  /// A text with the type its element gives.
  private static Text construct(Element e, String text) {
    String type = type(e);
    boolean html = e.markup() || e.content() != Content.TEXT || type.contains("html");
    String value = text;
    boolean binary = type.contains("/") && !type.startsWith("text/") && !type.endsWith("xml");
    boolean encoded =
        e.get("mode", "").equalsIgnoreCase("base64")
            || type.equals("application/octet-stream")
            || (binary && e.name().equals("content"));
    if (encoded) value = decoded(text);
    if (!html && type.contains("/") && !type.equals("text/plain")) html = value.indexOf('<') >= 0;
    return new Text(value, html ? Kind.HTML : Kind.PLAIN, e.base());
  }

  private static String decoded(String base64) {
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(base64);
      String s = new String(bytes, StandardCharsets.UTF_8);
      return s.indexOf('\uFFFD') >= 0 || s.indexOf('\0') >= 0 ? "" : s;
    } catch (IllegalArgumentException e) {
      return base64;
    }
  }
}
