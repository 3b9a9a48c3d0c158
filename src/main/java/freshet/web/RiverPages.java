package freshet.web;

import freshet.library.Browsing;
import freshet.library.FollowedFeeds;
import freshet.library.Library;
import freshet.model.Account;
import freshet.model.Cursor;
import freshet.model.Selection;
import freshet.model.Tristate;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The river: what was published, newest first, as the address and the reader's settings choose it.
final class RiverPages {
  private final Browsing browsing;
  private final FollowedFeeds feeds;
  private final Renderer renderer;
  private final Sidebar.Keeper sidebars;

  RiverPages(Library library, Renderer renderer, Sidebar.Keeper sidebars) {
    this.browsing = library.browsing();
    this.feeds = library.feeds();
    this.renderer = renderer;
    this.sidebars = sidebars;
  }

  void show(Context ctx, Account who, boolean starred) {
    PageFrame frame = renderer.frame(ctx, "river");
    Selection selection;
    Cursor before;
    try {
      selection = Selection.of(ctx::queryParam);
      String cursor = ctx.queryParam("before");
      before = cursor == null || cursor.isEmpty() ? null : Cursor.of(cursor);
    } catch (IllegalArgumentException e) {
      renderer.say(ctx, 400, "bad.title", "bad.address");
      return;
    }
    Preferences look = frame.look();
    if (starred) selection = selection.withStarred(Tristate.ONLY);
    else if (look.show() == Preferences.Show.UNREAD && selection.event() == null) {
      selection = selection.withUnread(Tristate.ONLY);
    }
    Browsing.River river =
        browsing.river(
            who,
            selection,
            before,
            look.view().size,
            look.view() == Preferences.View.EXPANDED,
            look.isOldestFirst());
    Sidebar sidebar = sidebars.at(who, frame.times().now());
    // What nothing narrows is what stands beside it, which is counted already.
    Browsing.Counts counts =
        selection.equals(Selection.ALL)
            ? new Browsing.Counts(sidebar.unread(), sidebar.topics())
            : browsing.counts(who, selection);
    renderer.show(
        ctx,
        "river",
        River.of(
            river,
            counts,
            selection,
            before,
            frame,
            sidebar,
            undo(ctx),
            river.stories().isEmpty() ? state(who, selection, frame) : null));
  }

  /// What is the matter with a feed that has nothing to show.
  private @Nullable String state(Account who, Selection selection, PageFrame frame) {
    if (selection.feed() == null) return null;
    FeedRow row =
        FeedRow.of(feeds.followed(who, selection.feed()), List.of(), Optional.empty(), frame);
    return row.level().equals("good") ? null : row.health();
  }

  private static River.@Nullable Undo undo(Context ctx) {
    long batch = RequestNumbers.of(ctx, "undo");
    return batch == 0 ? null : new River.Undo(RequestNumbers.of(ctx, "marked"), batch);
  }
}
