package freshet.parse;

import freshet.bound.OutOfTime;
import freshet.model.ParseOutcome;
import freshet.model.ParseOutcome.Broken;
import freshet.model.ParseOutcome.NotAFeed;
import freshet.model.ParseOutcome.Parsed;
import freshet.parse.ns.Addresses;
import freshet.parse.ns.Drafts;
import freshet.text.Cut;
import java.net.URI;
import java.util.Locale;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads any feed: RSS 0.90 to 2.0, also written as JSON, Atom 0.3 and 1.0, JSON Feed, CDF.
/// Thread-safe; logs its own mistakes with the address of the feed, and throws nothing but
/// [OutOfTime], when it is told to stop.
public final class FeedParser {
  private static final Logger log = LoggerFactory.getLogger(FeedParser.class);

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
      byte[] body, @Nullable String contentType, URI address, HtmlHandling reading) {
    if (body.length > limits.bytes()) {
      return new NotAFeed("It is larger than " + limits.bytes() / 1_000_000.0 + " MB");
    }
    String base = Addresses.isWeb(address.toString()) ? address.toString() : null;
    return guarded(
        address, () -> read(ByteDecoder.decode(body, contentType), address, base, reading));
  }

  /// One broken feed must not stop the others.
  static ParseOutcome guarded(URI address, Supplier<ParseOutcome> read) {
    try {
      return read.get();
    } catch (OutOfTime e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      // Depth is limited before the stack is, so an overflow is a mistake of ours too.
      log.error("{} could not be read by a mistake of ours", shown(address), e);
      return new Broken();
    }
  }

  private ParseOutcome read(
      ByteDecoder.Decoded decoded, URI address, @Nullable String base, HtmlHandling reading) {
    String text = WindowsReferences.characters(decoded.text());
    int start = 0;
    while (start < text.length() && isBlank(text.charAt(start))) start++;
    if (start == text.length()) return new NotAFeed("It is empty");
    String called = JsonCall.argument(text, start);
    if (called != null || text.charAt(start) == '{' || text.charAt(start) == '[') {
      return json(called == null ? text.substring(start) : called, address, base, reading);
    }
    int markup = text.indexOf('<');
    if (markup < 0)
      return new NotAFeed("It is neither XML nor JSON but begins '" + begin(text) + "'");
    // Blanks before the first element are well-formed, before the XML declaration they are not.
    boolean clean = markup == start && (start == 0 || !text.startsWith("<?xml", start));
    String document = WindowsReferences.replaced(markup == 0 ? text : text.substring(markup));
    return xml(document, clean && decoded.sure(), address, base, reading);
  }

  /// JSON Feed, or RSS written as JSON.
  private ParseOutcome json(String text, URI address, @Nullable String base, HtmlHandling reading) {
    ParseOutcome read = json.read(text, base, reading);
    if (!(read instanceof NotAFeed)) return read;
    String rss = RssInJson.xml(text);
    return rss == null ? read : xml(rss, true, address, base, reading);
  }

  private ParseOutcome xml(
      String document, boolean sound, URI address, @Nullable String base, HtmlHandling reading) {
    Drafts drafts = new Drafts(limits.entries());
    FeedHandler handler = new FeedHandler(drafts, limits, base, document.length());
    boolean wellFormed = sound;
    try {
      strict.read(document, handler, drafts);
    } catch (OutOfTime e) {
      throw e;
    } catch (XMLStreamException | RuntimeException e) {
      if (e instanceof RuntimeException) {
        log.error("{} is read the forgiving way after a mistake of ours", shown(address), e);
      }
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

  /// Without any password in it.
  private static String shown(URI address) {
    String authority = address.getRawAuthority();
    int at = authority == null ? -1 : authority.lastIndexOf('@');
    String whole = address.toString().isEmpty() ? "A feed" : address.toString();
    return authority == null || at < 0 ? whole : whole.replace(authority.substring(0, at + 1), "");
  }

  private static boolean isBlank(char c) {
    return c <= ' ' || c == '\uFEFF';
  }

  private static String instead(@Nullable String root, String document) {
    String head = Cut.start(document, 1000).toLowerCase(Locale.ROOT);
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
    return Cut.to(PlainText.collapsed(Cut.start(s, 200)), 40);
  }
}
