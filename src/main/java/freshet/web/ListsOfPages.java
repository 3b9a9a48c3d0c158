package freshet.web;

import freshet.library.Following;
import freshet.library.Listing;
import freshet.library.Refusal;
import freshet.model.Account;
import freshet.model.LinkList;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Optional;

/// Follows pages without a feed for a list of their links, which is shown before.
final class ListsOfPages {
  private final Listing lists;
  private final Renderer renderer;
  private final Sidebar.Keeper sidebars;

  ListsOfPages(Following following, Renderer renderer, Sidebar.Keeper sidebars) {
    this.lists = following.lists();
    this.renderer = renderer;
    this.sidebars = sidebars;
  }

  /// The lists of a page whose address was given where one of a feed was asked for.
  void offer(Context ctx, String address, String folder, List<LinkList> found) {
    PageFrame frame = renderer.frame(ctx, "feeds");
    show(ctx, frame, address, folder, ListForm.of(null, found, null, frame));
  }

  /// Follows a list of a page, or shows what it would be.
  void act(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "feeds");
    String address = Optional.ofNullable(ctx.formParam("address")).orElse("").strip();
    String folder = Optional.ofNullable(ctx.formParam("folder")).orElse("").strip();
    String selector = SafeText.line(ctx.formParam("selector"), 400).strip();
    try {
      if (ctx.formParam("follow") != null) {
        Following.Followed followed = lists.follow(who, address, selector, null, folder);
        sidebars.forget(who.id());
        String done = followed.wasNew() ? "added" : "known";
        ctx.redirect("/feed/" + followed.feed() + "?done=" + done, HttpStatus.SEE_OTHER);
        return;
      }
      List<LinkList> found = lists.at(who, address, selector);
      String none = selector.isEmpty() && found.isEmpty() ? frame.say("list.none") : null;
      show(ctx, frame, address, folder, ListForm.of(selector, found, none, frame));
    } catch (Refusal e) {
      if (e.reason != Refusal.Reason.WRONG) throw e;
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      String sentence = frame.refused(e);
      show(ctx, frame, address, folder, ListForm.of(selector, List.of(), sentence, frame));
    }
  }

  private void show(Context ctx, PageFrame frame, String address, String folder, ListForm form) {
    String shown = SafeText.line(address, 300);
    renderer.show(
        ctx, "lists", new ListOffer(frame, shown, folder, frame.say("list.lead", shown), form));
  }
}
