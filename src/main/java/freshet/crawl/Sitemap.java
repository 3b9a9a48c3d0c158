package freshet.crawl;

import com.ctc.wstx.stax.WstxInputFactory;
import freshet.parse.Dates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// A sitemap or an index of sitemaps (sitemaps.org), packed or not. A broken one gives what stands
/// before the break.
///
/// @param pages addresses it names
/// @param sitemaps further sitemaps it names
public record Sitemap(List<Page> pages, List<String> sitemaps) {
  private static final int MOST_PAGES = 50_000;
  private static final int MOST_BYTES = 60_000_000;

  /// @param priority 0 to 1; 0.5 if not said
  public record Page(
      String url, @Nullable Instant modified, ChangeFrequency frequency, double priority) {}

  private static final XMLInputFactory FACTORY = factory();

  private static XMLInputFactory factory() {
    WstxInputFactory factory = new WstxInputFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  public static Sitemap of(byte[] body) {
    List<Page> pages = new ArrayList<>();
    List<String> sitemaps = new ArrayList<>();
    boolean packed = body.length > 2 && body[0] == 0x1f && body[1] == (byte) 0x8b;
    try (InputStream bytes = new ByteArrayInputStream(body);
        InputStream in = packed ? new GZIPInputStream(bytes) : bytes) {
      XMLStreamReader xml =
          FACTORY.createXMLStreamReader(new ByteArrayInputStream(in.readNBytes(MOST_BYTES)));
      read(xml, pages, sitemaps);
    } catch (IOException | XMLStreamException | RuntimeException e) {
      // Woodstox throws unchecked ones too where text goes wrong; what came before counts.
    }
    return new Sitemap(List.copyOf(pages), List.copyOf(sitemaps));
  }

  private static void read(XMLStreamReader xml, List<Page> pages, List<String> sitemaps)
      throws XMLStreamException {
    String url = "";
    Instant modified = null;
    ChangeFrequency frequency = ChangeFrequency.UNKNOWN;
    double priority = 0.5;
    while (xml.hasNext() && pages.size() < MOST_PAGES && sitemaps.size() < MOST_PAGES) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        switch (name(xml)) {
          case "url", "sitemap" -> {
            url = "";
            modified = null;
            frequency = ChangeFrequency.UNKNOWN;
            priority = 0.5;
          }
          case "loc" -> url = url.isEmpty() ? xml.getElementText().strip() : url;
          case "lastmod" -> {
            Dates.Stamp stamp = Dates.read(xml.getElementText(), null);
            modified = stamp == null ? null : stamp.instant();
          }
          case "changefreq" -> frequency = ChangeFrequency.of(xml.getElementText());
          case "priority" -> priority = number(xml.getElementText());
          default -> {} // images, films, languages: not ours
        }
      } else if (event == XMLStreamConstants.END_ELEMENT && !url.isEmpty()) {
        switch (name(xml)) {
          case "url" -> pages.add(new Page(url, modified, frequency, priority));
          case "sitemap" -> sitemaps.add(url);
          default -> {}
        }
      }
    }
  }

  private static String name(XMLStreamReader xml) {
    String name = xml.getLocalName().toLowerCase(Locale.ROOT);
    return name.substring(name.indexOf(':') + 1);
  }

  private static double number(String s) {
    try {
      return Math.max(0, Math.min(1, Double.parseDouble(s.strip())));
    } catch (NumberFormatException e) {
      return 0.5;
    }
  }
}
