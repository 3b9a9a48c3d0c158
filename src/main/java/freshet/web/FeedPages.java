package freshet.web;

import freshet.library.Browsing;
import freshet.library.Correcting;
import freshet.library.Fetching;
import freshet.library.FollowedFeeds;
import freshet.library.Following;
import freshet.library.Library;
import freshet.library.Refusal;
import freshet.library.Reporting;
import freshet.model.Account;
import freshet.model.ArticlePreview;
import freshet.model.Feed;
import freshet.model.FeedArticles;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import freshet.model.LinkList;
import freshet.model.ListRule;
import freshet.model.Selection;
import freshet.model.Story;
import freshet.text.NamesApart;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.UploadedFile;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The list of feeds and each of them: health, rhythm, and what can be done with it.
final class FeedPages {
  private final Browsing browsing;
  private final FollowedFeeds feeds;
  private final Following following;
  private final Reporting reporting;
  private final Correcting correcting;
  private final Fetching fetching;
  private final DiscoverPages discover;
  private final ListsOfPages listsOfPages;
  private final Renderer renderer;
  private final Sidebar.Keeper sidebars;
  private final InstantSource clock;

  FeedPages(
      Library library,
      DiscoverPages discover,
      ListsOfPages listsOfPages,
      Renderer renderer,
      Sidebar.Keeper sidebars,
      InstantSource clock) {
    this.browsing = library.browsing();
    this.feeds = library.feeds();
    this.following = library.following();
    this.reporting = library.reporting();
    this.correcting = library.correcting();
    this.fetching = library.fetching();
    this.discover = discover;
    this.listsOfPages = listsOfPages;
    this.renderer = renderer;
    this.sidebars = sidebars;
    this.clock = clock;
  }

  void list(Context ctx, Account who, FeedListPage.Adding adding) {
    PageFrame frame = renderer.frame(ctx, "feeds");
    list(ctx, who, frame, adding, done(ctx, who, frame), List.of());
  }

  /// Takes a list of feeds from a file.
  void importList(Context ctx, Account who) throws IOException {
    PageFrame frame = renderer.frame(ctx, "feeds");
    List<UploadedFile> files = ctx.uploadedFiles("file");
    byte[] bytes = files.isEmpty() ? new byte[0] : files.getFirst().content().readAllBytes();
    Following.Imported i = following.importList(who, bytes, false);
    sidebars.forget(who.id());
    String done =
        i.sites().isEmpty()
            ? frame.say("done.imported", "", i.added(), i.known())
            : frame.say("done.imported-sites", "", i.added(), i.known(), i.sites().size());
    if (i.leftOut().isEmpty() && i.added() + i.known() + i.sites().size() == 0) {
      done = frame.say("opml.nothing");
    }
    List<String> left = i.leftOut().stream().map(frame::said).toList();
    list(ctx, who, frame, FeedListPage.Adding.EMPTY, done, left);
  }

  private void list(
      Context ctx,
      Account who,
      PageFrame frame,
      FeedListPage.Adding adding,
      @Nullable String done,
      List<String> leftOut) {
    int page = Whole.or(0, ctx.queryParam("page"), 6);
    FeedFilter filter = FeedFilter.of(ctx::queryParam);
    Set<Long> troubled = feeds.troubled(who);
    List<Feed> shown = feeds(who, filter, troubled, page * FeedListPage.SIZE);
    boolean more = shown.size() > FeedListPage.SIZE;
    if (more) shown = shown.subList(0, FeedListPage.SIZE);
    Map<Long, List<String>> folders = feeds.folders(who, shown);
    List<String> names =
        NamesApart.of(
            shown.stream().map(f -> SafeText.feedName(f.name())).toList(),
            shown.stream().map(f -> f.url().shown()).toList());
    List<FeedRow> rows = new ArrayList<>(shown.size());
    for (int i = 0; i < shown.size(); i++) {
      Feed f = shown.get(i);
      List<String> in = folders.getOrDefault(f.id(), List.of());
      rows.add(FeedRow.of(f, names.get(i), in, reporting.explain(f), frame));
    }
    Sidebar sidebar = sidebars.at(who, clock.instant());
    renderer.show(
        ctx,
        "feeds",
        new FeedListPage(
            frame,
            sidebar,
            FeedListPage.grouped(rows, filter),
            sidebar.feeds(),
            troubled.size(),
            page,
            more,
            filter,
            adding,
            done,
            leftOut));
  }

