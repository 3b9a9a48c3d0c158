package freshet.web;

import freshet.account.Entrance;
import freshet.account.Visitor;
import freshet.pipeline.Announcer;
import freshet.pipeline.Crawls;
import freshet.pipeline.Discoveries;
import freshet.pipeline.Hub;
import freshet.pipeline.OutFeeds;
import freshet.pipeline.Searching;
import freshet.store.Store;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The routes of the pages. What stands on them is in the records of this package, how it looks in
/// the templates (`src/main/jte`) and the style sheet.
public final class Pages implements AutoCloseable {

  /// Where the pages run.
  ///
  /// @param zone of the people who read them
  /// @param loopback whether the server listens on this machine only
  /// @param hosts names under which others may reach it; empty for any
  public record Place(String version, ZoneId zone, boolean loopback, Set<String> hosts) {}

  private final Store store;
  private final Actions actions;
  private final Live live;
  private final @Nullable Live liveSearch;
  private final Guard guard;
  private final StaticFiles files = new StaticFiles();
  private final Screen screen;
  private final SearchPages search;
  private final StoryPages stories;
  private final Doors doors;
  private final ReadingPages reading;
  private final AccountPages accounts;
  private final InstantSource clock;
  private final DiscoverPages discover;
  private final CrawlPages crawls;
  private final RulePages rules;
  private final LaboratoryPages laboratory;
  private final InstallationPages installation;
  private final BulkPages bulk;
  private final FeedPages feeds;
  private final RiverPages river;
  private final OutPages out;
  private byte[] openApi = {'{', '}'};

  /// For the person on this machine.
  ///
  /// @param searching null if the search is switched off
  public Pages(
      Store store,
      Actions actions,
      Discoveries discoveries,
      Crawls crawls,
      Announcer announcer,
      @Nullable Searching searching,
      InstantSource clock,
      Place place) {
    this(
        store,
        actions,
        discoveries,
        crawls,
        announcer,
        searching,
        clock,
        place,
        new Entrance(store, Entrance.Rules.MACHINE, clock));
  }

  public Pages(
      Store store,
      Actions actions,
      Discoveries discoveries,
      Crawls crawls,
      Announcer announcer,
      @Nullable Searching searching,
      InstantSource clock,
      Place place,
      Entrance entrance) {
    this.store = store;
    this.actions = actions;
    this.live = new Live(announcer, store);
    this.liveSearch = searching == null ? null : new Live(searching.keeper().indexed(), store);
    Shelf.Keeper shelves = new Shelf.Keeper(store, actions.understanding());
    this.guard = new Guard(place.loopback(), place.hosts());
    this.screen =
        new Screen(
            TemplateEngine.createPrecompiled(null, ContentType.Html, null, "freshet.web.pages"),
            clock,
            place,
            guard,
            files,
            searching != null);
    this.search = new SearchPages(searching, store, shelves, screen, clock);
    this.stories = new StoryPages(store, actions, screen, shelves);
    this.doors = new Doors(entrance, screen);
    this.reading = new ReadingPages(store, clock, screen, shelves);
    this.accounts = new AccountPages(store, actions, entrance, screen);
    this.clock = clock;
    this.crawls = new CrawlPages(crawls, screen);
    this.discover =
        new DiscoverPages(store, actions, discoveries, this.crawls, shelves, screen, place.zone());
    Hub hub = actions.hub();
    this.out = new OutPages(new OutFeeds(store, searching, hub != null), hub, store, screen, clock);
    this.rules = new RulePages(store, actions, screen, clock);
    this.laboratory = new LaboratoryPages(actions, screen);
    this.installation = new InstallationPages(actions, screen);
    this.bulk = new BulkPages(store, actions, screen, shelves);
    this.feeds = new FeedPages(store, actions, discover, screen, shelves, clock);
    this.river = new RiverPages(store, screen, shelves, clock);
  }

  /// What the page about the API is made of: an OpenAPI document.
  public void describe(byte[] document) {
    openApi = document.clone();
  }

