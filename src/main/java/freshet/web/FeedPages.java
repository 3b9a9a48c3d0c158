package freshet.web;

import freshet.account.Visitor;
import freshet.model.Feed;
import freshet.model.Story;
import freshet.store.Accounts;
import freshet.store.Sight;
import freshet.store.Store;
import freshet.store.Stories;
import freshet.store.Subscriptions;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The list of feeds and each of them: health, rhythm, and what can be done with it.
final class FeedPages {
  private final Store store;
  private final Actions actions;
  private final DiscoverPages discover;
  private final Screen screen;
  private final Shelf.Keeper shelves;
  private final InstantSource clock;

  FeedPages(
      Store store,
      Actions actions,
      DiscoverPages discover,
      Screen screen,
      Shelf.Keeper shelves,
      InstantSource clock) {
    this.store = store;
    this.actions = actions;
    this.discover = discover;
    this.screen = screen;
    this.shelves = shelves;
    this.clock = clock;
  }

  void list(Context ctx, FeedList.Adding adding) {
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
        feeds.stream().map(f -> FeedRow.of(f, folders.get(f.id()), actions.why(f), frame)).toList();
    Shelf shelf = shelves.at(account, clock.instant());
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

  void show(Context ctx) {
    Optional<Feed> found = own(ctx);
    if (found.isEmpty()) {
      screen.say(ctx, 404, "missing.feed", "missing.feed-help");
      return;
    }
    Feed feed = found.get();
    Frame frame = screen.frame(ctx, "feeds");
    Optional<Actions.FeedWhy> why = actions.why(feed);
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

  void add(Context ctx) {
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
        list(ctx, new FeedList.Adding(address, folder, sentence(sentence)));
      }
    }
  }

  /// Follows the feeds of a starter list; the river fills as they come.
  void start(Context ctx) {
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

  interface Act {
    boolean on(long id);
  }

  void act(Context ctx, String done, Act act) {
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

  void askToRemove(Context ctx) {
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

  void remove(Context ctx) {
    Optional<Long> id = Pages.id(ctx);
    if (id.isEmpty() || !actions.removeFeed(Visitor.account(ctx), id.get())) {
      screen.say(ctx, 404, "missing.feed", "missing.feed-help");
      return;
    }
    shelves.forget();
    ctx.redirect("/feeds?done=removed", HttpStatus.SEE_OTHER);
  }

  private Optional<Feed> own(Context ctx) {
    return Pages.id(ctx).flatMap(id -> store.feeds().find(Visitor.account(ctx), id));
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
            : Pages.number(feed)
                .flatMap(id -> store.feeds().find(Visitor.account(ctx), id))
                .map(f -> Plain.feedName(f.name()))
                .orElse("");
    return frame.say(
        "done." + done,
        name,
        Pages.count(ctx, "added"),
        Pages.count(ctx, "known"),
        Pages.count(ctx, "feeds"));
  }
}
