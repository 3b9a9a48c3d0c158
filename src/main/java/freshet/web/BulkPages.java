package freshet.web;

import freshet.library.FollowedFeeds;
import freshet.library.Following;
import freshet.library.Refusal;
import freshet.model.Account;
import freshet.model.Subscription;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Several feeds at once: put into a folder, paused, resumed, removed.
public final class BulkPages {
  private final FollowedFeeds feeds;
  private final Following following;
  private final Renderer renderer;
  private final Sidebar.Keeper sidebars;

  BulkPages(FollowedFeeds feeds, Following following, Renderer renderer, Sidebar.Keeper sidebars) {
    this.feeds = feeds;
    this.following = following;
    this.renderer = renderer;
    this.sidebars = sidebars;
  }

  /// The question before feeds are removed.
  public record Question(PageFrame frame, List<Subscription> feeds) {}

  private interface Act {
    void on(long feed);
  }

  void change(Context ctx, Account who) {
    Set<String> wanted = new HashSet<>(ctx.formParams("feed"));
    List<Subscription> chosen =
        feeds.subscriptions(who).stream()
            .filter(s -> wanted.contains(Long.toString(s.feed())))
            .toList();
    String act = SafeText.line(ctx.formParam("do"), 20);
    String folder = ctx.formParam("folder");
    Act change =
        switch (act) {
          case "folder" -> feed -> feeds.file(who, feed, folder);
          case "pause" -> feed -> feeds.pause(who, feed);
          case "resume" -> feed -> feeds.resume(who, feed);
          case "remove" -> feed -> following.unfollow(who, feed);
          default -> null;
        };
    if (chosen.isEmpty() || change == null) {
      renderer.say(ctx, 422, "bulk.none", "bulk.none-help");
      return;
    }
    if (act.equals("remove") && ctx.formParam("sure") == null) {
      renderer.show(ctx, "bulkremoval", new Question(renderer.frame(ctx, "feeds"), chosen));
      return;
    }
    int changed = 0;
    for (Subscription s : chosen) {
      try {
        change.on(s.feed());
        changed++;
      } catch (Refusal e) {
        // Of many feeds, those that others follow too stay as they are.
        boolean passedOver =
            e.reason == Refusal.Reason.SHARED || e.reason == Refusal.Reason.OF_A_CRAWL;
        if (!passedOver) throw e;
      }
    }
    sidebars.forget();
    ctx.redirect(
        changed == chosen.size()
            ? "/feeds?done=bulk"
            : "/feeds?done=bulk-some&added=" + changed + "&feeds=" + chosen.size(),
        HttpStatus.SEE_OTHER);
  }
}
