package freshet.web;

import freshet.account.Visitor;
import freshet.crawl.CrawlPlan;
import freshet.pipeline.Crawl;
import freshet.pipeline.Crawls;
import freshet.store.Accounts;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The pages on which crawls are started and watched.
final class CrawlPages {
  private final Crawls crawls;
  private final Screen screen;

  CrawlPages(Crawls crawls, Screen screen) {
    this.crawls = crawls;
    this.screen = screen;
  }

  /// Crawls cost many servers' time: only the first account may start and see them.
  static boolean mayCrawl(Context ctx) {
    return Visitor.account(ctx) == Accounts.FIRST;
  }

  List<DiscoverPage.CrawlRow> rows(Frame frame) {
    return crawls.all().stream()
        .limit(50)
        .map(c ->
            new DiscoverPage.CrawlRow(
                c.id(),
                CrawlPage.what(c, frame),
                frame.say("state." + c.state().word()),
                SearchPage.level(c.state()),
                frame.times().when(c.begun())))
        .toList();
  }

  /// @param refused shows the form again, with the reason
  void begin(Context ctx, BiConsumer<Context, String> refused) {
    if (!mayCrawl(ctx)) {
      screen.notFound(ctx);
      return;
    }
    CrawlPlan plan;
    try {
      plan =
          new CrawlPlan(
              CrawlPlan.Mode.of(field(ctx, "mode", "link")),
              field(ctx, "starts", "")
                  .lines()
                  .map(String::strip)
                  .filter(s -> !s.isEmpty())
                  .toList(),
              Stream.of(field(ctx, "words", "").split("[,\\s]+", -1))
                  .filter(s -> !s.isEmpty())
                  .toList(),
              3,
              null,
              ctx.formParam("within") != null,
              false,
              CrawlPlan.limits(pages(field(ctx, "pages", "1000")), null, 60_000));
    } catch (IllegalArgumentException e) {
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      refused.accept(ctx, e.getMessage() + ".");
      return;
    }
    ctx.redirect("/crawls/" + crawls.begin(plan).id(), HttpStatus.SEE_OTHER);
  }

  private static long pages(String text) {
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException("The number of pages must be from 1 to 999,999,999");
    }
    return Long.parseLong(text);
  }

  private static String field(Context ctx, String name, String otherwise) {
    String value = ctx.formParam(name);
    return value == null || value.isBlank() ? otherwise : value.strip();
  }

  void show(Context ctx) {
    Crawl crawl = find(ctx);
    if (crawl == null) return;
    screen.show(ctx, "crawl", CrawlPage.of(crawl, screen.frame(ctx, "discover")));
  }

  void act(Context ctx) {
    Crawl crawl = find(ctx);
    if (crawl == null) return;
    String next = "/crawls/" + crawl.id();
    switch (ctx.pathParam("act")) {
      case "pause" -> crawl.pause();
      case "resume" -> crawl.resume();
      case "stop" -> crawl.stop();
      case "remove" -> {
        crawls.remove(crawl.id());
        next = "/discover";
      }
      default -> {
        screen.say(ctx, 404, "missing.page", "missing.page-help");
        return;
      }
    }
    ctx.redirect(next, HttpStatus.SEE_OTHER);
  }

  private @Nullable Crawl find(Context ctx) {
    String id = ctx.pathParam("id");
    Optional<Crawl> found =
        mayCrawl(ctx) && id.matches("\\d{1,9}")
            ? crawls.find(Integer.parseInt(id))
            : Optional.empty();
    if (found.isEmpty()) screen.say(ctx, 404, "missing.crawl", "missing.crawl-help");
    return found.orElse(null);
  }
}
