package freshet.article;

import freshet.article.PageReader.Page;
import freshet.bound.ReadingPool;
import freshet.fetch.Fetcher;
import freshet.fetch.SiteKey;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Gone;
import freshet.model.FetchOutcome.Refused;
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

  private final Fetcher fetcher;
  private final Pace pace;

  PageVisit(Fetcher fetcher, Pace pace) {
    this.fetcher = fetcher;
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

  /// Nobody was asked: the site rests.
  record Resting(@Nullable Instant until) implements Result {}

  /// @param lasting whether trying again later would be in vain
  /// @param after how long the server wants to be left alone
  record Failed(String why, boolean lasting, @Nullable Duration after) implements Result {}

  Result visit(String link, Recipe recipe, boolean wanted) throws InterruptedException {
    FeedUrl url;
    try {
      url = FeedUrl.of(link);
    } catch (IllegalArgumentException e) {
      return new NoPage(NO_PAGE);
    }
    return switch (fetcher.fetch(FetchRequest.of(url))) {
      case Fetched f -> read(url, f, recipe, wanted);
      case Unchanged _ -> new NoPage(NO_PAGE);
      case Gone _ -> new Failed("The page was taken away for good (410).", true, null);
      case Refused r -> refused(r);
      case Unreachable u -> new Failed(u.reason(), false, null);
      case Forbidden f ->
          f.ban() == Ban.RESTING
              ? new Resting(fetcher.restsUntil(url))
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
                  ? "The server has trouble of its own (" + r.status() + ")."
                  : "The server refused the request (" + r.status() + ").",
              false,
              r.retryAfter());
    };
  }

  private Result read(FeedUrl asked, Fetched first, Recipe recipe, boolean wanted)
      throws InterruptedException {
    if (!PageReader.isPage(first.body(), first.contentType())) return new NoPage(NO_PAGE);
    FeedUrl at = first.answer().finalUrl();
    // Sites that have lost a page like to show their front page instead.
    if (!at.equals(asked) && isFront(at) && !isFront(asked)) {
      return new Failed("The entry’s link leads to the front page of its site.", true, null);
    }
    String address = at.shown();
    Continuation goesOn = Continuation.of(at.toString());
    Result result = page(first, recipe, goesOn);
    if (!(result instanceof Read(Page page, _, _))) return result;
    if (MissingPages.isMissing(page.title(), page.text())) {
      return new Failed("The site says that there is no page at the entry’s link.", false, null);
    }
    if (page.next() == null || page.wall() != null) return new Read(page, address, 1);
    return more(at, page, recipe, goesOn, wanted);
  }

  private static boolean isFront(FeedUrl url) {
    String path = url.uri().getPath();
    return url.uri().getQuery() == null && path != null && FRONT.matcher(path).matches();
  }

  /// Reads a page where strangers' bytes are read.
  private static Result page(Fetched f, Recipe recipe, Continuation goesOn)
      throws InterruptedException {
    FeedUrl at = f.answer().finalUrl();
    return switch (ReadingPool.shared()
        .read(
            f.body().length,
            () -> PageReader.read(f.body(), f.contentType(), at.toString(), recipe, goesOn))) {
      case ReadingPool.Result.Done<Page>(Page page) -> new Read(page, at.shown(), 1);
      case ReadingPool.Result.Stopped<Page>(String reason) ->
          new Failed("Reading the page " + reason + ".", true, null);
    };
  }

  private Read more(FeedUrl at, Page first, Recipe recipe, Continuation second, boolean wanted)
      throws InterruptedException {
    String opening = Cut.start(first.text(), OPENING);
    Continuation goesOn = second;
    StringBuilder html = new StringBuilder(first.html());
    StringBuilder text = new StringBuilder(first.text());
    Set<String> seen = new HashSet<>();
    seen.add(at.toString());
    String site = SiteKey.of(at);
    String next = first.next();
    int pages = 1;
    while (next != null && pages < MOST_PAGES) {
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
      FetchOutcome outcome = fetcher.fetch(FetchRequest.of(url));
      if (!(outcome instanceof Fetched f) || !PageReader.isPage(f.body(), f.contentType())) break;
      goesOn = goesOn.next();
      if (!(page(f, recipe, goesOn) instanceof Read(Page page, _, _))) break;
      if (page.wall() != null || page.text().isBlank()) break;
      // The same text with other comments below it, or the first page again.
      if (recipe.next() == null && page.text().startsWith(opening)) break;
      html.append('\n').append(page.html());
      text.append(' ').append(page.text());
      pages++;
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
        pages);
  }
}
