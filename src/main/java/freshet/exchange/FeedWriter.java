package freshet.exchange;

import freshet.exchange.OutFeed.OutEntry;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.FeedUrl;
import freshet.model.ParsedFeed.Enclosure;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.UUID;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/// Writes feeds: RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1. An entry keeps the publisher's own
/// address and gets a name of Freshet's, which stays the same when the publisher edits it.
public final class FeedWriter {
  private static final String ATOM = "http://www.w3.org/2005/Atom";
  private static final String DC = "http://purl.org/dc/elements/1.1/";
  private static final String CONTENT = "http://purl.org/rss/1.0/modules/content/";
  private static final String ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private FeedWriter() {}

  public static void rss(OutFeed feed, Instant now, Writer to) throws IOException {
    try {
      XMLStreamWriter xml = start(to);
      xml.writeStartElement("rss");
      xml.writeAttribute("version", "2.0");
      xml.writeNamespace("atom", ATOM);
      xml.writeNamespace("dc", DC);
      xml.writeNamespace("content", CONTENT);
      xml.writeNamespace("itunes", ITUNES);
      xml.writeStartElement("channel");
      element(xml, "title", feed.title());
      element(xml, "link", feed.home());
      element(xml, "description", feed.title());
      element(xml, "generator", "Freshet");
      element(xml, "lastBuildDate", rfc822(updated(feed, now)));
      rssLink(xml, "self", feed.self());
      if (feed.hub() != null) rssLink(xml, "hub", feed.hub());
      for (OutEntry e : feed.newest()) item(xml, e);
      xml.writeEndElement();
      end(xml);
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static void rssLink(XMLStreamWriter xml, String rel, String href)
      throws XMLStreamException {
    xml.writeEmptyElement("atom", "link", ATOM);
    xml.writeAttribute("rel", rel);
    if (rel.equals("self")) xml.writeAttribute("type", "application/rss+xml");
    xml.writeAttribute("href", clean(href));
  }

  private static void item(XMLStreamWriter xml, OutEntry out) throws XMLStreamException {
    Entry e = out.entry();
    EntryBody body = out.body();
    xml.writeCharacters("\n");
    xml.writeStartElement("item");
    xml.writeStartElement("guid");
    xml.writeAttribute("isPermaLink", "false");
    xml.writeCharacters(name(e));
    xml.writeEndElement();
    element(xml, "title", title(e));
    element(xml, "link", link(e.link()));
    element(xml, "pubDate", rfc822(e.placed()));
    element(xml, "description", body.summary() == null ? e.excerpt() : body.summary());
    String whole = body.article() == null ? body.content() : body.article().html();
    if (whole != null) {
      xml.writeStartElement("content", "encoded", CONTENT);
      xml.writeCharacters(clean(whole));
      xml.writeEndElement();
    }
    for (String author : e.authors()) {
      xml.writeStartElement("dc", "creator", DC);
      xml.writeCharacters(clean(author));
      xml.writeEndElement();
    }
    for (String c : e.categories()) element(xml, "category", c);
    String language = e.language();
    if (language != null) {
      xml.writeStartElement("dc", "language", DC);
      xml.writeCharacters(clean(language));
      xml.writeEndElement();
    }
    // RSS has room for one file; an unknown length is written as 0, as is usual.
    Optional<Enclosure> file =
        body.enclosures().stream().filter(x -> link(x.url()) != null).findFirst();
    if (file.isPresent()) {
      xml.writeEmptyElement("enclosure");
      xml.writeAttribute("url", String.valueOf(link(file.get().url())));
      String type = file.get().type();
      xml.writeAttribute("type", type == null ? "application/octet-stream" : clean(type));
      Long length = file.get().length();
      xml.writeAttribute("length", Long.toString(length == null ? 0 : length));
    }
    if (e.duration() != null) {
      xml.writeStartElement("itunes", "duration", ITUNES);
      xml.writeCharacters(Long.toString(e.duration().toSeconds()));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  public static void atom(OutFeed feed, Instant now, Writer to) throws IOException {
    try {
      XMLStreamWriter xml = start(to);
      xml.writeStartElement("feed");
      xml.writeDefaultNamespace(ATOM);
      element(xml, "id", "urn:uuid:" + uuid(feed.self().replaceFirst("\\.[a-z]+$", "")));
      element(xml, "title", feed.title());
      element(xml, "updated", updated(feed, now).toString());
      element(xml, "generator", "Freshet");
      atomLink(xml, "self", "application/atom+xml", feed.self());
      atomLink(xml, "alternate", "text/html", feed.home());
      if (feed.hub() != null) atomLink(xml, "hub", null, feed.hub());
      for (OutEntry e : feed.newest()) entry(xml, e);
      end(xml);
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static void entry(XMLStreamWriter xml, OutEntry out) throws XMLStreamException {
    Entry e = out.entry();
    EntryBody body = out.body();
    xml.writeCharacters("\n");
    xml.writeStartElement("entry");
    String language = e.language();
    if (language != null && language.matches("[A-Za-z-]{2,20}")) {
      xml.writeAttribute("xml", "http://www.w3.org/XML/1998/namespace", "lang", language);
    }
    element(xml, "id", name(e));
    element(xml, "title", title(e));
    element(xml, "published", e.placed().toString());
    Instant edited = e.editedAt();
    element(xml, "updated", (edited == null ? e.placed() : edited).toString());
    String link = link(e.link());
    if (link != null) atomLink(xml, "alternate", null, link);
    // Every entry of an Atom feed needs an author.
    if (e.authors().isEmpty()) author(xml, e.feedName());
    for (String a : e.authors()) author(xml, a);
    for (String c : e.categories()) {
      xml.writeEmptyElement("category");
      xml.writeAttribute("term", clean(c));
    }
    html(xml, "summary", body.summary() == null ? e.excerpt() : body.summary());
    html(xml, "content", body.article() == null ? body.content() : body.article().html());
    for (Enclosure file : body.enclosures()) {
      String at = link(file.url());
      if (at == null) continue;
      atomLink(xml, "enclosure", file.type(), at);
      if (file.length() != null) xml.writeAttribute("length", Long.toString(file.length()));
    }
    xml.writeStartElement("source");
    element(xml, "title", e.feedName());
    xml.writeEndElement();
    xml.writeEndElement();
  }

  private static void author(XMLStreamWriter xml, String name) throws XMLStreamException {
    xml.writeStartElement("author");
    element(xml, "name", name);
    xml.writeEndElement();
  }

  private static void html(XMLStreamWriter xml, String name, @Nullable String html)
      throws XMLStreamException {
    if (html == null) return;
    xml.writeStartElement(name);
    xml.writeAttribute("type", "html");
    xml.writeCharacters(clean(html));
    xml.writeEndElement();
  }

  private static void atomLink(XMLStreamWriter xml, String rel, @Nullable String type, String href)
      throws XMLStreamException {
    xml.writeEmptyElement("link");
    xml.writeAttribute("rel", rel);
    if (type != null) xml.writeAttribute("type", clean(type));
    xml.writeAttribute("href", clean(href));
  }

  public static void json(OutFeed feed, Writer to) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringProperty("version", "https://jsonfeed.org/version/1.1");
      json.writeStringProperty("title", feed.title());
      json.writeStringProperty("home_page_url", feed.home());
      json.writeStringProperty("feed_url", feed.self());
      if (feed.hub() != null) {
        json.writeArrayPropertyStart("hubs");
        json.writeStartObject();
        json.writeStringProperty("type", "WebSub");
        json.writeStringProperty("url", feed.hub());
        json.writeEndObject();
        json.writeEndArray();
      }
      json.writeArrayPropertyStart("items");
      for (OutEntry e : feed.newest()) item(json, e);
      json.writeEndArray();
      json.writeEndObject();
    }
    try {
      to.write(text.toString());
      to.flush();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void item(JsonGenerator json, OutEntry out) {
    Entry e = out.entry();
    EntryBody body = out.body();
    json.writeStartObject();
    json.writeStringProperty("id", name(e));
    text(json, "url", link(e.link()));
    json.writeStringProperty("title", title(e));
    String html = body.shown();
    if (html != null) json.writeStringProperty("content_html", html);
    else json.writeStringProperty("content_text", e.excerpt() == null ? title(e) : e.excerpt());
    text(json, "summary", e.excerpt());
    text(json, "image", link(e.image()));
    json.writeStringProperty("date_published", e.placed().toString());
    Instant edited = e.editedAt();
    text(json, "date_modified", edited == null ? null : edited.toString());
    text(json, "language", e.language());
    if (!e.authors().isEmpty()) {
      json.writeArrayPropertyStart("authors");
      for (String a : e.authors()) {
        json.writeStartObject();
        json.writeStringProperty("name", a);
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    if (!e.categories().isEmpty()) {
      json.writeArrayPropertyStart("tags");
      e.categories().forEach(json::writeString);
      json.writeEndArray();
    }
    if (!body.enclosures().isEmpty()) {
      json.writeArrayPropertyStart("attachments");
      boolean first = true;
      for (Enclosure file : body.enclosures()) {
        json.writeStartObject();
        String at = link(file.url());
        json.writeStringProperty("url", at == null ? file.url() : at);
        String type = file.type();
        json.writeStringProperty("mime_type", type == null ? "application/octet-stream" : type);
        if (file.length() != null) json.writeNumberProperty("size_in_bytes", file.length());
        if (e.duration() != null && first) {
          json.writeNumberProperty("duration_in_seconds", e.duration().toSeconds());
        }
        first = false;
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void text(JsonGenerator json, String name, @Nullable String value) {
    if (value != null) json.writeStringProperty(name, value);
  }

  private static String title(Entry e) {
    String title = e.title();
    if (title != null && !title.isBlank()) return title;
    return e.excerpt() == null ? e.feedName() : e.excerpt();
  }

  /// Names an entry the same in every view: by its feed and its own id.
  private static String name(Entry e) {
    String own = e.guid() != null ? e.guid() : e.link() != null ? e.link() : "entry " + e.id();
    return "urn:uuid:" + uuid(e.feedId() + "\n" + own);
  }

  private static UUID uuid(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable String link(@Nullable String address) {
    if (address == null || !address.matches("(?i)https?://.*")) return null;
    try {
      return new URI(address).toASCIIString();
    } catch (URISyntaxException e) {
      return percentEncoded(address);
    }
  }

  private static @Nullable String percentEncoded(String address) {
    try {
      return FeedUrl.of(address).toString();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Instant updated(OutFeed feed, Instant now) {
    return feed.newest().stream()
        .map(e -> e.entry().editedAt() == null ? e.entry().placed() : e.entry().editedAt())
        .max(Instant::compareTo)
        .orElse(now);
  }

  private static String rfc822(Instant t) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(t.atOffset(ZoneOffset.UTC));
  }

  private static XMLStreamWriter start(Writer to) throws XMLStreamException {
    XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(to);
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeCharacters("\n");
    return xml;
  }

  private static void end(XMLStreamWriter xml) throws XMLStreamException {
    xml.writeEndElement();
    xml.writeEndDocument();
    xml.flush();
  }

  private static void element(XMLStreamWriter xml, String name, @Nullable String text)
      throws XMLStreamException {
    if (text == null) return;
    xml.writeStartElement(name);
    xml.writeCharacters(clean(text));
    xml.writeEndElement();
  }

  private static String clean(String s) {
    return FeedListWriter.clean(s);
  }
}
