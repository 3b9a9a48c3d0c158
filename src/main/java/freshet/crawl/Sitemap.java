package freshet.crawl;

import com.ctc.wstx.stax.WstxInputFactory;
import freshet.bound.Stop;
import freshet.model.FeedUrl;
import freshet.parse.Dates;
import freshet.parse.SafeXml;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
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

  /// As far as blanks may go before the first sign.
  private static final int LOOKED_AT = 4096;

  /// @param modified when it changed last, or was published, if that is said
  /// @param priority 0 to 1; 0.5 if not said
  public record Page(
      String url, @Nullable Instant modified, ChangeFrequency frequency, double priority) {}

  private static final XMLInputFactory FACTORY = factory();

  private static XMLInputFactory factory() {
    WstxInputFactory f = SafeXml.factory(30, 50);
    f.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    f.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    // Text that goes wrong is told by the checked exception then, not by one of its own.
    f.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
    return f;
  }

  /// Null if the bytes are no sitemap.
  public static @Nullable Sitemap read(byte[] body) {
    try (BufferedInputStream in = new BufferedInputStream(unpacked(body), 16 * 1024)) {
      in.mark(LOOKED_AT);
      int first = firstOf(in);
      if (first < 0) return null;
      return first == '<' ? new Reader().read(in) : list(in);
    } catch (IOException e) {
      return null; // not even a beginning
    }
  }

  /// The first byte behind blanks and a byte order mark, where the stream then stands; -1 if there
  /// is none.
  private static int firstOf(BufferedInputStream in) throws IOException {
    int at = 0;
    int c = in.read();
    while (c >= 0 && c <= ' ' && ++at < 1000) c = in.read();
    if (c == 0xef) {
      in.skipNBytes(2);
      at += 3;
      c = in.read();
    }
    in.reset();
    in.skipNBytes(at);
    return c;
  }

  /// Unpacked while it is read, so that a bomb costs no memory; where it breaks off or grows beyond
  /// what the standard allows, it ends.
  private static InputStream unpacked(byte[] body) throws IOException {
    InputStream plain = new ByteArrayInputStream(body);
    boolean packed = body.length > 2 && (body[0] & 0xff) == 0x1f && (body[1] & 0xff) == 0x8b;
    if (!packed) return plain;
    return new FilterInputStream(new GZIPInputStream(plain)) {
      private long left = MOST_BYTES;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] to, int from, int count) {
        Stop.check();
        if (left <= 0) return -1;
        try {
          int n = in.read(to, from, (int) Math.min(count, left));
          left -= n;
          return n;
        } catch (IOException e) {
          return -1; // cut off: what came counts
        }
      }
    };
  }

  private static @Nullable Sitemap list(InputStream in) throws IOException {
    List<Page> pages = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    var text = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (int c = 0; c >= 0 && pages.size() < MOST; ) {
      c = text.read();
      boolean end = c < 0 || c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
      if (!end) {
        line.append((char) c);
        if (line.length() > 2 * FeedUrl.MAX_LENGTH) return null;
        continue;
      }
      String s = line.toString().strip();
      line.setLength(0);
      if (s.isEmpty()) continue;
      if (!isAddress(s)) return null;
      pages.add(new Page(s, null, ChangeFrequency.UNKNOWN, 0.5));
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

    @Nullable Sitemap read(InputStream in) {
      try {
        XMLStreamReader xml = FACTORY.createXMLStreamReader(in);
        while (xml.hasNext() && pages.size() + sitemaps.size() < MOST) {
          Stop.check();
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
