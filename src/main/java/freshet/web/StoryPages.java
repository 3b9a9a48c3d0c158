package freshet.web;

import freshet.library.Browsing;
import freshet.library.Fetching;
import freshet.library.Library;
import freshet.library.Marking;
import freshet.model.Account;
import freshet.model.Article;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;

/// The pages about stories: an entry with its versions, and two of them side by side.
final class StoryPages {
  private final Browsing browsing;
  private final Marking marking;
  private final Fetching fetching;
  private final Renderer renderer;
  private final Sidebar.Keeper sidebars;

  StoryPages(Library library, Renderer renderer, Sidebar.Keeper sidebars) {
    this.browsing = library.browsing();
    this.marking = library.marking();
    this.fetching = library.fetching();
    this.renderer = renderer;
    this.sidebars = sidebars;
  }

  void entry(Context ctx, Account who) {
    Browsing.Opened opened = browsing.open(who, RequestNumbers.id(ctx));
    PageFrame frame = renderer.frame(ctx, "river");
    boolean reads = frame.look().reads() != Preferences.Reads.NEVER;
    boolean unread = opened.mark().unread();
    if (unread && reads && ctx.queryParam("kept") == null) {
      unread = false;
      marking.read(who, List.of(opened.story().entry().id()), true);
      sidebars.forget(who.id());
    }
    boolean ownText = "feed".equals(ctx.queryParam("text"));
    renderer.show(ctx, "entry", EntryPage.of(opened, unread, ownText, frame));
  }

  /// A person wants the page behind an entry now.
  void fetch(Context ctx, Account who) {
    long id = RequestNumbers.id(ctx);
    Article.Status _ = fetching.fetchNow(who, id);
    ctx.redirect("/entry/" + id + "?kept=1", HttpStatus.SEE_OTHER);
  }

  /// Two versions of a story side by side.
  void compare(Context ctx, Account who) {
    long one = RequestNumbers.id(ctx);
    long other = Whole.of(ctx.pathParam("other"), 18).orElse(0L);
    Browsing.Pair pair = browsing.compare(who, one, other);
    renderer.show(ctx, "compare", Compare.of(pair, null, renderer.frame(ctx, "river")));
  }

  /// What an entry said before its publisher edited it.
  void before(Context ctx, Account who) {
    long id = RequestNumbers.id(ctx);
    int back = Whole.or(0, ctx.pathParam("back"), 3);
    Browsing.Pair pair = browsing.before(who, id, back);
    String older = pair.earlier() ? "/entry/" + id + "/before/" + (back + 1) : null;
    renderer.show(ctx, "compare", Compare.of(pair, older, renderer.frame(ctx, "river")));
  }
}