  /// Some from a place on, and one more if there is one.
  private List<Feed> feeds(Account who, FeedFilter filter, Set<Long> troubled, int from) {
    if (filter.isNone()) return feeds.page(who, FeedListPage.SIZE + 1, from);
    List<Feed> chosen = filter.chosen(feeds.all(who), troubled);
    int begin = Math.min(from, chosen.size());
    return chosen.subList(begin, Math.min(begin + FeedListPage.SIZE + 1, chosen.size()));
  }

  void show(Context ctx, Account who) {
    Feed feed = own(ctx, who);
    PageFrame frame = renderer.frame(ctx, "feeds");
    FeedArticles articles = fetching.ofFeed(who, feed.id());
    show(ctx, who, feed, ArticleForm.of(articles, null, null, frame), list(feed), frame);
  }

  private static @Nullable ListForm list(Feed feed) {
    ListRule rule = feed.asking().list();
    return rule == null ? null : ListForm.of(rule.selector());
  }

  /// Says which links of a page without a feed are followed; or shows what they would be.
  void changeList(Context ctx, Account who) {
    Feed feed = own(ctx, who);
    PageFrame frame = renderer.frame(ctx, "feeds");
    String selector = SafeText.line(ctx.formParam("selector"), 400).strip();
    ListForm form;
    try {
      if (ctx.formParam("save") != null) {
        following.lists().change(who, feed.id(), selector);
        ctx.redirect("/feed/" + feed.id() + "?done=saved", HttpStatus.SEE_OTHER);
        return;
      }
      String wanted = ctx.formParam("find") == null ? selector : "";
      List<LinkList> lists = following.lists().of(who, feed.id(), wanted);
      String none = lists.isEmpty() ? frame.say("list.none") : null;
      form = ListForm.of(selector, lists, none, frame);
    } catch (Refusal e) {
      if (e.reason != Refusal.Reason.WRONG) throw e;
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      form = ListForm.of(selector, List.of(), frame.refused(e), frame);
    }
    FeedArticles articles = fetching.ofFeed(who, feed.id());
    show(ctx, who, feed, ArticleForm.of(articles, null, null, frame), form, frame);
  }

  /// Says whether the pages behind a feed's entries are fetched and what is taken from them; or
  /// shows what would be.
  void changeArticles(Context ctx, Account who) {
    Feed feed = own(ctx, who);
    PageFrame frame = renderer.frame(ctx, "feeds");
    Recipe recipe = new Recipe(typed(ctx, "take"), typed(ctx, "drop"), typed(ctx, "next"));
    FeedArticles before = fetching.ofFeed(who, feed.id());
    Mode mode = ArticleForm.mode(ctx.formParam("mode"), before.mode());
    FeedArticles wanted = new FeedArticles(mode, before.learned(), recipe);
    try {
      if (ctx.formParam("preview") == null) {
        fetching.change(who, feed.id(), mode, recipe);
        ctx.redirect("/feed/" + feed.id() + "?done=saved", HttpStatus.SEE_OTHER);
        return;
      }
      ArticlePreview preview = fetching.preview(who, feed.id(), null, recipe);
      show(ctx, who, feed, ArticleForm.of(wanted, preview, null, frame), list(feed), frame);
    } catch (Refusal e) {
      if (e.reason != Refusal.Reason.WRONG && e.reason != Refusal.Reason.NO_ENTRY) throw e;
      ctx.status(e.reason == Refusal.Reason.WRONG ? 422 : 404);
      String sentence = frame.refused(e);
      show(ctx, who, feed, ArticleForm.of(wanted, null, sentence, frame), list(feed), frame);
    }
  }

