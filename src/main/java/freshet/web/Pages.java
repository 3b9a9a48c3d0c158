package freshet.web;

import freshet.account.Authenticator;
import freshet.account.Caller;
import freshet.change.Changes;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Problem;
import freshet.http.ProgramManners;
import freshet.jobs.Trial;
import freshet.library.Library;
import freshet.library.MemoryUse;
import freshet.library.Refusal;
import freshet.model.Account;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The routes of the pages. What stands on them is in the records of this package, how it looks in
/// the templates (`src/main/jte`) and the style sheet.
public final class Pages implements AutoCloseable {

  private final Library library;
  private final Live live;
  private final @Nullable Live liveSearch;
  private final Changes.Subscription marking;
  private final FormToken tokens;
  private final Door.Manners manners = new PageManners();
  private final StaticFiles files = new StaticFiles();
  private final Renderer renderer;
  private final SearchPages search;
  private final StoryPages stories;
  private final LoginPages login;
  private final ReadingPages reading;
  private final AccountPages accounts;
  private final CorrectionPages corrections;
  private final DiscoverPages discover;
  private final SpreadPages spread;
  private final CrawlPages crawls;
  private final RulePages rules;
  private final TargetPages targets;
  private final TranslationPages translation;
  private final LaboratoryPages laboratory;
  private final JobPages jobs;
  private final InstallationPages installation;
  private final MachinePages machines;
  private final BulkPages bulk;
  private final FolderPages folders;
  private final FeedPages feeds;
  private final FeedRulePages feedRules;
  private final ListsOfPages listsOfPages;
  private final RiverPages river;
  private final OutPages out;
  private final PicturePages pictures;
  private byte[] openApi = {'{', '}'};

  public Pages(
      Library library,
      Changes changes,
      InstantSource clock,
      Installation place,
      Authenticator authenticator) {
    this.library = library;
    this.live = new Live(changes, c -> !c.newEntries().isEmpty(), library.browsing()::readers);
    Changes indexed = library.searching().indexed();
    this.liveSearch =
        indexed == null ? null : new Live(indexed, _ -> true, library.browsing()::readers);
    Sidebar.Keeper sidebars = new Sidebar.Keeper(library.browsing());
    this.marking =
        library
            .marking()
            .listen(marked -> {
              sidebars.forget(marked.accountId());
              live.marked(marked);
              if (liveSearch != null) liveSearch.marked(marked);
            });
    this.tokens = new FormToken(authenticator);
    this.renderer =
        new Renderer(
            TemplateEngine.createPrecompiled(null, ContentType.Html, null, "freshet.web.pages"),
            clock,
            place,
            tokens,
            files,
            library.searching().isOn(),
            library.reporting()::trouble,
            library.picturing()::sign,
            library.translating());
    this.search = new SearchPages(library, sidebars, renderer);
    this.stories = new StoryPages(library, renderer);
    this.login = new LoginPages(authenticator, renderer, place.address());
    this.reading = new ReadingPages(library.marking(), clock, renderer, sidebars);
    this.accounts = new AccountPages(library, authenticator, login, renderer);
    this.corrections = new CorrectionPages(library.correcting(), renderer, sidebars);
    this.crawls = new CrawlPages(library.exploring(), library.feeds(), library.marking(), renderer);
    this.discover = new DiscoverPages(library, this.crawls, sidebars, renderer);
    this.spread = new SpreadPages(library, renderer);
    this.pictures = new PicturePages(library.picturing());
    this.out = new OutPages(library.sharing(), place.address());
    this.rules = new RulePages(library.alerting(), renderer);
    this.targets = new TargetPages(library.saving(), renderer);
    this.translation = new TranslationPages(library.translating(), renderer);
    this.laboratory = new LaboratoryPages(library.exploring(), renderer);
    this.jobs = new JobPages(library.exploring(), renderer);
    this.machines = new MachinePages(library.administering(), renderer);
    this.installation = new InstallationPages(library.administering(), renderer);
    this.bulk = new BulkPages(library.feeds(), library.following(), renderer, sidebars);
    this.folders = new FolderPages(library.filing(), renderer, sidebars);
    this.listsOfPages = new ListsOfPages(library.following(), renderer, sidebars);
    this.feedRules = new FeedRulePages(library, renderer);
    this.feeds = new FeedPages(library, discover, listsOfPages, renderer, sidebars, clock);
    this.river = new RiverPages(library, renderer, sidebars);
  }

  /// What the page about the API is made of: an OpenAPI document.
  public void describe(byte[] document) {
    openApi = document.clone();
  }

