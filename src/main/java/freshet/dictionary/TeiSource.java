package freshet.dictionary;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// FreeDict's own files: TEI, an `entry` for each headword, its translations in `cit type="trans"`.
record TeiSource(Path path) implements Source {
  private static final XMLInputFactory FACTORY = factory();

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }

  @Override
  public String name() {
    return path.getFileName().toString().replaceFirst("\\.tei$", "");
  }

  @Override
  public About read(Entries to) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
      XMLStreamReader xml = FACTORY.createXMLStreamReader(in);
      try {
        return new Reading(xml, to).run();
      } finally {
        xml.close();
      }
    } catch (XMLStreamException e) {
      throw new IOException(path + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static final class Reading {
    private final XMLStreamReader xml;
    private final Entries to;
    private String title = "";
    private String licence = "";
    private String headword = "";
    private final List<String> translations = new ArrayList<>();

    Reading(XMLStreamReader xml, Entries to) {
      this.xml = xml;
      this.to = to;
    }

    About run() throws XMLStreamException {
      int citations = 0;
      while (xml.hasNext()) {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          switch (xml.getLocalName()) {
            case "title" -> title = title.isEmpty() ? text() : title;
            case "availability" -> licence = text();
            case "entry" -> begin();
            case "orth" -> headword = headword.isEmpty() ? Wording.clean(text()) : headword;
            case "cit" -> citations = isTranslation() ? 1 : 0;
            case "quote" -> {
              if (citations == 1) translation(text());
            }
            default -> {}
          }
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          if (xml.getLocalName().equals("cit")) citations = 0;
          if (xml.getLocalName().equals("entry")) end();
        }
      }
      return new About(title, licence);
    }

    private boolean isTranslation() {
      String type = xml.getAttributeValue(null, "type");
      return "trans".equals(type) || "translation".equals(type);
    }

    private void begin() {
      headword = "";
      translations.clear();
    }

    private void translation(String text) {
      String word = Wording.clean(text);
      if (!word.isEmpty() && !translations.contains(word)) translations.add(word);
    }

    private void end() {
      if (!headword.isEmpty() && !translations.isEmpty()) {
        to.take(headword, List.copyOf(translations));
      }
    }

    /// What stands in an element, whatever elements are in it; at most so much as anybody reads.
    private String text() throws XMLStreamException {
      StringBuilder text = new StringBuilder();
      for (int depth = 1; depth > 0 && xml.hasNext(); ) {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT) depth++;
        else if (event == XMLStreamConstants.END_ELEMENT) depth--;
        else if (event == XMLStreamConstants.CHARACTERS && text.length() < 600) {
          text.append(xml.getText());
        }
      }
      return text.toString().strip().replaceAll("\\s+", " ");
    }
  }
}
