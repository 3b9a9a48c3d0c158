package freshet.web;

import freshet.account.Visitor;
import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.exchange.SiteList;
import freshet.exchange.SiteListReader;
import freshet.model.FeedUrl;
import freshet.pipeline.Discoveries;
import freshet.pipeline.Discovery;
import freshet.pipeline.Statistics;
import freshet.store.Store;
import freshet.store.Subscriptions;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.UploadedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The pages on which feeds are searched for and counted.
final class DiscoverPages {
  private final Store store;
  private final Actions actions;
  private final Discoveries discoveries;
  private final CrawlPages crawls;
  private final Shelf.Keeper shelves;
  private final Screen screen;
  private final ZoneId zone;

  DiscoverPages(
      Store store,
      Actions actions,
      Discoveries discoveries,
      CrawlPages crawls,
      Shelf.Keeper shelves,
      Screen screen,
      ZoneId zone) {
    this.store = store;
    this.actions = actions;
    this.discoveries = discoveries;
    this.crawls = crawls;
    this.shelves = shelves;
    this.screen = screen;
    this.zone = zone;
  }

  void home(Context ctx) {
    home(ctx, "", null, null);
  }

  void crawl(Context ctx) {
    crawls.begin(ctx, (again, error) -> home(again, "", null, error));
  }

  private void home(
      Context ctx, String typed, @Nullable String error, @Nullable String crawlError) {
    Frame frame = screen.frame(ctx, "discover");
    List<DiscoverPage.Row> rows =
        discoveries.all(Visitor.account(ctx)).stream()
            .limit(50)
            .map(s -> DiscoverPage.Row.of(s, frame))
            .toList();
    String starts = Optional.ofNullable(ctx.formParam("starts")).orElse("");
    screen.show(
        ctx,
        "discover",
        new DiscoverPage(
            frame,
            rows,
            typed,
            error,
            CrawlPages.mayCrawl(ctx) ? crawls.rows(frame) : null,
            starts,
            crawlError));
  }

  /// Takes what was typed and the file together.
  void begin(Context ctx) throws IOException {
    String typed = Optional.ofNullable(ctx.formParam("sites")).orElse("");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SiteList list = SiteListReader.read(typed.getBytes(StandardCharsets.UTF_8));
    for (UploadedFile file : ctx.uploadedFiles("file")) bytes.write(file.content().readAllBytes());
    SiteList filed =
        bytes.size() == 0
            ? new SiteList(List.of(), 0, List.of())
            : SiteListReader.read(bytes.toByteArray());
    List<FeedUrl> sites = new java.util.ArrayList<>(list.sites());
    sites.addAll(filed.sites());
    List<String> leftOut = new java.util.ArrayList<>(list.leftOut());
    leftOut.addAll(filed.leftOut());
    if (sites.isEmpty()) {
      Frame frame = screen.frame(ctx, "discover");
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      String why = leftOut.isEmpty() ? "" : " " + Plain.line(leftOut.getFirst(), 200);
      home(ctx, typed, frame.say("discover.none") + why, null);
      return;
    }
    boolean quick = "quick".equals(ctx.formParam("depth"));
    Discovery search =
        discoveries.begin(
            Visitor.account(ctx),
            sites,
            leftOut,
            quick ? FinderLimits.QUICK : FinderLimits.THOROUGH);
    ctx.redirect("/discover/" + search.id(), HttpStatus.SEE_OTHER);
  }

  void search(Context ctx) {
    Optional<Discovery> search = find(ctx);
    if (search.isEmpty()) {
      screen.say(ctx, 404, "missing.discovery", "missing.discovery-help");
      return;
    }
    Frame frame = screen.frame(ctx, "discover");
    String page = ctx.queryParam("page");
    Set<String> followed = followed(ctx);
    screen.show(
        ctx,
        "search",
        SearchPage.of(
            search.get(),
            frame,
            shelves.at(Visitor.account(ctx), frame.times().now()),
            "all".equals(ctx.queryParam("show")),
            page != null && page.matches("\\d{1,5}") ? Integer.parseInt(page) : 0,
            followed::contains,
            done(ctx, frame)));
  }

  private static @Nullable String done(Context ctx, Frame frame) {
    String added = ctx.queryParam("added");
    if (added == null || !added.matches("\\d{1,9}")) return null;
    return frame.say("done.followed", "", 0, 0, Long.parseLong(added));
  }

  private Set<String> followed(Context ctx) {
    return store.subscriptions().of(Visitor.account(ctx)).stream()
        .map(Subscriptions.Subscription::address)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private Optional<Discovery> find(Context ctx) {
    String id = ctx.pathParam("id");
    return id.matches("\\d{1,9}")
        ? discoveries.find(Visitor.account(ctx), Integer.parseInt(id))
        : Optional.empty();
  }

  void act(Context ctx) {
    Optional<Discovery> search = find(ctx);
    if (search.isEmpty()) {
      screen.say(ctx, 404, "missing.discovery", "missing.discovery-help");
      return;
    }
    switch (ctx.pathParam("act")) {
      case "pause" -> search.get().pause();
      case "resume" -> search.get().resume();
      case "stop" -> search.get().stop();
      case "remove" -> {
        discoveries.remove(search.get().id());
        ctx.redirect("/discover", HttpStatus.SEE_OTHER);
        return;
      }
      default -> {
        screen.say(ctx, 404, "missing.page", "missing.page-help");
        return;
      }
    }
    ctx.redirect("/discover/" + search.get().id(), HttpStatus.SEE_OTHER);
  }

  /// Follows the feeds that were ticked.
  void follow(Context ctx) {
    String folder = Optional.ofNullable(ctx.formParam("folder")).orElse("").strip();
    int added = 0;
    for (String feed : ctx.formParams("feed")) {
      try {
        if (actions.follow(
            Visitor.account(ctx), FeedUrl.of(feed), folder.isEmpty() ? null : folder)) added++;
      } catch (IllegalArgumentException e) {
        // not one of ours: the form was made by hand
      }
    }
    shelves.forget();
    String back = Optional.ofNullable(ctx.formParam("back")).orElse("");
    ctx.redirect(
        back.matches("\\d{1,9}")
            ? "/discover/" + back + "?added=" + added
            : "/feeds?done=followed&feeds=" + added,
        HttpStatus.SEE_OTHER);
  }

  /// The feeds of a site whose address was given where one of a feed was asked for.
  void offer(Context ctx, String site, String folder, List<FoundFeed> best, List<FoundFeed> all) {
    Frame frame = screen.frame(ctx, "feeds");
    Set<String> picked = new HashSet<>();
    best.forEach(f -> picked.add(f.feed().toString()));
    Set<String> followed = followed(ctx);
    screen.show(
        ctx,
        "offer",
        new Offer(
            frame,
            Plain.line(site, 200),
            folder,
            FoundRow.of(all, picked, followed::contains, frame)));
  }

  void statistics(Context ctx) {
    Frame frame = screen.frame(ctx, "statistics");
    String wish = ctx.queryParam("days");
    int days = wish != null && wish.matches("[1-9]\\d{0,3}") ? Integer.parseInt(wish) : 30;
    Instant now = frame.times().now();
    long account = Visitor.account(ctx);
    Statistics statistics =
        Statistics.of(
            store,
            store.subscriptions().sight(account),
            now.minus(Duration.ofDays(days)),
            now,
            zone,
            frame.texts().locale(),
            discoveries.perDay(account));
    screen.show(ctx, "statistics", StatisticsPage.of(statistics, days, frame));
  }
}