  private static @Nullable String typed(Context ctx, String name) {
    String text = SafeText.line(ctx.formParam(name), 400).strip();
    return text.isEmpty() ? null : text;
  }

  private void show(
      Context ctx,
      Account who,
      Feed feed,
      ArticleForm articles,
      @Nullable ListForm list,
      PageFrame frame) {
    List<String> folders = feeds.folders(who, feed.id());
    String ownId = feeds.ownIds(who).get(feed.id());
    show(ctx, who, feed, articles, FeedSettings.of(feed, folders, ownId), list, frame);
  }

  private void show(
      Context ctx,
      Account who,
      Feed feed,
      ArticleForm articles,
      FeedSettings settings,
      @Nullable ListForm list,
      PageFrame frame) {
    if (feed.crawl() != null) {
      ctx.redirect("/crawls/" + feed.crawl(), HttpStatus.SEE_OTHER);
      return;
    }
    Optional<Reporting.Explained> why = reporting.explain(feed);
    List<String> folders = feeds.folders(who, feed.id());
    List<Story> entries =
        browsing.stories(who, Selection.ofFeed(feed.id()), null, FeedPage.ENTRIES);
    renderer.show(
        ctx,
        "feed",
        FeedPage.of(
            FeedRow.of(feed, folders, why, frame),
            feeds.channel(who, feed.id()),
            feeds.ownIds(who).get(feed.id()),
            why,
            reporting.pollsOf(who, feed.id(), null, null, FeedPage.LOG),
            EntryRow.byDay(
                entries,
                browsing.copies(who, entries),
                browsing.marks(who, entries.stream().map(s -> s.entry().id()).toList()),
                frame,
                false,
                null),
            correcting.ofFeed(who, feed.id()).topic(),
            browsing.topicNames(who),
            articles,
            settings,
            sidebars.at(who, clock.instant()).paths(),
            list,
            feeds.mayChange(who, feed.id()),
            done(ctx, who, frame),
            frame));
  }

  void add(Context ctx, Account who) {
    String address = Optional.ofNullable(ctx.formParam("address")).orElse("").strip();
    String folder = Optional.ofNullable(ctx.formParam("folder")).orElse("").strip();
    try {
      var outcome =
          ctx.formParam("anyway") == null
              ? following.follow(who, address, null, folder)
              : following.followAnyway(who, address, null, folder);
      switch (outcome) {
        case Following.Followed(long id, boolean wasNew) -> {
          sidebars.forget(who.id());
          if (wasNew) awaitEntries(who, id);
          ctx.redirect(
              wasNew ? "/?feed=" + id + "&done=added" : "/feed/" + id + "?done=known",
              HttpStatus.SEE_OTHER);
        }
        case Following.Choice(var best, var all) ->
            discover.offer(ctx, who, address, folder, best, all);
        case Following.Lists(_, var lists) -> listsOfPages.offer(ctx, address, folder, lists);
        case Following.Unreachable(String sentence, _) ->
            notAdded(ctx, who, address, folder, sentence, true);
      }
    } catch (Refusal e) {
      if (e.reason != Refusal.Reason.WRONG) throw e;
      notAdded(ctx, who, address, folder, e.sentence(), false);
    }
  }

