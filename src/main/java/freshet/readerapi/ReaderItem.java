package freshet.readerapi;

import freshet.library.Browsing;
import freshet.model.Entry;
import freshet.model.FullEntry;
import freshet.model.Mark;
import freshet.model.ParsedFeed.Enclosure;
import freshet.model.Subscription;
import freshet.text.Cut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// An entry as readers' apps see it; as the Google Reader API shows it, in JSON and in Atom. Apps
/// refuse whole answers for a field that is missing once, so each field is always there.
///
/// @param ids by which apps know entries
/// @param from null if the account no longer follows the feed
record ReaderItem(ItemIds ids, FullEntry full, Mark mark, @Nullable Subscription from) {
  static final String ATOM = "http://www.w3.org/2005/Atom";
  private static final int MOST_OF_A_TITLE = 80;

  ReaderItem(Browsing.Item item, ItemIds ids) {
    this(ids, item.full(), item.mark(), item.from());
  }

  long id() {
    return ids.of(full.entry().id());
  }

  private String longId() {
    return ids.longForm(full.entry().id());
  }

  String feedName() {
    return from == null ? full.entry().feedName() : from.name();
  }

  /// Its title or, where it has none, its first words.
  String title() {
    Entry e = full.entry();
    if (e.title() != null && !e.title().isBlank()) return e.title();
    String text = e.excerpt();
    return text == null || text.isBlank()
        ? feedName()
        : Cut.betweenWords(text.strip(), MOST_OF_A_TITLE);
  }

  /// Where it stands or, where it names no place, its feed's.
  String link() {
    String link = full.entry().link();
    return link == null ? site() : link;
  }

  /// The site of its feed, or else the feed itself; empty if that is no longer followed.
  String site() {
    if (from == null) return "";
    return from.link() == null ? from.address() : from.link();
  }

  private List<String> categories() {
    List<String> all = new ArrayList<>(List.of(ReaderStream.STATE + "reading-list"));
    if (!mark.unread()) all.add(ReaderStream.STATE + "read");
    if (mark.starred()) all.add(ReaderStream.STATE + "starred");
    if (from != null) from.folders().forEach(f -> all.add(ReaderStream.LABEL + f));
    for (String tag : mark.tags()) all.add(ReaderStream.LABEL + tag);
    return all;
  }

  String html() {
    String html = full.body().shown();
    return html == null ? "" : html;
  }

  void write(JsonGenerator json) {
    Entry e = full.entry();
    json.writeStartObject();
    json.writeStringProperty("id", longId());
    json.writeStringProperty("crawlTimeMsec", String.valueOf(e.firstSeen().toEpochMilli()));
    json.writeStringProperty("timestampUsec", usec(e.firstSeen()));
    json.writeNumberProperty("published", e.placed().getEpochSecond());
    Instant updated = e.updated() == null ? e.placed() : e.updated();
    json.writeNumberProperty("updated", updated.getEpochSecond());
    json.writeStringProperty("title", title());
    link(json, "canonical", link(), null, null);
    link(json, "alternate", link(), "text/html", null);
    json.writeArrayPropertyStart("categories");
    categories().forEach(json::writeString);
    json.writeEndArray();
    json.writeObjectPropertyStart("origin");
    json.writeStringProperty("streamId", "feed/" + e.feedId());
    json.writeStringProperty("htmlUrl", site());
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
        String type = file.type() == null ? "application/octet-stream" : file.type();
        link(json, null, file.url(), type, file.length());
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
    text(xml, "id", longId());
    text(xml, "title", title());
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
