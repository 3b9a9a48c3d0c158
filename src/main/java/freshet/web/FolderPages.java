package freshet.web;

import freshet.library.Filing;
import freshet.library.Refusal;
import freshet.model.Account;
import freshet.model.FolderPath;
import freshet.model.Subscription;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Folders: renamed, moved into each other, taken away, folded up.
final class FolderPages {
  private final Filing filing;
  private final Renderer renderer;
  private final Sidebar.Keeper sidebars;

  FolderPages(Filing filing, Renderer renderer, Sidebar.Keeper sidebars) {
    this.filing = filing;
    this.renderer = renderer;
    this.sidebars = sidebars;
  }

  void show(Context ctx, Account who) {
    String folder = field(ctx.queryParam("name"));
    String typed = FolderPath.name(folder);
    show(ctx, who, folder, typed, field(FolderPath.parent(folder)), null);
  }

  private void show(
      Context ctx, Account who, String folder, String typed, String in, @Nullable String error) {
    PageFrame frame = renderer.frame(ctx, "feeds");
    List<Subscription> feeds = filing.feeds(who, folder);
    String done = error == null && ctx.queryParam("done") != null ? frame.say("done.folder") : null;
    renderer.show(
        ctx,
        "folder",
        new FolderPage(
            frame,
            folder,
            typed,
            in,
            filing.all(who).stream().filter(f -> !FolderPath.isWithin(f, folder)).toList(),
            filing.all(who).stream()
                .filter(f -> FolderPath.isWithin(f, folder) && !f.equals(folder))
                .toList(),
            feeds,
            error,
            done));
  }

  /// A name, and where the folder is to stand.
  void rename(Context ctx, Account who) {
    String folder = field(ctx.formParam("folder"));
    String name = FolderPath.tidy(field(ctx.formParam("name")));
    String in = field(ctx.formParam("in"));
    try {
      String now = filing.move(who, folder, name.isEmpty() ? "" : FolderPath.in(in, name));
      sidebars.forget(who.id());
      ctx.redirect(FolderPage.of(now) + "&done=1", HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      if (e.reason != Refusal.Reason.WRONG) throw e;
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      String error = renderer.frame(ctx, "feeds").say("folder.wrong");
      show(ctx, who, folder, name, in, error);
    }
  }

  void remove(Context ctx, Account who) {
    filing.remove(who, field(ctx.formParam("folder")));
    sidebars.forget(who.id());
    ctx.redirect("/feeds?done=folder-removed", HttpStatus.SEE_OTHER);
  }

  /// A feed out of one folder into another, or a folder with all that is inside into another.
  void move(Context ctx, Account who) {
    String to = field(ctx.formParam("to"));
    String feed = ctx.formParam("feed");
    if (feed == null) {
      String folder = field(ctx.formParam("folder"));
      String _ = filing.move(who, folder, FolderPath.in(to, FolderPath.name(folder)));
    } else {
      filing.moveFeed(who, Whole.of(feed, 18).orElse(0L), ctx.formParam("from"), to);
    }
    sidebars.forget(who.id());
    ctx.redirect(LoginPages.back(ctx.formParam("back")), HttpStatus.SEE_OTHER);
  }

  void fold(Context ctx, Account who) {
    String up = ctx.formParam("fold");
    filing.fold(who, field(up == null ? ctx.formParam("unfold") : up), up != null);
    sidebars.forget(who.id());
    ctx.redirect(LoginPages.back(ctx.formParam("back")), HttpStatus.SEE_OTHER);
  }

  private static String field(@Nullable String value) {
    return value == null ? "" : value;
  }
}