  /// The address was read when it was checked, so its entries are stored within a moment.
  private void awaitEntries(Account who, long feed) {
    try {
      for (int i = 0; i < 20 && browsing.count(who, Selection.ofFeed(feed)) == 0; i++) {
        Thread.sleep(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the page shows them as they come
    }
  }

  private void notAdded(
      Context ctx, Account who, String address, String folder, String why, boolean anyway) {
    ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
    String sentence = sentence(renderer.frame(ctx, "feeds").said(why));
    list(ctx, who, new FeedListPage.Adding(address, folder, sentence, anyway));
  }

  /// Follows the feeds of a starter list; the river fills as they come.
  void start(Context ctx, Account who) {
    Optional<Starters.Starter> list =
        Starters.find(Optional.ofNullable(ctx.formParam("list")).orElse(""));
    if (list.isEmpty()) {
      renderer.say(ctx, 404, "missing.page", "starters.unknown");
      return;
    }
    String folder = list.get().name(renderer.frame(ctx, "feeds"));
    for (Starters.Source source : list.get().sources()) {
      following.follow(who, source.feed(), null, folder);
    }
    sidebars.forget(who.id());
    ctx.redirect(River.ofFolder(folder), HttpStatus.SEE_OTHER);
  }

  private static String sentence(String text) {
    String line = SafeText.line(text, 500);
    return line.matches(".*[.!?…]") ? line : line + ".";
  }

  interface Act {
    void on(Account who, long feed);
  }

  void act(Context ctx, Account who, String done, Act act) {
    long id = own(ctx, who).id();
    act.on(who, id);
    sidebars.forget();
    String back = "list".equals(ctx.formParam("back")) ? "/feeds?" : "/feed/" + id + "?";
    ctx.redirect(back + "done=" + done + "&feed=" + id, HttpStatus.SEE_OTHER);
  }

  /// What a person calls a feed, where it stands, and how it is asked.
  void edit(Context ctx, Account who) {
    Feed feed = own(ctx, who);
    PageFrame frame = renderer.frame(ctx, "feeds");
    FeedSettings typed = FeedSettings.typed(ctx, feed);
    try {
      boolean forAll = feeds.mayChange(who, feed.id());
      if (forAll && typed.isMoved(feed)) {
        following.move(who, feed.id(), typed.address());
      }
      feeds.edit(who, feed.id(), typed.edit(feed, forAll, frame));
      sidebars.forget();
      ctx.redirect("/feed/" + feed.id() + "?done=saved&feed=" + feed.id(), HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      if (e.reason != Refusal.Reason.WRONG) throw e;
      wrong(ctx, who, feed, typed.refused(frame.refused(e)), frame);
    } catch (IllegalArgumentException e) {
      wrong(ctx, who, feed, typed.refused(frame.said(e.getMessage())), frame);
    }
  }

  private void wrong(Context ctx, Account who, Feed feed, FeedSettings typed, PageFrame frame) {
    ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
    FeedArticles articles = fetching.ofFeed(who, feed.id());
    show(ctx, who, feed, ArticleForm.of(articles, null, null, frame), typed, list(feed), frame);
  }

  void askToRemove(Context ctx, Account who) {
    Feed feed = own(ctx, who);
    renderer.show(
        ctx,
        "removal",
        new Removal(
            renderer.frame(ctx, "feeds"),
            feed.id(),
            SafeText.feedName(feed.name()),
            feed.entries()));
  }

  void remove(Context ctx, Account who) {
    following.unfollow(who, own(ctx, who).id());
    sidebars.forget(who.id());
    ctx.redirect("/feeds?done=removed", HttpStatus.SEE_OTHER);
  }

  private Feed own(Context ctx, Account who) {
    return feeds.followed(who, RequestNumbers.id(ctx));
  }

  /// What was just done, from the address that the browser was sent to.
  private @Nullable String done(Context ctx, Account who, PageFrame frame) {
    String done = ctx.queryParam("done");
    if (done == null || !frame.texts().has("done." + done)) return null;
    String feed = ctx.queryParam("feed");
    String name =
        feed == null
            ? ""
            : Whole.of(feed, 18)
                .flatMap(id -> feeds.subscription(who, id))
                .map(f -> SafeText.feedName(f.name()))
                .orElse("");
    return frame.say(
        "done." + done,
        name,
        RequestNumbers.of(ctx, "added"),
        RequestNumbers.of(ctx, "known"),
        RequestNumbers.of(ctx, "feeds"));
  }
}
