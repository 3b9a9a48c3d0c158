package freshet.web;

import freshet.account.Entrance;
import freshet.account.Visitor;
import freshet.model.Feed;
import freshet.model.Story;
import freshet.pipeline.Announcer;
import freshet.pipeline.Crawls;
import freshet.pipeline.Discoveries;
import freshet.pipeline.Hub;
import freshet.pipeline.OutFeeds;
import freshet.pipeline.Searching;
import freshet.store.Accounts;
import freshet.store.Entries;
import freshet.store.Events;
import freshet.store.Sight;
import freshet.store.Store;
import freshet.store.Stories;
import freshet.store.Subscriptions;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
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
  private final Shelf.Keeper shelves;
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
    this.shelves = new Shelf.Keeper(store, actions.understanding());
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
    routes.get("/", page(ctx -> river(ctx, false)));
    routes.get("/starred", page(ctx -> river(ctx, true)));
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
    routes.get("/feeds", page(ctx -> feeds(ctx, FeedList.Adding.EMPTY)));
    routes.get("/feed/{id}", page(this::feed));
    routes.get("/feed/{id}/remove", page(this::askToRemove));
    routes.post("/starters", form(this::start));
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
    routes.post("/feeds/add", form(this::add));
    routes.post("/feeds/bulk", form(bulk::change));
    routes.post("/feed/{id}/pause", form(ctx -> act(ctx, "paused", actions::pauseFeed)));
    routes.post("/feed/{id}/resume", form(ctx -> act(ctx, "resumed", actions::resumeFeed)));
    routes.post("/feed/{id}/poll", form(ctx -> act(ctx, "asked", actions::pollNow)));
    routes.post("/feed/{id}/remove", form(this::remove));
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

  private void river(Context ctx, boolean starred) {
    long account = Visitor.account(ctx);
    Frame frame = screen.frame(ctx, "river");
    River.Choice choice;
    try {
      choice = choice(ctx);
    } catch (IllegalArgumentException e) {
      screen.say(ctx, 400, "bad.title", "bad.address");
      return;
    }
    String name = null;
    if (choice.event() != null) {
      Optional<Events.Row> event =
          store.events().find(store.subscriptions().sight(account), choice.event());
      if (event.isEmpty()) {
        screen.say(ctx, 404, "missing.page", "missing.page-help");
        return;
      }
      name = Plain.line(event.get().title(), 200);
    }
    if (choice.feed() != null) {
      Optional<Feed> feed = store.feeds().find(account, choice.feed());
      if (feed.isEmpty()) {
        screen.say(ctx, 404, "missing.feed", "missing.feed-help");
        return;
      }
      name = Plain.feedName(feed.get().name());
    }
    Shelf shelf = shelf(ctx);
    Map<String, String> settings = store.settings().of(account);
    var reader =
        new Stories.Reader(
            account,
            shelf.followsAll(),
            frame.look().show() == Look.Show.UNREAD && choice.event() == null && !starred,
            starred,
            ReadingPages.hiddenTopics(settings));
    screen.show(ctx, "river", River.read(store, frame, shelf, reader, choice, name, undo(ctx)));
  }

  private static River.@Nullable Undo undo(Context ctx) {
    long batch = count(ctx, "undo");
    return batch == 0 ? null : new River.Undo(count(ctx, "marked"), batch);
  }

  private static River.Choice choice(Context ctx) {
    String feed = ctx.queryParam("feed");
    String before = ctx.queryParam("before");
    String event = ctx.queryParam("event");
    return new River.Choice(
        feed == null || feed.isEmpty() ? null : Long.valueOf(feed),
        given(ctx.queryParam("folder")),
        given(ctx.queryParam("lang")),
        given(ctx.queryParam("topic")),
        event == null || event.isEmpty() ? null : Long.valueOf(event),
        before == null || before.isEmpty() ? null : Entries.Cursor.of(before),
        given(ctx.queryParam("tag")));
  }

  private static @Nullable String given(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }

  private Shelf shelf(Context ctx) {
    return shelves.at(Visitor.account(ctx), clock.instant());
  }

  private void feeds(Context ctx, FeedList.Adding adding) {
    Frame frame = screen.frame(ctx, "feeds");
    int page = 0;
    String wish = ctx.queryParam("page");
    if (wish != null && wish.matches("\\d{1,6}")) page = Integer.parseInt(wish);
    long account = Visitor.account(ctx);
    List<Feed> feeds = store.feeds().page(account, FeedList.SIZE + 1, page * FeedList.SIZE);
    boolean more = feeds.size() > FeedList.SIZE;
    if (more) feeds = feeds.subList(0, FeedList.SIZE);
    Map<Long, String> folders = store.feeds().folders(account);
    List<FeedRow> rows =
        feeds.stream()
            .map(f -> FeedRow.of(f, folders.get(f.id()), actions.why(f.id()), frame))
            .toList();
    Shelf shelf = shelf(ctx);
    long failing =
        store.subscriptions().of(account).stream()
            .filter(Subscriptions.Subscription::troubled)
            .count();
    screen.show(
        ctx,
        "feeds",
        new FeedList(
            frame,
            shelf,
            FeedList.grouped(rows),
            shelf.feeds(),
            failing,
            page,
            more,
            adding,
            done(ctx, frame)));
  }

  private void feed(Context ctx) {
    Optional<Feed> found = own(ctx);
    if (found.isEmpty()) {
      screen.say(ctx, 404, "missing.feed", "missing.feed-help");
      return;
    }
    Feed feed = found.get();
    Frame frame = screen.frame(ctx, "feeds");
    Optional<Actions.FeedWhy> why = actions.why(feed.id());
    long account = Visitor.account(ctx);
    String folder = store.feeds().folders(account).get(feed.id());
    var filter = new Stories.Filter(null, feed.id(), null, null, null, null, null);
    Sight sight = store.subscriptions().sight(account);
    List<Story> entries = store.stories().page(filter, Stories.Reader.of(sight), FeedPage.ENTRIES);
    screen.show(
        ctx,
        "feed",
        FeedPage.of(
            FeedRow.of(feed, folder, why, frame),
            why,
            store.polls().of(feed.id(), FeedPage.LOG),
            Item.byDay(
                entries,
                River.copies(store, sight, entries),
                store.reading().marks(account, entries.stream().map(s -> s.entry().id()).toList()),
                frame,
                false,
                null),
            store.topics().facts(feed.id()),
            actions.understanding() == null ? List.of() : store.topics().names(sight),
            done(ctx, frame),
            frame));
  }

  private void about(Context ctx) {
    screen.show(
        ctx,
        "about",
        new About(
            screen.frame(ctx, "about"),
            store.feeds().counts(),
            actions.freshness(sight(ctx)).orElse(null)));
  }

  private void add(Context ctx) {
    String address = Optional.ofNullable(ctx.formParam("address")).orElse("").strip();
    String folder = Optional.ofNullable(ctx.formParam("folder")).orElse("").strip();
    switch (actions.addFeed(Visitor.account(ctx), address, folder.isEmpty() ? null : folder)) {
      case Actions.Added(long id, boolean wasNew) -> {
        shelves.forget();
        ctx.redirect("/feed/" + id + "?done=" + (wasNew ? "added" : "known"), HttpStatus.SEE_OTHER);
      }
      case Actions.Offered(var best, var all) -> discover.offer(ctx, address, folder, best, all);
      case Actions.Refused(String sentence) -> {
        ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
        feeds(ctx, new FeedList.Adding(address, folder, sentence(sentence)));
      }
    }
  }

  /// Follows the feeds of a starter list; the river fills as they come.
  private void start(Context ctx) {
    Optional<Starters.Starter> list =
        Starters.find(Optional.ofNullable(ctx.formParam("list")).orElse(""));
    if (list.isEmpty()) {
      screen.say(ctx, 404, "missing.page", "starters.unknown");
      return;
    }
    String folder = list.get().name(screen.frame(ctx, "feeds"));
    for (Starters.Source source : list.get().sources()) {
      actions.follow(Visitor.account(ctx), source.feed(), folder);
    }
    shelves.forget();
    ctx.redirect("/", HttpStatus.SEE_OTHER);
  }

  private static String sentence(String text) {
    String line = Plain.line(text, 500);
    return line.matches(".*[.!?…]") ? line : line + ".";
  }

  private interface Act {
    boolean on(long id);
  }

  private void act(Context ctx, String done, Act act) {
    Optional<Long> id = own(ctx).map(Feed::id);
    if (id.isPresent() && isShared(ctx, id.get()) && !done.equals("asked")) {
      screen.say(ctx, 403, "refused.title", "refused.shared");
      return;
    }
    if (id.isEmpty() || !act.on(id.get())) {
      screen.say(ctx, 404, "missing.feed", "missing.feed-help");
      return;
    }
    shelves.forget();
    String back = "list".equals(ctx.formParam("back")) ? "/feeds?" : "/feed/" + id.get() + "?";
    ctx.redirect(back + "done=" + done + "&feed=" + id.get(), HttpStatus.SEE_OTHER);
  }

  private void askToRemove(Context ctx) {
    Optional<Feed> feed = own(ctx);
    if (feed.isEmpty()) {
      screen.say(ctx, 404, "missing.feed", "missing.feed-help");
      return;
    }
    screen.show(
        ctx,
        "removal",
        new Removal(
            screen.frame(ctx, "feeds"),
            feed.get().id(),
            Plain.feedName(feed.get().name()),
            feed.get().entries()));
  }

  private void remove(Context ctx) {
    Optional<Long> id = id(ctx);
    if (id.isEmpty() || !actions.removeFeed(Visitor.account(ctx), id.get())) {
      screen.say(ctx, 404, "missing.feed", "missing.feed-help");
      return;
    }
    shelves.forget();
    ctx.redirect("/feeds?done=removed", HttpStatus.SEE_OTHER);
  }

  private Sight sight(Context ctx) {
    return store.subscriptions().sight(Visitor.account(ctx));
  }

  private Optional<Feed> own(Context ctx) {
    return id(ctx).flatMap(id -> store.feeds().find(Visitor.account(ctx), id));
  }

  /// What others follow too is paused and resumed by the first account alone.
  private boolean isShared(Context ctx, long feed) {
    long account = Visitor.account(ctx);
    return account != Accounts.FIRST && store.subscriptions().others(account, feed) > 0;
  }

  /// What was just done, from the address that the browser was sent to.
  private @Nullable String done(Context ctx, Frame frame) {
    String done = ctx.queryParam("done");
    if (done == null || !frame.texts().has("done." + done)) return null;
    String feed = ctx.queryParam("feed");
    String name =
        feed == null
            ? ""
            : number(feed)
                .flatMap(id -> store.feeds().find(Visitor.account(ctx), id))
                .map(f -> Plain.feedName(f.name()))
                .orElse("");
    return frame.say(
        "done." + done, name, count(ctx, "added"), count(ctx, "known"), count(ctx, "feeds"));
  }

  private static long count(Context ctx, String name) {
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
