package freshet.web;

import freshet.account.Visitor;
import freshet.store.Accounts;
import freshet.store.Store;
import freshet.store.Subscriptions.Subscription;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Several feeds at once: put into a folder, paused, resumed, removed.
public final class BulkPages {
  private final Store store;
  private final Actions actions;
  private final Screen screen;
  private final Shelf.Keeper shelves;

  BulkPages(Store store, Actions actions, Screen screen, Shelf.Keeper shelves) {
    this.store = store;
    this.actions = actions;
    this.screen = screen;
    this.shelves = shelves;
  }

  /// The question before feeds are removed.
  public record Question(Frame frame, List<Subscription> feeds) {}

  void change(Context ctx) {
    long account = Visitor.account(ctx);
    Set<String> wanted = new HashSet<>(ctx.formParams("feed"));
    List<Subscription> chosen =
        store.subscriptions().of(account).stream()
            .filter(s -> wanted.contains(Long.toString(s.feed())))
            .toList();
    String act = Plain.line(ctx.formParam("do"), 20);
    if (chosen.isEmpty()) {
      screen.say(ctx, 422, "bulk.none", "bulk.none-help");
      return;
    }
    if (act.equals("remove") && ctx.formParam("sure") == null) {
      screen.show(ctx, "bulkremoval", new Question(screen.frame(ctx, "feeds"), chosen));
      return;
    }
    String folder = Plain.line(ctx.formParam("folder"), 80);
    for (Subscription s : chosen) {
      switch (act) {
        case "folder" ->
            store.subscriptions().setFolder(account, s.feed(), folder.isEmpty() ? null : folder);
        case "pause" -> {
          if (isOwn(account, s.feed())) actions.pauseFeed(s.feed());
        }
        case "resume" -> {
          if (isOwn(account, s.feed())) actions.resumeFeed(s.feed());
        }
        case "remove" -> actions.removeFeed(account, s.feed());
        default -> {
          screen.say(ctx, 422, "bulk.none", "bulk.none-help");
          return;
        }
      }
    }
    shelves.forget();
    ctx.redirect("/feeds?done=bulk", HttpStatus.SEE_OTHER);
  }

  /// What others follow too is not theirs to pause.
  private boolean isOwn(long account, long feed) {
    return account == Accounts.FIRST || store.subscriptions().others(account, feed) == 0;
  }
}
