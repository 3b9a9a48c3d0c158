package freshet.api;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.ParsedFeed.Enclosure;
import freshet.store.Entries.Full;
import freshet.store.Reading.Mark;
import freshet.store.Subscriptions.Subscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// An entry as the Google Reader API shows it, in JSON and in Atom.
///
/// @param from null if the account no longer follows the feed
record ReaderItem(Full full, Mark mark, @Nullable Subscription from) {
  static final String ATOM = "http://www.w3.org/2005/Atom";

  String id() {
    return ReaderStream.ITEM + String.format(Locale.ROOT, "%016x", full.entry().id());
  }

  private String feedName() {
    return from == null ? full.entry().feedName() : from.name();
  }

  private List<String> categories() {
    List<String> all = new ArrayList<>(List.of(ReaderStream.STATE + "reading-list"));
    if (!mark.unread()) all.add(ReaderStream.STATE + "read");
    if (mark.starred()) all.add(ReaderStream.STATE + "starred");
    if (from != null && from.folder() != null) all.add(ReaderStream.LABEL + from.folder());
    for (String label : mark.labels()) all.add(ReaderStream.LABEL + label);
    return all;
  }

  private String html() {
    EntryBody body = full.body();
    if (body.content() != null) return body.content();
    return body.summary() == null ? "" : body.summary();
  }

  void write(JsonGenerator json) {
    Entry e = full.entry();
    json.writeStartObject();
    json.writeStringProperty("id", id());
    json.writeStringProperty("crawlTimeMsec", String.valueOf(e.firstSeen().toEpochMilli()));
    json.writeStringProperty("timestampUsec", usec(e.firstSeen()));
    json.writeNumberProperty("published", e.placed().getEpochSecond());
    Instant updated = e.updated();
    if (updated != null) json.writeNumberProperty("updated", updated.getEpochSecond());
    json.writeStringProperty("title", e.title() == null ? "" : e.title());
    if (e.link() != null) {
      link(json, "canonical", e.link(), null, null);
      link(json, "alternate", e.link(), "text/html", null);
    }
    json.writeArrayPropertyStart("categories");
    categories().forEach(json::writeString);
    json.writeEndArray();
    json.writeObjectPropertyStart("origin");
    json.writeStringProperty("streamId", "feed/" + e.feedId());
    if (from != null && from.link() != null) json.writeStringProperty("htmlUrl", from.link());
    json.writeStringProperty("title", feedName());
    json.writeEndObject();
    json.writeObjectPropertyStart("summary");
    json.writeStringProperty("content", html());
    json.writeEndObject();
    if (!e.authors().isEmpty()) {
      json.writeStringProperty("author", String.join(", ", e.authors()));
    }
    if (!full.body().enclosures().isEmpty()) {
      json.writeArrayPropertyStart("enclosure");
      for (Enclosure file : full.body().enclosures()) {
        link(json, null, file.url(), file.type(), file.length());
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void link(
      JsonGenerator json,
      @Nullable String list,
      String href,
      @Nullable String type,
      @Nullable Long length) {
    if (list != null) json.writeArrayPropertyStart(list);
    json.writeStartObject();
    json.writeStringProperty("href", href);
    if (type != null) json.writeStringProperty("type", type);
    if (length != null) json.writeNumberProperty("length", length);
    json.writeEndObject();
    if (list != null) json.writeEndArray();
  }

  static String usec(Instant time) {
    return time.toEpochMilli() + "000";
  }

  /// As newsboat and others want it: what was read is told by categories of Google's scheme.
  void write(XMLStreamWriter xml) throws XMLStreamException {
    Entry e = full.entry();
    xml.writeStartElement("entry");
    text(xml, "id", id());
    text(xml, "title", e.title() == null ? "" : e.title());
    text(xml, "published", e.placed().toString());
    text(xml, "updated", e.placed().toString());
    if (e.link() != null) {
      xml.writeEmptyElement("link");
      xml.writeAttribute("rel", "alternate");
      xml.writeAttribute("href", e.link());
    }
    for (Enclosure file : full.body().enclosures()) {
      xml.writeEmptyElement("link");
      xml.writeAttribute("rel", "enclosure");
      xml.writeAttribute("href", file.url());
      if (file.type() != null) xml.writeAttribute("type", file.type());
    }
    for (String author : e.authors()) {
      xml.writeStartElement("author");
      text(xml, "name", author);
      xml.writeEndElement();
    }
    category(xml, mark.unread() ? "fresh" : "read");
    if (mark.starred()) category(xml, "starred");
    xml.writeStartElement("content");
    xml.writeAttribute("type", "html");
    xml.writeCharacters(clean(html()));
    xml.writeEndElement();
    xml.writeEndElement();
  }

  private static void category(XMLStreamWriter xml, String state) throws XMLStreamException {
    xml.writeEmptyElement("category");
    xml.writeAttribute("term", ReaderStream.STATE + state);
    xml.writeAttribute("scheme", "http://www.google.com/reader/");
    xml.writeAttribute("label", state);
  }

  static void text(XMLStreamWriter xml, String name, String text) throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(clean(text));
    xml.writeEndElement();
  }

  /// XML has no way to write most control characters.
  private static String clean(String text) {
    return text.replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]", "");
  }
}
