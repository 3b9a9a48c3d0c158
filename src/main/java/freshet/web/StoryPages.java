package freshet.web;

import freshet.account.Visitor;
import freshet.model.Entry;
import freshet.model.Story;
import freshet.pipeline.FoldPreview;
import freshet.pipeline.Understanding;
import freshet.store.Accounts;
import freshet.store.Entries;
import freshet.store.OutViews;
import freshet.store.Reading;
import freshet.store.Sight;
import freshet.store.Store;
import freshet.store.Stories;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The pages about stories: an entry with its versions, two of them side by side, and what counts
/// as the same.
final class StoryPages {
  private static final int MOST_VERSIONS = 60;

  private final Store store;
  private final Actions actions;
  private final Screen screen;
  private final Shelf.Keeper shelves;

  StoryPages(Store store, Actions actions, Screen screen, Shelf.Keeper shelves) {
    this.store = store;
    this.actions = actions;
    this.screen = screen;
    this.shelves = shelves;
  }

  void entry(Context ctx) {
    Sight sight = sight(ctx);
    Optional<Story> found = Pages.id(ctx).flatMap(id -> store.stories().find(sight, id));
    if (found.isEmpty()) {
      screen.say(ctx, 404, "missing.entry", "missing.entry-help");
      return;
    }
    Frame frame = screen.frame(ctx, "river");
    Entry entry = found.get().entry();
    long account = Visitor.account(ctx);
    Reading.Mark mark = store.reading().mark(account, entry.id());
    if (mark.unread() && ctx.queryParam("kept") == null) {
      int _ = store.reading().read(account, List.of(entry.id()), true, frame.times().now());
      shelves.forget(account);
    }
    var behind =
        new Stories.Filter(null, null, null, null, null, null, Entries.Cursor.after(entry));
    var reader =
        new Stories.Reader(
            account, store.subscriptions().followsAll(account), false, false, List.of());
    List<Story> next = store.stories().page(behind, reader, 1);
    screen.show(
        ctx,
        "entry",
        EntryPage.of(
            found.get(),
            store.entries().body(entry.id()),
            EntryPage.versions(
                entry.id(), store.stories().versions(sight, entry.id(), MOST_VERSIONS), frame),
            actions.understanding() == null ? List.of() : store.topics().names(sight),
            frame,
            next.isEmpty() ? null : next.getFirst().entry().id(),
            mark,
            store
                .outViews()
                .ofView(account, "/entry/" + entry.id())
                .map(OutViews.Row::secret)
                .orElse(null)));
  }

  /// A person says what an entry is about.
  void giveTopic(Context ctx) {
    Understanding understanding = actions.understanding();
    String topic = wish(ctx, "new", wish(ctx, "topic", ""));
    Optional<Long> id = Pages.id(ctx).filter(n -> store.entries().find(sight(ctx), n).isPresent());
    if (understanding == null || id.isEmpty()) {
      screen.say(ctx, 404, "missing.entry", "missing.entry-help");
      return;
    }
    try {
      if (!understanding.giveTopic(id.get(), topic)) {
        screen.say(ctx, 404, "missing.entry", "missing.entry-help");
        return;
      }
    } catch (IllegalArgumentException e) {
      screen.say(ctx, 422, "topic.wrong", "topic.wrong-help");
      return;
    }
    shelves.forget();
    ctx.redirect("/entry/" + id.get(), HttpStatus.SEE_OTHER);
  }

  /// A person says what a feed is about, or that its entries stand for their stories.
  void changeFeed(Context ctx) {
    Understanding understanding = actions.understanding();
    long account = Visitor.account(ctx);
    Optional<Long> id = Pages.id(ctx).filter(n -> store.feeds().find(account, n).isPresent());
    if (understanding == null || id.isEmpty()) {
      screen.say(ctx, 404, "missing.feed", "missing.feed-help");
      return;
    }
    if (account != Accounts.FIRST && store.subscriptions().others(account, id.get()) > 0) {
      screen.say(ctx, 403, "refused.title", "refused.shared");
      return;
    }
    String topic = wish(ctx, "topic", "");
    boolean _ = understanding.giveFeedTopic(id.get(), topic.isEmpty() ? null : topic);
    boolean _ = understanding.prefer(id.get(), "on".equals(ctx.formParam("preferred")));
    shelves.forget();
    ctx.redirect("/feed/" + id.get() + "?done=saved", HttpStatus.SEE_OTHER);
  }

  private static String wish(Context ctx, String name, String otherwise) {
    String text = ctx.formParam(name);
    return text == null || text.isBlank() ? otherwise : text.strip();
  }

  /// Two versions of a story side by side.
  void compare(Context ctx) {
    Sight sight = sight(ctx);
    Optional<Entry> one = Pages.id(ctx).flatMap(id -> store.entries().find(sight, id));
    Optional<Entry> other =
        Pages.number(ctx.pathParam("other")).flatMap(id -> store.entries().find(sight, id));
    if (one.isEmpty() || other.isEmpty()) {
      screen.say(ctx, 404, "missing.entry", "missing.entry-help");
      return;
    }
    Frame frame = screen.frame(ctx, "river");
    screen.show(ctx, "compare", Compare.of(one.get(), other.get(), this::text, frame));
  }

  private String text(long id) {
    return Understanding.text(store.entries().body(id));
  }

  void settings(Context ctx) {
    Frame frame = screen.frame(ctx, "settings");
    Understanding understanding = actions.understanding();
    if (understanding == null) {
      screen.show(ctx, "settings", new SettingsPage(frame, null, 0, false, null, false));
      return;
    }
    Understanding.Folds folds = understanding.folds();
    boolean asked = ctx.queryParam("percent") != null;
    double percent = percent(ctx.queryParam("percent"), folds.percent());
    boolean inside = asked ? "on".equals(ctx.queryParam("inside")) : folds.containment();
    FoldPreview preview = understanding.preview(sight(ctx), percent, inside);
    screen.show(
        ctx,
        "settings",
        new SettingsPage(
            frame,
            folds,
            (int) Math.round(percent),
            inside,
            SettingsPage.shown(preview, frame),
            "saved".equals(ctx.queryParam("done"))));
  }

  /// Sets what counts as the same, for what is there as well.
  void fold(Context ctx) throws InterruptedException {
    if (Visitor.account(ctx) != Accounts.FIRST) {
      screen.say(ctx, 403, "refused.title", "account.first-only");
      return;
    }
    Understanding understanding = actions.understanding();
    if (understanding != null) {
      double percent = percent(ctx.formParam("percent"), understanding.folds().percent());
      int _ = understanding.fold(percent, "on".equals(ctx.formParam("inside")));
      shelves.forget();
    }
    ctx.redirect("/settings?done=saved", HttpStatus.SEE_OTHER);
  }

  private Sight sight(Context ctx) {
    return store.subscriptions().sight(Visitor.account(ctx));
  }

  private static double percent(@Nullable String text, double otherwise) {
    if (text == null || !text.matches("\\d{1,3}")) return otherwise;
    return Math.clamp(Integer.parseInt(text), 1, 100);
  }
}
