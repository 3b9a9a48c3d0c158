package freshet.discover;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import freshet.model.FeedUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// A sitemap, an index of sitemaps, or a sitemap of news; XML, however it ends, or a plain list;
/// packed or not. What was read before it breaks counts.
///
/// @param pages addresses it lists, with the time of their last change where it is given
/// @param sitemaps further sitemaps that an index names
/// @param news whether it is one of news
public record Sitemap(Map<FeedUrl, Instant> pages, List<FeedUrl> sitemaps, boolean news) {
  /// The standard allows 50,000 addresses a file.
  private static final int MOST = 50_000;

  private static final int MOST_BYTES = 50 * 1024 * 1024;
  private static final int LONGEST = FeedUrl.MAX_LENGTH;

  /// "Nothing is known of its last change".
  public static final Instant UNKNOWN = Instant.EPOCH;

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
    return bytes[start] == '<' ? xml(bytes, start) : list(bytes);
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

  private static @Nullable Sitemap xml(byte[] bytes, int start) {
    Map<FeedUrl, Instant> pages = new LinkedHashMap<>();
    List<FeedUrl> sitemaps = new ArrayList<>();
    boolean known = false;
    boolean news = false;
    try {
      XMLStreamReader xml =
          FACTORY.createXMLStreamReader(
              new ByteArrayInputStream(bytes, start, bytes.length - start));
      boolean index = false;
      FeedUrl loc = null;
      Instant changed = UNKNOWN;
      while (xml.hasNext() && pages.size() + sitemaps.size() < MOST) {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
          String name = xml.getLocalName();
          if (!known) {
            if (!name.equals("urlset") && !name.equals("sitemapindex")) return null;
            known = true;
          }
          String space = String.valueOf(xml.getNamespaceURI());
          switch (name) {
            case "url", "sitemap" -> {
              index = name.equals("sitemap");
              loc = null;
              changed = UNKNOWN;
            }
            case "loc" -> {
              if (!space.contains("image") && !space.contains("video")) loc = address(text(xml));
            }
            case "lastmod", "publication_date" -> changed = time(text(xml));
            case "news" -> news = true;
            default -> {}
          }
        } else if (event == XMLStreamConstants.END_ELEMENT && loc != null) {
          String name = xml.getLocalName();
          if (!name.equals("url") && !name.equals("sitemap")) continue;
          if (index) sitemaps.add(loc);
          else pages.put(loc, changed);
          loc = null;
        }
      }
    } catch (XMLStreamException | RuntimeException e) {
      // broken from here on: what came counts
    }
    return known ? new Sitemap(pages, sitemaps, news) : null;
  }

  private static String text(XMLStreamReader xml) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.END_ELEMENT) break;
      if (event == XMLStreamConstants.START_ELEMENT) continue;
      if (xml.hasText() && text.length() < LONGEST) text.append(xml.getText());
    }
    return text.toString().strip();
  }

  private static @Nullable Sitemap list(byte[] bytes) {
    Map<FeedUrl, Instant> pages = new LinkedHashMap<>();
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\\R", -1)) {
      String s = line.strip();
      if (s.isEmpty()) continue;
      if (!s.startsWith("http://") && !s.startsWith("https://")) return null;
      FeedUrl url = address(s);
      if (url != null) pages.put(url, UNKNOWN);
      if (pages.size() >= MOST) break;
    }
    return pages.isEmpty() ? null : new Sitemap(pages, List.of(), false);
  }

  private static @Nullable FeedUrl address(String text) {
    if (!text.startsWith("http")) return null;
    try {
      return FeedUrl.of(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Instant time(String text) {
    try {
      if (text.length() == 10) {
        return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
      }
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      return UNKNOWN;
    }
  }
}
