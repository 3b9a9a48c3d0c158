package freshet.web;

import freshet.library.Browsing;
import freshet.library.Fetching;
import freshet.library.Library;
import freshet.library.Marking;
import freshet.library.Refusal;
import freshet.library.Refusal.Reason;
import freshet.library.Saving;
import freshet.library.Searching;
import freshet.model.Account;
import freshet.model.Article;
import freshet.model.FullEntry;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The pages about stories: an entry with its versions, and two of them side by side.
final class StoryPages {
  private static final int MOST_RELATED = 5;

  private final Browsing browsing;
  private final Marking marking;
  private final Fetching fetching;
  private final Saving saving;
  private final Searching searching;
  private final Renderer renderer;

  StoryPages(Library library, Renderer renderer) {
    this.browsing = library.browsing();
    this.marking = library.marking();
    this.fetching = library.fetching();
    this.saving = library.saving();
    this.searching = library.searching();
    this.renderer = renderer;
  }

  void entry(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "river");
    Browsing.Opened opened =
        browsing.open(who, RequestNumbers.id(ctx), frame.look().isOldestFirst());
    boolean reads = frame.look().reads() != Preferences.Reads.NEVER;
    boolean unread = opened.mark().unread();
    if (unread && reads && ctx.queryParam("kept") == null) {
      unread = false;
      marking.read(who, List.of(opened.story().entry().id()), true);
    }
    String saved = ctx.queryParam("saved");
    show(ctx, who, opened, unread, saved == null ? null : SafeText.line(saved, 60), null);
  }

  /// @param saved where it was just saved
  /// @param failed why it was not
  private void show(
      Context ctx,
      Account who,
      Browsing.Opened opened,
      boolean unread,
      @Nullable String saved,
      @Nullable String failed) {
    boolean ownText = "feed".equals(ctx.queryParam("text"));
    boolean original = ctx.queryParam("original") != null;
    FullEntry entry = new FullEntry(opened.story().entry(), opened.body());
    var saves = new EntryPage.Saves(saving.offers(who, entry), saved, failed);
    PageFrame frame = renderer.frame(ctx, "river");
    renderer.show(
        ctx,
        "entry",
        EntryPage.of(opened, unread, ownText, original, saves, related(who, opened, frame), frame));
  }

  private List<EntryPage.Related> related(Account who, Browsing.Opened opened, PageFrame frame) {
    return searching.related(who, opened.story().entry().id(), MOST_RELATED).stream()
        .map(s -> EntryPage.Related.of(s.entry(), frame))
        .toList();
  }

  /// Saves an entry to another program.
  void save(Context ctx, Account who) throws InterruptedException {
    long id = RequestNumbers.id(ctx);
    try {
      Saving.Offer done = saving.send(who, Whole.of(ctx.formParam("target"), 18).orElse(0L), id);
      String name = URLEncoder.encode(done.name(), StandardCharsets.UTF_8);
      String open = done.open();
      ctx.redirect(
          open == null ? "/entry/" + id + "?kept=1&saved=" + name + "#save" : open,
          HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      if (e.reason != Reason.NOT_TAKEN) throw e;
      ctx.status(HttpStatus.BAD_GATEWAY);
      Browsing.Opened opened = browsing.open(who, id);
      show(
          ctx,
          who,
          opened,
          opened.mark().unread(),
          null,
          renderer.frame(ctx, "river").said(e.sentence()));
    }
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
