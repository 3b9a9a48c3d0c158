package freshet.web;

import freshet.library.Marking;
import freshet.model.Account;
import freshet.model.Mark;
import freshet.model.Marked;
import freshet.model.Selection;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a reader does to entries: mark them as read or unread, star them, mark all, take that back,
/// hide feeds and topics. Each is a form; the script sends the same forms without leaving the page.
final class ReadingPages {
  private static final int MOST = 500;

  private final Marking marking;
  private final InstantSource clock;
  private final Renderer renderer;
  private final Sidebar.Keeper sidebars;

  ReadingPages(Marking marking, InstantSource clock, Renderer renderer, Sidebar.Keeper sidebars) {
    this.marking = marking;
    this.clock = clock;
    this.renderer = renderer;
    this.sidebars = sidebars;
  }

  /// Entries are read, unread, starred or not.
  void mark(Context ctx, Account who) {
    // A button says both in one: "star:12".
    String wanted = String.valueOf(ctx.formParam("do"));
    int colon = Math.max(0, wanted.indexOf(':'));
    String which = wanted.substring(Math.min(wanted.length(), colon + 1));
    int second = which.indexOf(':');
    List<Long> ids = ids(second < 0 ? which : which.substring(0, second));
    switch (wanted.substring(0, colon)) {
      case "read" -> marking.read(who, ids, true);
      case "unread" -> marking.read(who, ids, false);
      case "star" -> marking.star(who, ids, true);
      case "unstar" -> marking.star(who, ids, false);
      case "tag" -> {
        String tag = SafeText.line(ctx.formParam("tag"), Mark.LONGEST_TAG + 1);
        if (!tag.isEmpty()) marking.tag(who, ids, tag, true);
      }
      case "untag" -> marking.tag(who, ids, which.substring(second + 1), false);
      default -> {
        renderer.say(ctx, 400, "bad.title", "bad.address");
        return;
      }
    }
    done(ctx);
  }

  private static List<Long> ids(String text) {
    List<Long> ids = new ArrayList<>();
    for (String id : text.split(",")) {
      if (ids.size() < MOST) Whole.of(id, 18).ifPresent(ids::add);
    }
    return ids;
  }

  /// Everything the river shows, up to what its reader could see.
  void markAll(Context ctx, Account who) {
    Selection selection;
    try {
      selection = Selection.of(ctx::formParam);
    } catch (IllegalArgumentException e) {
      renderer.say(ctx, 400, "bad.title", "bad.address");
      return;
    }
    Instant before =
        Whole.of(ctx.formParam("older"), 3)
            .map(days -> clock.instant().minus(Duration.ofDays(days)))
            .orElse(null);
    Marked marked = marking.readAll(who, selection, number(ctx, "upto").orElse(null), before);
    String back = back(ctx).replaceAll("[?&](marked|undo)=[^&]*", "");
    String and = back.contains("?") ? "&" : "?";
    ctx.redirect(
        back + and + "marked=" + marked.entries() + "&undo=" + marked.batch(),
        HttpStatus.SEE_OTHER);
  }

  void undo(Context ctx, Account who) {
    number(ctx, "batch").ifPresent(batch -> marking.undo(who, batch));
    done(ctx);
  }

  /// Hides a feed or a topic from the river, or shows it again.
  void hide(Context ctx, Account who) {
    boolean hidden = !"show".equals(ctx.formParam("as"));
    number(ctx, "feed").ifPresent(feed -> marking.hideFeed(who, feed, hidden));
    String topic = ctx.formParam("topic");
    if (topic != null && !topic.isBlank()) marking.hideTopic(who, topic, hidden);
    sidebars.forget(who.id());
    done(ctx);
  }

  /// A script wants no page.
  private static void done(Context ctx) {
    if ("application/json".equals(ctx.header("Accept"))) ctx.status(HttpStatus.NO_CONTENT);
    else ctx.redirect(back(ctx), HttpStatus.SEE_OTHER);
  }

  /// The page that the form stood on.
  private static String back(Context ctx) {
    String named = ctx.formParam("back");
    if (named != null) return LoginPages.back(named);
    try {
      URI from = new URI(String.valueOf(ctx.header("Referer")));
      String query = from.getRawQuery();
      return LoginPages.back(from.getRawPath() + (query == null ? "" : "?" + query));
    } catch (URISyntaxException e) {
      return "/";
    }
  }

  private static Optional<Long> number(Context ctx, String name) {
    return Whole.of(ctx.formParam(name), 18);
  }
}
