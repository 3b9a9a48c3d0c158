package freshet.article;

import freshet.article.PageFetcher.Reading.Stopped;
import freshet.article.PageFetcher.Reading.Text;
import freshet.article.PageReader.Page;
import freshet.fetch.SiteKey;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Gone;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.text.Cut;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Asks for the page behind an entry, and for the pages that the article goes on at.
final class PageVisit {
  /// Of one article.
  static final int MOST_PAGES = 10;

  /// Two pages that begin with so many equal letters are one.
  private static final int OPENING = 120;

  /// Paths of the front page of a site, or of a site in one language.
  private static final Pattern FRONT =
      Pattern.compile(
          "/?([a-z]{2}([-_][a-z]{2})?/?)?((index|default|home|homepage|start|startseite|accueil|inicio)"
              + "(\\.[a-z]{2,5})?/?)?",
          Pattern.CASE_INSENSITIVE);

  private static final String NO_PAGE = "The link leads to no page with a text.";

  private final PageFetcher pages;
  private final Pace pace;

  PageVisit(PageFetcher pages, Pace pace) {
    this.pages = pages;
    this.pace = pace;
  }

  /// What became of it.
  sealed interface Result {}

  /// @param address that answered
  /// @param pages how many the article has
  record Read(Page page, String address, int pages) implements Result {}

  /// Not something with a text.
  record NoPage(String why) implements Result {}

  /// We may not, or are not let in.
  record Closed(String why) implements Result {}

  /// It is asked later, which is no try: the site rests, or there was no room for what it sent.
  record Resting(@Nullable Instant until) implements Result {}

  /// @param lasting whether trying again later would be in vain
  /// @param after how long the server wants to be left alone
  record Failed(String why, boolean lasting, @Nullable Duration after) implements Result {}

  /// @param feed the entry's
  /// @param last whether the pages that can be had now will do: else it is tried again where one of
  ///   them cannot be had at the moment
  Result visit(long feed, String link, Recipe recipe, boolean wanted, boolean last)
      throws InterruptedException {
    FeedUrl url;
    try {
      url = FeedUrl.of(link);
    } catch (IllegalArgumentException e) {
      return new NoPage(NO_PAGE);
    }
    PageFetcher.Answer answer =
        pages.fetch(new PageFetcher.Request(feed, FetchRequest.of(url), recipe, null, 2));
    return switch (answer.outcome()) {
      case Fetched f ->
          switch (answer.read()) {
            case Text(Page page) ->
                read(feed, url, f.answer().finalUrl(), page, recipe, wanted, last);
            case Stopped(String reason) ->
                new Failed("Reading the page " + reason + ".", true, null);
            case PageFetcher.Reading.NoPage _ -> new NoPage(NO_PAGE);
            case null -> new NoPage(NO_PAGE);
          };
      case Unchanged _ -> new NoPage(NO_PAGE);
      case Gone _ -> new Failed("The page was taken away for good (410).", true, null);
      case Refused r -> refused(r);
      // No fault of the site's: it is asked again later, and not counted as a try.
      case Unreachable u when u.trouble() == Trouble.NO_ROOM -> new Resting(null);
      case Unreachable u -> new Failed(u.reason(), false, null);
      case Forbidden f ->
          f.ban() == Ban.RESTING
              ? new Resting(pages.restsUntil(url))
              : f.ban() == Ban.ROBOTS ? new Closed(f.reason()) : new Failed(f.reason(), true, null);
    };
  }

  private static Result refused(Refused r) {
    return switch (r.status()) {
      case 402 -> new Closed(Walls.PAYMENT);
      case 401, 403, 407, 451 ->
          new Failed("The server does not let us read the page (" + r.status() + ").", false, null);
      case 404 -> new Failed("There is no page at the entry’s link (404).", false, null);
      default ->
          new Failed(
              r.status() >= 500
                  ? "Server error (" + r.status() + ")."
                  : "The server refused the request (" + r.status() + ").",
              false,
              r.retryAfter());
    };
  }

  /// @param at the address that answered
  private Result read(
      long feed, FeedUrl asked, FeedUrl at, Page page, Recipe recipe, boolean wanted, boolean last)
      throws InterruptedException {
    // Sites that have lost a page like to show their front page instead.
    if (!at.equals(asked) && isFront(at) && !isFront(asked)) {
      return new Failed("The entry’s link leads to the front page of its site.", true, null);
    }
    if (MissingPages.isMissing(page.title(), page.text())) {
      return new Failed("The site says that there is no page at the entry’s link.", false, null);
    }
    if (page.next() == null || page.wall() != null) return new Read(page, at.shown(), 1);
    return more(feed, at, page, recipe, wanted, last);
  }

  private static boolean isFront(FeedUrl url) {
    String path = url.uri().getPath();
    return url.uri().getQuery() == null && path != null && FRONT.matcher(path).matches();
  }

  /// A failure of a later page that may be over when it is tried again; else null. A site that
  /// wants to be left alone between two pages would want the same the next time, after the first
  /// page was asked for in vain.
  private static @Nullable Failed passing(PageFetcher.Answer answer) {
    return switch (answer.outcome()) {
      case Unreachable u -> new Failed(u.reason(), false, null);
      case Refused r when r.status() == 429 || r.status() >= 500 ->
          refused(r) instanceof Failed failed ? failed : null;
      default -> null;
    };
  }

  private Result more(
      long feed, FeedUrl at, Page first, Recipe recipe, boolean wanted, boolean last)
      throws InterruptedException {
    String opening = Cut.start(first.text(), OPENING);
    StringBuilder html = new StringBuilder(first.html());
    StringBuilder text = new StringBuilder(first.text());
    Set<String> seen = new HashSet<>();
    seen.add(at.toString());
    String site = SiteKey.of(at);
    String next = first.next();
    int count = 1;
    while (next != null && count < MOST_PAGES) {
      FeedUrl url;
      try {
        url = FeedUrl.of(next);
      } catch (IllegalArgumentException e) {
        break;
      }
      if (!SiteKey.of(url).equals(site) || !seen.add(url.toString())) break;
      for (Duration wait = pace.take(wanted); !wait.isZero(); wait = pace.take(wanted)) {
        Thread.sleep(wait);
      }
      var request =
          new PageFetcher.Request(feed, FetchRequest.of(url), recipe, at.toString(), count + 2);
      PageFetcher.Answer answer = pages.fetch(request);
      Failed passing = last ? null : passing(answer);
      if (passing != null) return passing;
      if (!(answer.read() instanceof Text(Page page))) break;
      if (page.wall() != null || page.text().isBlank()) break;
      // The same text with other comments below it, or the first page again.
      if (recipe.next() == null && page.text().startsWith(opening)) break;
      html.append('\n').append(page.html());
      text.append(' ').append(page.text());
      count++;
      next = page.next();
    }
    return new Read(
        new Page(
            html.toString(),
            text.toString(),
            first.title(),
            first.author(),
            first.image(),
            first.published(),
            null,
            null),
        at.shown(),
        count);
  }
}
