package freshet.web;

import freshet.crawl.CrawlPlan;
import freshet.crawl.EarlierCrawl;
import freshet.jobs.Crawl;
import freshet.library.Exploring;
import freshet.library.Exploring.Act;
import freshet.library.FollowedFeeds;
import freshet.library.Marking;
import freshet.model.Account;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// The pages on which crawls are started and watched.
final class CrawlPages {
  private final Exploring exploring;
  private final FollowedFeeds feeds;
  private final Marking marking;
  private final Renderer renderer;

  CrawlPages(Exploring exploring, FollowedFeeds feeds, Marking marking, Renderer renderer) {
    this.exploring = exploring;
    this.feeds = feeds;
    this.marking = marking;
    this.renderer = renderer;
  }

  List<DiscoverPage.CrawlRow> rows(Account who, PageFrame frame) {
    return exploring.crawls(who).stream()
        .limit(50)
        .map(c ->
            new DiscoverPage.CrawlRow(
                c.id(),
                CrawlPage.what(c, frame),
                frame.say("state." + c.state().word()),
                DiscoveryPage.level(c.state()),
                frame.times().when(c.begun())))
        .toList();
  }

  /// @param refused shows the form again, with the reason
  void begin(Context ctx, Account who, BiConsumer<Context, String> refused) {
    CrawlPlan plan;
    try {
      int threshold = (int) number(field(ctx, "threshold", "3"), "The threshold");
      EarlierCrawl earlier =
          Whole.of(ctx.formParam("from"), 9)
              .map(id -> exploring.earlier(who, id, threshold))
              .orElse(new EarlierCrawl(List.of(), List.of()));
      List<String> starts =
          field(ctx, "starts", "").lines().map(String::strip).filter(s -> !s.isEmpty()).toList();
      List<String> words =
          Stream.of(field(ctx, "words", "").split("[,\\s]+", -1))
              .filter(s -> !s.isEmpty())
              .toList();
      CrawlPlan.Mode mode = CrawlPlan.Mode.of(field(ctx, "mode", "link"));
      String pages = field(ctx, "pages", "");
      long most = pages.isEmpty() ? mode.usualPages() : number(pages, "The number of pages");
      plan =
          new CrawlPlan(
              mode,
              CrawlPlan.with(starts, earlier.addresses()),
              CrawlPlan.with(words, earlier.words()),
              threshold,
              null,
              ctx.formParam("within") != null,
              ctx.formParam("sitemaps") != null,
              CrawlPlan.limits(most, null, 60_000),
              new CrawlPlan.Upkeep(
                  true, ctx.formParam("everyPage") != null, ctx.formParam("again") != null));
    } catch (IllegalArgumentException e) {
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      refused.accept(ctx, renderer.frame(ctx, "discover").said(e.getMessage()) + ".");
      return;
    }
    ctx.redirect("/crawls/" + exploring.crawl(who, plan).id(), HttpStatus.SEE_OTHER);
  }

  private static long number(String text, String what) {
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException(what + " must be from 1 to 999,999,999");
    }
    return Long.parseLong(text);
  }

  private static String field(Context ctx, String name, String otherwise) {
    String value = ctx.formParam(name);
    return value == null || value.isBlank() ? otherwise : value.strip();
  }

  void show(Context ctx, Account who) {
    Crawl crawl = exploring.crawl(who, RequestNumbers.id(ctx));
    boolean shown =
        crawl
            .feed()
            .flatMap(feed -> feeds.subscription(who, feed))
            .map(s -> !s.hidden())
            .orElse(false);
    renderer.show(ctx, "crawl", CrawlPage.of(crawl, shown, renderer.frame(ctx, "discover")));
  }

  void act(Context ctx, Account who) {
    long id = RequestNumbers.id(ctx);
    Act act = JobPages.act(ctx.pathParam("act"));
    if (act != null) {
      Crawl _ = exploring.actOnCrawl(who, id, act);
      ctx.redirect("/crawls/" + id, HttpStatus.SEE_OTHER);
      return;
    }
    switch (ctx.pathParam("act")) {
      case "remove", "delete" -> {
        exploring.removeCrawl(who, id);
        ctx.redirect("/discover", HttpStatus.SEE_OTHER);
        return;
      }
      case "find" -> exploring.keepCrawl(who, id, true, null, null);
      case "again" -> exploring.keepCrawl(who, id, null, null, true);
      case "once" -> exploring.keepCrawl(who, id, null, null, false);
      case "visit" -> exploring.visitCrawlAgain(who, id);
      case "show", "hide" ->
          exploring
              .crawl(who, id)
              .feed()
              .ifPresent(feed -> marking.hideFeed(who, feed, ctx.pathParam("act").equals("hide")));
      default -> {
        renderer.say(ctx, 404, "missing.page", "missing.page-help");
        return;
      }
    }
    ctx.redirect("/crawls/" + id, HttpStatus.SEE_OTHER);
  }
}
