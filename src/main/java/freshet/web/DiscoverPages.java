package freshet.web;

import freshet.discover.FinderLimits;
import freshet.discover.FoundFeed;
import freshet.discover.Reach;
import freshet.exchange.SiteList;
import freshet.exchange.SiteListReader;
import freshet.jobs.Discovery;
import freshet.library.Exploring;
import freshet.library.Exploring.Act;
import freshet.library.FollowedFeeds;
import freshet.library.Following;
import freshet.library.Library;
import freshet.library.Refusal;
import freshet.library.Refusal.Reason;
import freshet.library.Reporting;
import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.model.Subscription;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.UploadedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The pages on which feeds are searched for and counted.
final class DiscoverPages {
  private final Exploring exploring;
  private final FollowedFeeds feeds;
  private final Following following;
  private final Reporting reporting;
  private final CrawlPages crawls;
  private final Sidebar.Keeper sidebars;
  private final Renderer renderer;

  DiscoverPages(Library library, CrawlPages crawls, Sidebar.Keeper sidebars, Renderer renderer) {
    this.exploring = library.exploring();
    this.feeds = library.feeds();
    this.following = library.following();
    this.reporting = library.reporting();
    this.crawls = crawls;
    this.sidebars = sidebars;
    this.renderer = renderer;
  }

  void home(Context ctx, Account who) {
    home(ctx, who, "", null, null);
  }

  void crawl(Context ctx, Account who) {
    crawls.begin(ctx, who, (again, error) -> home(again, who, "", null, error));
  }

  private void home(
      Context ctx, Account who, String typed, @Nullable String error, @Nullable String crawlError) {
    PageFrame frame = renderer.frame(ctx, "discover");
    List<DiscoverPage.Row> rows =
        exploring.discoveries(who).stream()
            .limit(50)
            .map(s -> DiscoverPage.Row.of(s, frame))
            .toList();
    String starts = Optional.ofNullable(ctx.formParam("starts")).orElse("");
    renderer.show(
        ctx,
        "discover",
        new DiscoverPage(
            frame,
            rows,
            typed,
            error,
            who.isAdministrator() ? crawls.rows(who, frame) : null,
            starts,
            crawlError));
  }

  /// Takes what was typed and the file together.
  void begin(Context ctx, Account who) throws IOException {
    String typed = Optional.ofNullable(ctx.formParam("sites")).orElse("");
    SiteList list = list(typed, ctx.uploadedFiles("file"));
    boolean quick = "quick".equals(ctx.formParam("depth"));
    Reach reach = ctx.formParam("domain") == null ? Reach.HOST : Reach.DOMAIN;
    try {
      Discovery search =
          exploring.discover(
              who,
              list,
              (quick ? FinderLimits.QUICK : FinderLimits.THOROUGH).with(reach),
              ctx.formParam("again") != null,
              "always".equals(ctx.formParam("hours")) ? "always" : null);
      ctx.redirect("/discover/" + search.id(), HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      if (e.reason != Reason.WRONG) throw e;
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      String why =
          list.leftOut().isEmpty() ? "" : " " + renderer.frame(ctx, "discover").said(e.sentence());
      home(ctx, who, typed, renderer.frame(ctx, "discover").say("discover.none") + why, null);
    }
  }

  private static SiteList list(String typed, List<UploadedFile> files) throws IOException {
    SiteList list = SiteListReader.read(typed.getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (UploadedFile file : files) bytes.write(file.content().readAllBytes());
    if (bytes.size() == 0) return list;
    SiteList filed = SiteListReader.read(bytes.toByteArray());
    List<FeedUrl> sites = new ArrayList<>(list.sites());
    sites.addAll(filed.sites());
    List<String> leftOut = new ArrayList<>(list.leftOut());
    leftOut.addAll(filed.leftOut());
    return new SiteList(sites, list.repeated() + filed.repeated(), leftOut);
  }

  void search(Context ctx, Account who) {
    Discovery search = exploring.discovery(who, RequestNumbers.id(ctx));
    PageFrame frame = renderer.frame(ctx, "discover");
    Set<String> followed = followed(who);
    renderer.show(
        ctx,
        "discovery",
        DiscoveryPage.of(
            search,
            frame,
            sidebars.at(who, frame.times().now()),
            "all".equals(ctx.queryParam("show")),
            Whole.or(0, ctx.queryParam("page"), 5),
            followed::contains,
            done(ctx, frame)));
  }

  private static @Nullable String done(Context ctx, PageFrame frame) {
    return Whole.of(ctx.queryParam("added"), 9)
        .map(added -> frame.say("done.followed", "", 0, 0, added))
        .orElse(null);
  }

  private Set<String> followed(Account who) {
    return feeds.subscriptions(who).stream()
        .map(Subscription::address)
        .collect(Collectors.toCollection(HashSet::new));
  }

  void act(Context ctx, Account who) {
    long id = RequestNumbers.id(ctx);
    Act act = JobPages.act(ctx.pathParam("act"));
    if (act != null) {
      Discovery _ = exploring.act(who, id, act);
      ctx.redirect("/discover/" + id, HttpStatus.SEE_OTHER);
    } else if (ctx.pathParam("act").equals("remove")) {
      exploring.remove(who, id);
      ctx.redirect("/discover", HttpStatus.SEE_OTHER);
    } else {
      renderer.say(ctx, 404, "missing.page", "missing.page-help");
    }
  }

  /// Follows the feeds that were ticked.
  void follow(Context ctx, Account who) {
    String folder = Optional.ofNullable(ctx.formParam("folder")).orElse("").strip();
    int added = 0;
    for (String feed : ctx.formParams("feed")) {
      try {
        FeedUrl url = FeedUrl.of(feed);
        if (following.follow(who, url, null, folder).wasNew()) added++;
      } catch (IllegalArgumentException e) {
        // not one of ours: the form was made by hand
      }
    }
    sidebars.forget(who.id());
    Optional<Long> back = Whole.of(ctx.formParam("back"), 9);
    ctx.redirect(
        back.isPresent()
            ? "/discover/" + back.get() + "?added=" + added
            : "/feeds?done=followed&feeds=" + added,
        HttpStatus.SEE_OTHER);
  }

  /// The feeds of a site whose address was given where one of a feed was asked for.
  void offer(
      Context ctx,
      Account who,
      String site,
      String folder,
      List<FoundFeed> best,
      List<FoundFeed> all) {
    PageFrame frame = renderer.frame(ctx, "feeds");
    Set<String> picked = new HashSet<>();
    best.forEach(f -> picked.add(f.feed().toString()));
    Set<String> followed = followed(who);
    renderer.show(
        ctx,
        "offer",
        new Offer(
            frame,
            SafeText.line(site, 200),
            folder,
            FoundRow.of(all, picked, followed::contains, frame)));
  }

  void statistics(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "statistics");
    String given = ctx.queryParam("days");
    int days = given != null && given.matches("[1-9]\\d{0,3}") ? Integer.parseInt(given) : 30;
    renderer.show(
        ctx,
        "statistics",
        StatisticsPage.of(
            reporting.statistics(who, days, frame.times().zone(), frame.texts().locale()),
            days,
            frame));
  }
}
