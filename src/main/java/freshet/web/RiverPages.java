package freshet.web;

import freshet.account.Visitor;
import freshet.model.Feed;
import freshet.store.Entries;
import freshet.store.Events;
import freshet.store.Store;
import freshet.store.Stories;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The river: what was published, newest first, as the address and the reader's settings choose it.
final class RiverPages {
  private final Store store;
  private final Screen screen;
  private final Shelf.Keeper shelves;
  private final InstantSource clock;

  RiverPages(Store store, Screen screen, Shelf.Keeper shelves, InstantSource clock) {
    this.store = store;
    this.screen = screen;
    this.shelves = shelves;
    this.clock = clock;
  }

  void show(Context ctx, boolean starred) {
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
    Shelf shelf = shelves.at(account, clock.instant());
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
    long batch = Pages.count(ctx, "undo");
    return batch == 0 ? null : new River.Undo(Pages.count(ctx, "marked"), batch);
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
}
