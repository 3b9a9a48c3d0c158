package freshet.source;

import freshet.bound.ReadingPool;
import freshet.extract.HtmlPage;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.LinkList;
import freshet.model.LinkList.Item;
import freshet.model.ListRule;
import freshet.model.ParseOutcome;
import freshet.model.ParseOutcome.NotAFeed;
import freshet.model.ParseOutcome.Parsed;
import freshet.model.ParsedFeed;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.source.Source.About;
import freshet.source.Source.Post;
import freshet.text.Html;
import freshet.text.SessionNames;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Pages that list links, read as if they were feeds: each link is an entry, named and cleaned by
/// the very code that reads feeds.
public final class ListPages {
  /// What [ParsedFeed#format] says of them.
  public static final String FORMAT = "list of links";

  private static final int MOST = 3;

  private ListPages() {}

  /// The lists of a page that could be followed, best first; or the one that a selector takes. None
  /// if it is no page, or cannot be read in time.
  ///
  /// @param selector null to find them
  /// @throws IllegalArgumentException if it is no selector
  public static List<LinkList> find(Fetched page, @Nullable String selector, Instant now)
      throws InterruptedException {
    if (!HtmlPage.looksLikeHtml(page.body(), page.contentType())) return List.of();
    String address = page.answer().finalUrl().toString();
    Supplier<List<LinkList>> read =
        () -> {
          HtmlPage html = HtmlPage.parse(page.body(), page.contentType(), address);
          return selector == null ? html.lists(MOST, now) : List.of(html.list(selector, now));
        };
    return switch (ReadingPool.shared().read(page.body().length, read)) {
      case ReadingPool.Result.Done<List<LinkList>>(List<LinkList> lists) -> lists;
      case ReadingPool.Result.Stopped<List<LinkList>> _ -> List.of();
    };
  }

  /// A sentence if a selector cannot be used, else null.
  public static @Nullable String problem(@Nullable String selector) {
    if (selector == null || selector.isBlank()) return "must not be empty";
    if (selector.length() > ListRule.LONGEST) {
      return "must have at most " + ListRule.LONGEST + " characters";
    }
    try {
      var _ = HtmlPage.evaluator(selector);
      return null;
    } catch (IllegalArgumentException e) {
      return "must be a CSS selector: " + e.getMessage();
    }
  }

  /// Reads a page as a feed of the links that a selector names.
  public static ParseOutcome read(
      byte[] body,
      @Nullable String contentType,
      URI address,
      String selector,
      FeedParser parser,
      Instant now) {
    if (!HtmlPage.looksLikeHtml(body, contentType)) {
      return new NotAFeed("There is no page with links at this address any more");
    }
    HtmlPage page = HtmlPage.parse(body, contentType, address.toString());
    LinkList list;
    try {
      list = page.list(selector, now);
    } catch (IllegalArgumentException e) {
      return new NotAFeed(String.valueOf(e.getMessage()));
    }
    if (list.items().isEmpty()) {
      return new NotAFeed(
          "The page no longer has the list of links that is followed: the site seems to have been"
              + " redesigned. Choose a list again on the feed’s page");
    }
    String title = page.title();
    About about = new About(title.isEmpty() ? null : title, address.toString(), null, null);
    List<Post> posts = new ArrayList<>();
    boolean visited = isOneVisit(list.items());
    for (Item item : list.items()) {
      posts.add(post(item, visited ? SessionNames.without(item.url()) : item.url()));
    }
    byte[] feed = PostFeed.write(about, posts);
    ParseOutcome read = parser.parse(feed, PostFeed.TYPE, address, HtmlHandling.SANITISED);
    if (!(read instanceof Parsed(ParsedFeed parsed))) return read;
    return new Parsed(new ParsedFeed(FORMAT, true, parsed.channel(), parsed.entries()));
  }

  /// Whether the links have one session in common, as a forum gives to every visitor: the same
  /// threads would have other addresses at every poll. What differs from link to link may be what
  /// the pages are known by.
  private static boolean isOneVisit(List<Item> items) {
    List<String> sessions =
        items.stream().map(i -> SessionNames.of(i.url())).filter(s -> !s.isEmpty()).toList();
    return sessions.size() > 1 && sessions.stream().distinct().count() == 1;
  }

  private static Post post(Item item, String url) {
    Instant date = item.date();
    return new Post(
        url,
        url,
        item.title(),
        item.summary() == null ? "" : Html.escapeText(item.summary()),
        date != null && item.dateOnly() ? LocalDate.ofInstant(date, ZoneOffset.UTC) : date,
        null,
        null,
        null,
        null,
        List.of(),
        item.image(),
        List.of());
  }
}