  /// Adds the pages. What every request passes first is the [freshet.http.RequestGate].
  public void register(JavalinConfig config) {
    Door door = new Door(config, manners);
    Door forScripts = new Door(config, new ProgramManners());
    config.routes.error(404, renderer::notFound);
    openPage(door, "/login", login::show);
    openForm(door, "/login", login::logIn);
    openPage(door, "/login/openid", login::toProvider);
    openPage(door, "/login/openid/back", login::fromProvider);
    openForm(door, "/logout", login::logOut);
    openForm(door, "/look", this::look);
    door.open(
        HandlerType.GET,
        "/static/{name}",
        Body.NOTHING,
        ctx -> {
          if (!files.serve(ctx, ctx.pathParam("name"))) ctx.status(HttpStatus.NOT_FOUND);
        });
    door.open(HandlerType.GET, "/worker.js", Body.NOTHING, files::worker);
    door.open(HandlerType.GET, "/manifest.webmanifest", Body.NOTHING, files::manifest);
    forScripts.open(HandlerType.GET, "/out/{file}", Body.NOTHING, out::out);
    forScripts.open(HandlerType.POST, "/hub", Body.SMALL, out::subscribe);
    forScripts.forAccount(HandlerType.GET, "/live", Body.NOTHING, live::announce);
    if (liveSearch != null) {
      forScripts.forAccount(HandlerType.GET, "/live/search", Body.NOTHING, liveSearch::announce);
    }
    page(door, "/", (ctx, who) -> river.show(ctx, who, false));
    page(door, "/icon/{feed}", pictures::icon);
    page(door, "/image/{signature}", pictures::image);
    page(door, "/starred", (ctx, who) -> river.show(ctx, who, true));
    form(door, "/mark", Body.LIST, reading::mark);
    form(door, "/mark-all", reading::markAll);
    form(door, "/unmark", reading::undo);
    form(door, "/hide", reading::hide);
    form(door, "/hint", accounts::closeHint);
    page(door, "/settings/account", accounts::show);
    form(door, "/settings/account/password", accounts::setPassword);
    form(door, "/settings/account/token", accounts::newToken);
    form(door, "/settings/account/revoke", accounts::revoke);
    form(door, "/settings/account/everywhere", accounts::logOutEverywhere);
    form(door, "/settings/account/add", accounts::addAccount);
    form(door, "/settings/account/remove", accounts::removeAccount);
    form(door, "/settings/account/link", accounts::link);
    page(door, "/entry/{id}", stories::entry);
    form(door, "/entry/{id}/topic", corrections::giveTopic);
    form(door, "/entry/{id}/article", stories::fetch);
    form(door, "/entry/{id}/save", stories::save);
    page(door, "/entry/{id}/with/{other}", stories::compare);
    page(door, "/entry/{id}/before/{back}", stories::before);
    page(door, "/settings/installation", installation::show);
    form(door, "/settings/installation", installation::change);
    page(door, "/settings/translation", translation::show);
    form(door, "/settings/translation", translation::choose);
    form(door, "/settings/translation/try", translation::tryOut);
    form(door, "/settings/translation/forget", translation::forget);
    page(door, "/settings/targets", targets::home);
    form(door, "/settings/targets", targets::save);
    form(door, "/settings/targets/{id}/remove", targets::remove);
    page(door, "/settings", corrections::settings);
    form(door, "/settings/same", corrections::fold);
    form(door, "/feed/{id}/story", corrections::changeFeed);
    page(door, "/feeds", (ctx, who) -> feeds.list(ctx, who, FeedListPage.Adding.EMPTY));
    page(door, "/feed/{id}", feeds::show);
    page(door, "/feed/{id}/remove", feeds::askToRemove);
    page(door, "/feed/{id}/rules", feedRules::show);
    form(door, "/starters", feeds::start);
    page(door, "/about", this::about);
    page(
        door,
        "/about/api",
        (ctx, _) -> renderer.show(ctx, "api", ApiPage.of(renderer.frame(ctx, "about"), openApi)));
    page(door, "/search", search::search);
    form(door, "/search/save", search::save);
    form(door, "/search/{id}/remove", search::remove);
    form(door, "/out", out::change);
    page(door, "/laboratory", laboratory::home);
    form(door, "/laboratory", laboratory::start);
    page(door, "/laboratory/report", laboratory::report);
    form(door, "/laboratory/{act}", (ctx, who) -> jobs.act(ctx, who, trial(who), "/laboratory"));
    page(door, "/jobs", jobs::show);
    page(door, "/machines", machines::show);
    form(door, "/machines/{name}/{act}", machines::act);
    form(door, "/jobs/{name}/{act}", jobs::act);
    page(door, "/rules", rules::home);
    form(door, "/rules", rules::save);
    form(door, "/rules/try", rules::tryOut);
    form(door, "/rules/{id}/remove", rules::remove);
    form(door, "/alerts/retry", rules::retryDead);
    form(door, "/alerts/{id}/retry", rules::retry);
    page(door, "/discover", discover::home);
    form(door, "/discover", Body.FILE, discover::begin);
    page(door, "/discover/{id}", discover::search);
    form(door, "/discover/{id}/{act}", discover::act);
    form(door, "/crawls", Body.FILE, discover::crawl);
    page(door, "/crawls/{id}", crawls::show);
    form(door, "/crawls/{id}/{act}", crawls::act);
    form(door, "/follow", Body.LIST, discover::follow);
    page(door, "/statistics", discover::statistics);
    page(door, "/spread", spread::show);
    page(door, "/spread/stories", spread::stories);
    form(door, "/feeds/add", feeds::add);
    form(door, "/feeds/import", Body.FILE, feeds::importList);
    page(door, "/folder", folders::show);
    form(door, "/folder", folders::rename);
    form(door, "/folder/remove", folders::remove);
    form(door, "/folder/move", folders::move);
    form(door, "/folder/fold", folders::fold);
    form(door, "/feeds/bulk", Body.LIST, bulk::change);
    form(
        door,
        "/feed/{id}/pause",
        (ctx, who) -> feeds.act(ctx, who, "paused", library.feeds()::pause));
    form(
        door,
        "/feed/{id}/resume",
        (ctx, who) -> feeds.act(ctx, who, "resumed", library.feeds()::resume));
    form(
        door,
        "/feed/{id}/poll",
        (ctx, who) -> feeds.act(ctx, who, "asked", library.feeds()::check));
    form(door, "/feeds/list", listsOfPages::act);
    form(door, "/feed/{id}/list", feeds::changeList);
    form(door, "/feed/{id}/articles", feeds::changeArticles);
    form(door, "/feed/{id}/edit", feeds::edit);
    form(door, "/feed/{id}/filter", feedRules::filter);
    form(door, "/feed/{id}/unfilter", feedRules::removeFilter);
    form(door, "/feed/{id}/rewrite", feedRules::rewrite);
    form(door, "/feed/{id}/remove", feeds::remove);
  }