  /// Adds the pages, and the guard of all routes: register them before the others.
  public void register(JavalinConfig config) {
    var routes = config.routes;
    routes.before(this::guard);
    routes.error(404, screen::notFound);
    routes.get("/login", page(doors::show));
    routes.post("/login", form(doors::logIn));
    routes.get("/login/openid", page(doors::toProvider));
    routes.get("/login/openid/back", page(doors::fromProvider));
    routes.post("/logout", form(doors::logOut));
    routes.get("/live", live::tell);
    if (liveSearch != null) routes.get("/live/search", liveSearch::tell);
    routes.get(
        "/static/{name}",
        ctx -> {
          if (!files.serve(ctx, ctx.pathParam("name"))) ctx.status(HttpStatus.NOT_FOUND);
        });
    routes.get("/", page(ctx -> river.show(ctx, false)));
    routes.get("/starred", page(ctx -> river.show(ctx, true)));
    routes.post("/mark", form(reading::mark));
    routes.post("/mark-all", form(reading::markAll));
    routes.post("/unmark", form(reading::undo));
    routes.post("/hide", form(reading::hide));
    routes.get("/settings/account", page(accounts::show));
    routes.post("/settings/account/password", form(accounts::setPassword));
    routes.post("/settings/account/token", form(accounts::newToken));
    routes.post("/settings/account/revoke", form(accounts::revoke));
    routes.post("/settings/account/everywhere", form(accounts::logOutEverywhere));
    routes.post("/settings/account/add", form(accounts::addAccount));
    routes.post("/settings/account/remove", form(accounts::removeAccount));
    routes.get("/entry/{id}", page(stories::entry));
    routes.post("/entry/{id}/topic", form(stories::giveTopic));
    routes.get("/entry/{id}/with/{other}", page(stories::compare));
    routes.get("/settings/installation", page(installation::show));
    routes.post("/settings/installation", form(installation::change));
    routes.get("/settings", page(stories::settings));
    routes.post("/settings/same", form(stories::fold));
    routes.post("/feed/{id}/story", form(stories::changeFeed));
    routes.get("/feeds", page(ctx -> feeds.list(ctx, FeedList.Adding.EMPTY)));
    routes.get("/feed/{id}", page(feeds::show));
    routes.get("/feed/{id}/remove", page(feeds::askToRemove));
    routes.post("/starters", form(feeds::start));
    routes.get("/about", page(this::about));
    routes.get(
        "/about/api",
        page(ctx -> screen.show(ctx, "api", ApiPage.of(screen.frame(ctx, "about"), openApi))));
    routes.get("/search", page(search::search));
    routes.post("/search/save", form(search::save));
    routes.post("/search/{id}/remove", form(search::remove));
    routes.get("/out/{file}", out::out);
    routes.post("/out", form(out::change));
    routes.post("/hub", out::subscribe);
    routes.get("/laboratory", page(laboratory::home));
    routes.post("/laboratory", form(laboratory::start));
    routes.get("/laboratory/report", laboratory::report);
    routes.get("/rules", page(rules::home));
    routes.post("/rules", form(rules::save));
    routes.post("/rules/try", form(rules::tryOut));
    routes.post("/rules/{id}/remove", form(rules::remove));
    routes.post("/alerts/retry", form(rules::retryDead));
    routes.post("/alerts/{id}/retry", form(rules::retry));
    routes.get("/discover", page(discover::home));
    routes.post("/discover", form(discover::begin));
    routes.get("/discover/{id}", page(discover::search));
    routes.post("/discover/{id}/{act}", form(discover::act));
    routes.post("/crawls", form(discover::crawl));
    routes.get("/crawls/{id}", page(crawls::show));
    routes.post("/crawls/{id}/{act}", form(crawls::act));
    routes.post("/follow", form(discover::follow));
    routes.get("/statistics", page(discover::statistics));
    routes.post("/feeds/add", form(feeds::add));
    routes.post("/feeds/bulk", form(bulk::change));
    routes.post("/feed/{id}/pause", form(ctx -> feeds.act(ctx, "paused", actions::pauseFeed)));
    routes.post("/feed/{id}/resume", form(ctx -> feeds.act(ctx, "resumed", actions::resumeFeed)));
    routes.post("/feed/{id}/poll", form(ctx -> feeds.act(ctx, "asked", actions::pollNow)));
    routes.post("/feed/{id}/remove", form(feeds::remove));
  }

  @Override
  public void close() {
    live.close();
    if (liveSearch != null) liveSearch.close();
  }

  /// Browser pages that listen for news.
  int openPages() {
    return live.openPages() + (liveSearch == null ? 0 : liveSearch.openPages());
  }

  private void guard(Context ctx) {
    Guard.addHeaders(ctx);
    String refusal = guard.refusal(ctx);
    if (refusal != null) screen.refuse(ctx, refusal);
    else {
      try {
        if (doors.letIn(ctx)) return;
      } catch (RuntimeException e) {
        screen.broken(ctx, e);
      }
    }
    ctx.skipRemainingHandlers();
  }

  /// The outer edge: whatever breaks in a page is logged whole and shown as a calm sentence.
  private Handler page(Handler handler) {
    return ctx -> {
      try {
        long account = Visitor.account(ctx);
        if (Look.choose(ctx)) {
          Look.wishes(ctx)
              .forEach((name, word) -> store.settings().put(account, name, word, clock.instant()));
          ctx.redirect(withoutLook(ctx), HttpStatus.SEE_OTHER);
        } else {
          ctx.attribute(Look.SETTINGS, store.settings().of(account));
          handler.handle(ctx);
        }
      } catch (Exception e) {
        screen.broken(ctx, e);
      }
    };
  }

  private Handler form(Handler handler) {
    return ctx -> {
      try {
        if (guard.hasToken(ctx)) handler.handle(ctx);
        else screen.refuse(ctx, "refused.token");
      } catch (Exception e) {
        screen.broken(ctx, e);
      }
    };
  }

  /// The same address without the wish, which is in the cookie now.
  private static String withoutLook(Context ctx) {
    String query = ctx.queryString();
    if (query == null) return ctx.path();
    StringBuilder rest = new StringBuilder();
    for (String part : query.split("&", -1)) {
      if (part.matches("(view|theme|by|shown)=.*")) continue;
      rest.append(rest.isEmpty() ? '?' : '&').append(part);
    }
    // A path that starts with two slashes would be another host.
    return "/" + ctx.path().replaceFirst("^/+", "") + rest;
  }

  private void about(Context ctx) {
    screen.show(
        ctx,
        "about",
        new About(
            screen.frame(ctx, "about"),
            store.feeds().counts(),
            actions.freshness(store.subscriptions().sight(Visitor.account(ctx))).orElse(null)));
  }

  static long count(Context ctx, String name) {
    String text = ctx.queryParam(name);
    return text == null ? 0 : number(text).orElse(0L);
  }

  static Optional<Long> id(Context ctx) {
    return number(ctx.pathParam("id"));
  }

  static Optional<Long> number(String text) {
    return text.matches("\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }
}
