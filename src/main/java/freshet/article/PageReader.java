package freshet.article;

import freshet.extract.HtmlPage;
import freshet.model.FeedArticles.Recipe;
import freshet.parse.PlainText;
import freshet.parse.ReadElsewhere;
import freshet.parse.Sanitiser;
import freshet.text.Cut;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the page behind an entry. No script runs, and nothing else is fetched for it.
public final class PageReader {
  /// What is longer is no article.
  private static final int LONGEST = 2_000_000;

  private static final Set<String> FILES =
      Set.of(
          "pdf", "mp3", "mp4", "m4a", "m4v", "mov", "avi", "mkv", "webm", "ogg", "oga", "ogv",
          "wav", "flac", "zip", "gz", "bz2", "xz", "rar", "7z", "exe", "msi", "dmg", "iso", "apk",
          "jpg", "jpeg", "png", "gif", "webp", "avif", "svg", "doc", "docx", "xls", "xlsx", "ppt",
          "pptx", "odt", "epub", "torrent", "deb", "rpm", "jar", "csv", "json", "xml", "rss",
          "atom", "ics");

  private static final Pattern FILMS =
      Pattern.compile(
          "https?://([^/]*\\.)?(youtube\\.com|youtu\\.be|vimeo\\.com|dailymotion\\.com|twitch\\.tv"
              + "|tiktok\\.com|spotify\\.com)/.*",
          Pattern.CASE_INSENSITIVE);

  private PageReader() {}

  /// A page, read.
  ///
  /// @param html already made safe
  /// @param text the same as plain text, without captions
  /// @param next the address of the article's next page, null if there is none
  /// @param wall a sentence if the page is behind one, else null
  public record Page(
      String html,
      String text,
      @Nullable String title,
      @Nullable String author,
      @Nullable String image,
      @Nullable Instant published,
      @Nullable String next,
      @Nullable String wall) {}

  /// Whether an address may be that of a page with a text: not of a file, a film, or a whole site.
  static boolean mayBePage(@Nullable String address) {
    if (address == null) return false;
    boolean web =
        address.regionMatches(true, 0, "http://", 0, 7)
            || address.regionMatches(true, 0, "https://", 0, 8);
    if (!web) return false;
    int path = address.indexOf('/', address.indexOf("://") + 3);
    if (path < 0) return false;
    int end = path;
    while (end < address.length() && "?#".indexOf(address.charAt(end)) < 0) end++;
    boolean asks = end < address.length() && address.charAt(end) == '?';
    if (end == path + 1 && !asks) return false; // the front page, or a place on it
    int dot = address.lastIndexOf('.', end);
    if (dot > address.lastIndexOf('/', end - 1)
        && FILES.contains(address.substring(dot + 1, end).toLowerCase(Locale.ROOT))) return false;
    return !FILMS.matcher(address).matches();
  }

  /// Whether an answer is a page.
  static boolean isPage(byte[] body, @Nullable String contentType) {
    return HtmlPage.looksLikeHtml(body, contentType);
  }

  /// @param address of the page that answered
  /// @param goesOn where the article may go on, unless the recipe says it
  /// @throws IllegalArgumentException if the recipe has something that is no selector
  static Page read(
      byte[] body,
      @Nullable String contentType,
      String address,
      Recipe recipe,
      Continuation goesOn) {
    return read(HtmlPage.parse(body, contentType, address), address, recipe, goesOn);
  }

  /// The same of a page that is parsed already, and of which no other is wanted.
  public static Page read(HtmlPage page, String address, Recipe recipe) {
    return read(page, address, recipe, null);
  }

  private static Page read(
      HtmlPage page, String address, Recipe recipe, @Nullable Continuation goesOn) {
    String raw = page.mainHtml(recipe.take(), recipe.drop());
    String html = raw.length() > LONGEST ? "" : Sanitiser.safe(raw, page.base());
    String text = PlainText.ofArticle(html);
    String title = page.headline();
    return new Page(
        html,
        text,
        title.isEmpty() ? null : cut(title),
        page.author(),
        page.image(),
        page.published(),
        next(page, recipe.next(), address, goesOn),
        Walls.of(page, text, address));
  }

  /// A page that was read on another machine, which need not be believed: what is kept of it is
  /// made safe again.
  static Page again(Page page) {
    String safe = new ReadElsewhere().html(page.html());
    String html = safe == null ? "" : safe;
    return new Page(
        html,
        PlainText.ofArticle(html),
        cut(page.title()),
        cut(page.author()),
        ReadElsewhere.address(page.image()),
        page.published(),
        ReadElsewhere.address(page.next()),
        cut(page.wall()));
  }

  private static @Nullable String cut(@Nullable String line) {
    return line == null ? null : Cut.to(line, 1000);
  }

  private static @Nullable String next(
      HtmlPage page, @Nullable String rule, String address, @Nullable Continuation goesOn) {
    if (rule == null) return goesOn == null ? null : goesOn.find(page);
    String next =
        rule.equalsIgnoreCase("rel=next")
            ? page.related("next")
            : page.linked(HtmlPage.evaluator(rule));
    return next == null || next.equals(address) ? null : next;
  }

  /// A sentence if a recipe cannot be used, else null.
  ///
  /// @param rule a selector, or null
  public static @Nullable String problem(@Nullable String rule) {
    if (rule == null || rule.equalsIgnoreCase("rel=next")) return null;
    if (rule.length() > 300) return "must have at most 300 characters";
    try {
      return HtmlPage.evaluator(rule) == null ? "must be a CSS selector" : null;
    } catch (IllegalArgumentException e) {
      return "must be a CSS selector: " + e.getMessage();
    }
  }
}