  @Override
  public void close() {
    marking.close();
    live.close();
    if (liveSearch != null) liveSearch.close();
  }

  /// Browser pages that listen for news.
  int openPages() {
    return live.openPages() + (liveSearch == null ? 0 : liveSearch.openPages());
  }

  private void page(Door door, String path, Door.ForAccount handler) {
    door.forAccount(
        HandlerType.GET,
        path,
        Body.NOTHING,
        (ctx, who) -> {
          recallLook(ctx, who);
          handler.answer(ctx, who);
        });
  }

  private static void openPage(Door door, String path, Handler handler) {
    door.open(HandlerType.GET, path, Body.NOTHING, handler);
  }

  private void form(Door door, String path, Door.ForAccount handler) {
    form(door, path, Body.SMALL, handler);
  }

  private void form(Door door, String path, Body body, Door.ForAccount handler) {
    door.forAccount(
        HandlerType.POST,
        path,
        body,
        (ctx, who) -> {
          recallLook(ctx, who);
          if (tokens.isIn(ctx)) handler.answer(ctx, who);
          else renderer.refuse(ctx, "refused.token");
        });
  }

  private void openForm(Door door, String path, Handler handler) {
    door.open(
        HandlerType.POST,
        path,
        Body.SMALL,
        ctx -> {
          if (tokens.isIn(ctx)) handler.handle(ctx);
          else renderer.refuse(ctx, "refused.token");
        });
  }

  private void recallLook(Context ctx, Account who) {
    ctx.attribute(Preferences.SETTINGS, library.administering().settings(who));
  }

  /// How pages deal with people: strangers are sent to the log-in, and whatever breaks is logged
  /// whole and shown as a calm sentence.
  private final class PageManners implements Door.Manners {
    @Override
    public Optional<Account> who(Context ctx) {
      // Pages mark as read what they show.
      return Optional.ofNullable(Caller.of(ctx)).filter(Caller::mayWrite).map(Caller::account);
    }

    @Override
    public void stranger(Context ctx) {
      LoginPages.sendTo(ctx);
    }

    @Override
    public void failed(Context ctx, Exception e) {
      Pages.this.failed(ctx, e);
    }

    @Override
    public boolean cookies() {
      return true;
    }
  }

  /// The outer edge.
  public void failed(Context ctx, Exception e) {
    switch (e) {
      case Refusal refusal -> renderer.refuse(ctx, refusal);
      case Problem problem -> renderer.refuse(ctx, problem);
      default -> renderer.broken(ctx, e);
    }
  }

  /// How somebody wants the pages: kept with the account, or in the browser of who has none yet.
  private void look(Context ctx) {
    Map<String, String> look = Preferences.choices(ctx);
    Caller caller = Caller.of(ctx);
    if (caller != null && caller.mayWrite())
      library.administering().setLook(caller.account(), look);
    else look.forEach((name, word) -> ctx.cookie(tokens.cookie(name, word, ctx)));
    ctx.redirect(LoginPages.back(ctx.formParam("back")), HttpStatus.SEE_OTHER);
  }

  private String trial(Account who) {
    return library.exploring().trial(who).map(Trial::name).orElse("trial");
  }

  private void about(Context ctx, Account who) {
    renderer.show(
        ctx,
        "about",
        new About(
            renderer.frame(ctx, "about"),
            library.reporting().counts(),
            library.reporting().freshness(who),
            MemoryUse.now()));
  }
}
