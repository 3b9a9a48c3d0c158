package freshet.parse;

import freshet.model.ParseOutcome;
import freshet.model.ParseOutcome.NotAFeed;
import freshet.model.ParseOutcome.Parsed;
import freshet.parse.ns.Addresses;
import freshet.parse.ns.Drafts;
import java.net.URI;
import java.util.Locale;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/// Reads any feed: RSS 0.90 to 2.0, Atom 0.3 and 1.0, JSON Feed, CDF. Thread-safe; never throws.
public final class FeedParser {
  private final ParseLimits limits;
  private final StrictXml strict;
  private final ForgivingXml forgiving;
  private final JsonFeed json;

  public FeedParser(ParseLimits limits) {
    this.limits = limits;
    this.strict = new StrictXml(limits);
    this.forgiving = new ForgivingXml(limits);
    this.json = new JsonFeed(limits);
  }

  /// @param body decompressed
  /// @param contentType as the server gave it, for its charset
  /// @param address where the bytes came from, to resolve what is relative; an address that is not
  ///   of the web is ignored
  public ParseOutcome parse(
      byte[] body, @Nullable String contentType, URI address, Reading reading) {
    if (body.length > limits.bytes()) {
      return new NotAFeed("It is larger than " + limits.bytes() / 1_000_000.0 + " MB");
    }
    try {
      String base = Addresses.isWeb(address.toString()) ? address.toString() : null;
      return read(ByteDecoder.decode(body, contentType), base, reading);
    } catch (RuntimeException | StackOverflowError e) {
      // Never out of the package (issue 3): one broken feed must not stop the others.
      return new NotAFeed("It could not be read: " + e);
    }
  }

  private ParseOutcome read(ByteDecoder.Decoded decoded, @Nullable String base, Reading reading) {
    String text = decoded.text();
    int start = 0;
    while (start < text.length() && isBlank(text.charAt(start))) start++;
    if (start == text.length()) return new NotAFeed("It is empty");
    if (text.charAt(start) == '{' || text.charAt(start) == '[') {
      return json.read(text.substring(start), base, reading);
    }
    int markup = text.indexOf('<');
    if (markup < 0)
      return new NotAFeed("It is neither XML nor JSON but begins '" + begin(text) + "'");
    // Blanks before the first element are well-formed, before the XML declaration they are not.
    boolean clean = markup == start && (start == 0 || !text.startsWith("<?xml", start));
    String document = WindowsReferences.replaced(markup == 0 ? text : text.substring(markup));

    Drafts drafts = new Drafts(limits.entries());
    FeedHandler handler = new FeedHandler(drafts, limits, base, document.length());
    boolean wellFormed = clean && decoded.sure();
    try {
      strict.read(document, handler, drafts);
    } catch (XMLStreamException | RuntimeException e) {
      wellFormed = false;
      boolean onlyJunkAfter = handler.depth() == 0 && drafts.format() != null;
      if (!onlyJunkAfter) {
        Drafts second = new Drafts(limits.entries());
        FeedHandler again = new FeedHandler(second, limits, base, document.length());
        forgiving.read(document, again, second);
        if (second.entries().size() >= drafts.entries().size()) {
          drafts = second;
          handler = again;
        }
      }
    }
    if (drafts.format() == null) return new NotAFeed(instead(handler.rootName(), document));
    return new Parsed(new Assembly(drafts, reading, base).feed(wellFormed));
  }

  private static boolean isBlank(char c) {
    return c <= ' ' || c == '\uFEFF';
  }

  private static String instead(@Nullable String root, String document) {
    String head = document.substring(0, Math.min(1000, document.length())).toLowerCase(Locale.ROOT);
    if (head.contains("<html") || head.contains("<!doctype html")) {
      return "It is a web page, not a feed";
    }
    if (root == null) return "It holds no element: '" + begin(document) + "'";
    return switch (root.toLowerCase(Locale.ROOT)) {
      case "opml" -> "It is an OPML list of feeds, not a feed";
      case "urlset", "sitemapindex" -> "It is a sitemap, not a feed";
      case "rdf" -> "It is RDF without an RSS channel";
      default -> "It is XML with the root element '" + begin(root) + "', not a feed";
    };
  }

  private static String begin(String s) {
    String t = PlainText.collapsed(s.length() > 200 ? s.substring(0, 200) : s);
    return t.length() <= 40 ? t : t.substring(0, 39) + "…";
  }
}
