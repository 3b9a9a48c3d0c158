package freshet.crawl;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import freshet.model.FeedUrl;
import freshet.parse.Dates;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLInputFactory2;
import org.jspecify.annotations.Nullable;

/// A sitemap, an index of sitemaps, or a sitemap of news (sitemaps.org); XML, however it ends, or a
/// plain list; packed or not. What was read before it breaks counts.
///
/// @param pages addresses it names, all absolute
/// @param sitemaps further sitemaps that an index names
/// @param news whether it is one of news
public record Sitemap(List<Page> pages, List<String> sitemaps, boolean news) {
  /// The standard allows 50,000 addresses a file, and 50 MB.
  private static final int MOST = 50_000;

  private static final int MOST_BYTES = 50 * 1024 * 1024;

  /// @param modified when it changed last, or was published, if that is said
  /// @param priority 0 to 1; 0.5 if not said
  public record Page(
      String url, @Nullable Instant modified, ChangeFrequency frequency, double priority) {}

  private static final XMLInputFactory FACTORY = factory();

  private static XMLInputFactory factory() {
    WstxInputFactory f = new WstxInputFactory();
    f.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    f.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    f.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    f.setProperty(XMLInputFactory.IS_COALESCING, false);
    f.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, 30);
    f.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, 50);
    f.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, 20_000);
    // Text that goes wrong is told by the checked exception then, not by one of its own.
    f.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
    return f;
  }

  /// Null if the bytes are no sitemap.
  public static @Nullable Sitemap read(byte[] body) {
    byte[] bytes = unpacked(body);
    int start = 0;
    while (start < bytes.length && start < 1000 && (bytes[start] <= ' ' && bytes[start] >= 0)) {
      start++;
    }
    if (bytes.length - start >= 3 && (bytes[start] & 0xff) == 0xef) start += 3;
    if (start >= bytes.length) return null;
    return bytes[start] == '<' ? new Reader().read(bytes, start) : list(bytes);
  }

  private static byte[] unpacked(byte[] body) {
    if (body.length < 2 || (body[0] & 0xff) != 0x1f || (body[1] & 0xff) != 0x8b) return body;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[16 * 1024];
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      int n;
      while (out.size() < MOST_BYTES && (n = in.read(buffer)) > 0) out.write(buffer, 0, n);
    } catch (IOException e) {
      // cut off: what came counts
    }
    return out.toByteArray();
  }

  private static @Nullable Sitemap list(byte[] bytes) {
    List<Page> pages = new ArrayList<>();
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\\R", -1)) {
      String s = line.strip();
      if (s.isEmpty()) continue;
      if (!isAddress(s)) return null;
      pages.add(new Page(s, null, ChangeFrequency.UNKNOWN, 0.5));
      if (pages.size() >= MOST) break;
    }
    return pages.isEmpty() ? null : new Sitemap(List.copyOf(pages), List.of(), false);
  }

  private static boolean isAddress(String s) {
    return s.length() <= FeedUrl.MAX_LENGTH
        && (s.startsWith("http://") || s.startsWith("https://"));
  }

  /// Reads one file of XML.
  private static final class Reader {
    private final List<Page> pages = new ArrayList<>();
    private final List<String> sitemaps = new ArrayList<>();
    private boolean known;
    private boolean news;
    private boolean index;
    private String url = "";
    private @Nullable Instant modified;
    private ChangeFrequency frequency = ChangeFrequency.UNKNOWN;
    private double priority = 0.5;

    @Nullable Sitemap read(byte[] bytes, int start) {
      try {
        XMLStreamReader xml =
            FACTORY.createXMLStreamReader(
                new ByteArrayInputStream(bytes, start, bytes.length - start));
        while (xml.hasNext() && pages.size() + sitemaps.size() < MOST) {
          int event = xml.next();
          if (event == XMLStreamConstants.START_ELEMENT) {
            String name = xml.getLocalName().toLowerCase(Locale.ROOT);
            if (!known && !name.equals("urlset") && !name.equals("sitemapindex")) return null;
            known = true;
            begin(xml, name);
          } else if (event == XMLStreamConstants.END_ELEMENT && !url.isEmpty()) {
            end(xml.getLocalName().toLowerCase(Locale.ROOT));
          }
        }
      } catch (XMLStreamException e) {
        // broken from here on: what came counts
      }
      return known ? new Sitemap(List.copyOf(pages), List.copyOf(sitemaps), news) : null;
    }

    private void begin(XMLStreamReader xml, String name) throws XMLStreamException {
      switch (name) {
        case "url", "sitemap" -> {
          index = name.equals("sitemap");
          url = "";
          modified = null;
          frequency = ChangeFrequency.UNKNOWN;
          priority = 0.5;
        }
        case "loc" -> {
          // Pictures and films have places of their own.
          String space = String.valueOf(xml.getNamespaceURI());
          String text = text(xml);
          boolean own = !space.contains("image") && !space.contains("video");
          if (own && isAddress(text)) url = text;
        }
        case "lastmod", "publication_date" -> {
          Dates.Stamp stamp = Dates.read(text(xml), null);
          modified = stamp == null ? modified : stamp.instant();
        }
        case "changefreq" -> frequency = ChangeFrequency.of(text(xml));
        case "priority" -> priority = number(text(xml));
        case "news" -> news = true;
        default -> {}
      }
    }

    private void end(String name) {
      if (!name.equals("url") && !name.equals("sitemap")) return;
      if (index) sitemaps.add(url);
      else pages.add(new Page(url, modified, frequency, priority));
      url = "";
    }

    private static String text(XMLStreamReader xml) throws XMLStreamException {
      StringBuilder text = new StringBuilder();
      while (xml.hasNext()) {
        int event = xml.next();
        if (event == XMLStreamConstants.END_ELEMENT) break;
        if (event == XMLStreamConstants.START_ELEMENT) continue;
        if (xml.hasText() && text.length() <= FeedUrl.MAX_LENGTH) text.append(xml.getText());
      }
      return text.toString().strip();
    }

    private static double number(String s) {
      try {
        return Math.max(0, Math.min(1, Double.parseDouble(s)));
      } catch (NumberFormatException e) {
        return 0.5;
      }
    }
  }
}
