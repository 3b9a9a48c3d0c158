package freshet.exchange;

import de.siegmar.fastcsv.writer.CsvWriter;
import freshet.model.Feed;
import freshet.model.FolderPath;
import freshet.text.Csv;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/// Writes the watched feeds for other programs.
public final class FeedListWriter {
  private static final Comparator<String> ORDER =
      FolderPath.ORDER.thenComparing(Comparator.naturalOrder());

  private FeedListWriter() {}

  /// OPML 2.0, a folder an outline, inside that of the folder around it; a feed stands in each of
  /// its folders.
  ///
  /// @param ownIds what the user calls the feeds, for those that have an id
  public static void opml(
      List<Feed> feeds,
      Map<Long, List<String>> folders,
      Map<Long, String> ownIds,
      Instant now,
      Writer to)
      throws IOException {
    Map<String, List<Feed>> byFolder = new TreeMap<>(ORDER);
    for (Feed f : feeds) {
      for (String folder : folders.getOrDefault(f.id(), List.of(""))) {
        FolderPath.withParents(folder)
            .forEach(outer -> byFolder.computeIfAbsent(outer, _ -> new ArrayList<>()));
        byFolder.computeIfAbsent(folder, _ -> new ArrayList<>()).add(f);
      }
    }
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(to);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("opml");
      xml.writeAttribute("version", "2.0");
      xml.writeCharacters("\n  ");
      xml.writeStartElement("head");
      element(xml, "title", "Feeds watched by Freshet");
      element(
          xml,
          "dateCreated",
          java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME.format(
              now.atOffset(java.time.ZoneOffset.UTC)));
      xml.writeCharacters("\n  ");
      xml.writeEndElement();
      xml.writeCharacters("\n  ");
      xml.writeStartElement("body");
      List<String> open = new ArrayList<>();
      for (var folder : byFolder.entrySet()) {
        while (!open.isEmpty() && !FolderPath.isWithin(folder.getKey(), open.getLast())) {
          open.removeLast();
          xml.writeCharacters("\n    " + "  ".repeat(open.size()));
          xml.writeEndElement();
        }
        if (!folder.getKey().isEmpty()) {
          xml.writeCharacters("\n    " + "  ".repeat(open.size()));
          xml.writeStartElement("outline");
          String name = clean(FolderPath.name(folder.getKey()));
          xml.writeAttribute("text", name);
          xml.writeAttribute("title", name);
          open.add(folder.getKey());
        }
        for (Feed f : folder.getValue()) feed(xml, f, ownIds, open.size());
      }
      for (String _ : open) {
        xml.writeCharacters("\n    ");
        xml.writeEndElement();
      }
      xml.writeCharacters("\n  ");
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.flush();
      to.write('\n');
      to.flush();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static void feed(XMLStreamWriter xml, Feed f, Map<Long, String> ownIds, int depth)
      throws XMLStreamException {
    xml.writeCharacters("\n    " + "  ".repeat(depth));
    xml.writeEmptyElement("outline");
    xml.writeAttribute("type", "rss");
    xml.writeAttribute("text", clean(f.name()));
    xml.writeAttribute("title", clean(f.name()));
    xml.writeAttribute("xmlUrl", f.url().toString());
    attribute(xml, "htmlUrl", f.link());
    attribute(xml, "description", f.description());
    attribute(xml, "language", f.language());
    attribute(xml, "id", ownIds.get(f.id()));
    if (f.asking().list() != null) {
      attribute(xml, "listSelector", f.asking().list().selector());
    }
  }

  /// With the first folder of each.
  public static void csv(
      List<Feed> feeds, Map<Long, List<String>> folders, Map<Long, String> ownIds, Writer to)
      throws IOException {
    CsvWriter csv = CsvWriter.builder().build(to);
    csv.writeRecord(
        "address",
        "title",
        "folder",
        "site",
        "language",
        "state",
        "entries",
        "last_new",
        "next_poll",
        "id",
        "list_selector");
    for (Feed f : feeds) {
      csv.writeRecord(
          f.url().toString(),
          Csv.safe(f.name()),
          Csv.safe(folders.getOrDefault(f.id(), List.of("")).getFirst()),
          Csv.safe(text(f.link())),
          Csv.safe(text(f.language())),
          f.state().name().toLowerCase(java.util.Locale.ROOT),
          Long.toString(f.entries()),
          text(f.plan().lastNew()),
          text(f.plan().nextPoll()),
          text(ownIds.get(f.id())),
          f.asking().list() == null ? "" : f.asking().list().selector());
    }
    csv.flush();
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  private static void element(XMLStreamWriter xml, String name, String text)
      throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeStartElement(name);
    xml.writeCharacters(clean(text));
    xml.writeEndElement();
  }

  private static void attribute(XMLStreamWriter xml, String name, @Nullable String value)
      throws XMLStreamException {
    if (value != null && !value.isBlank()) xml.writeAttribute(name, clean(value));
  }

  /// Characters that XML 1.0 cannot hold come out of broken feeds; they are dropped.
  static String clean(String s) {
    StringBuilder out = new StringBuilder(s.length());
    s.codePoints()
        .filter(c ->
            c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c <= 0xd7ff)
                || (c >= 0xe000 && c <= 0xfffd)
                || c >= 0x10000)
        .forEach(out::appendCodePoint);
    return out.toString();
  }
}
