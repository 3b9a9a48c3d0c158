package freshet.web;

import freshet.account.Visitor;
import freshet.pipeline.Rulebook;
import freshet.store.Reading;
import freshet.store.Reading.Scope;
import freshet.store.Store;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a reader does to entries: mark them as read or unread, star them, mark all, take that back,
/// hide feeds and topics. Each is a form; the script sends the same forms without leaving the page.
final class ReadingPages {
  private static final int MOST = 500;

  private final Store store;
  private final InstantSource clock;
  private final Screen screen;
  private final Shelf.Keeper shelves;

  ReadingPages(Store store, InstantSource clock, Screen screen, Shelf.Keeper shelves) {
    this.store = store;
    this.clock = clock;
    this.screen = screen;
    this.shelves = shelves;
  }

  /// Entries are read, unread, starred or not.
  void mark(Context ctx) {
    long account = Visitor.account(ctx);
    // A button says both in one: "star:12".
    String wish = String.valueOf(ctx.formParam("do"));
    int colon = Math.max(0, wish.indexOf(':'));
    String which = wish.substring(Math.min(wish.length(), colon + 1));
    int second = which.indexOf(':');
    List<Long> ids = own(account, ids(second < 0 ? which : which.substring(0, second)));
    Instant now = clock.instant();
    switch (wish.substring(0, colon)) {
      case "read" -> store.reading().read(account, ids, true, now);
      case "unread" -> store.reading().read(account, ids, false, now);
      case "star" -> store.reading().star(account, ids, true, now);
      case "unstar" -> store.reading().star(account, ids, false, now);
      case "tag" -> {
        String tag = Plain.line(ctx.formParam("tag"), Rulebook.MOST_TAG);
        if (!tag.isEmpty()) store.reading().label(account, ids, tag, true);
      }
      case "untag" -> store.reading().label(account, ids, which.substring(second + 1), false);
      default -> {
        screen.say(ctx, 400, "bad.title", "bad.address");
        return;
      }
    }
    shelves.forget(account);
    done(ctx);
  }

  private static List<Long> ids(String text) {
    List<Long> ids = new ArrayList<>();
    for (String id : text.split(",")) {
      if (id.matches("\\d{1,18}") && ids.size() < MOST) ids.add(Long.valueOf(id));
    }
    return ids;
  }

  private List<Long> own(long account, List<Long> ids) {
    Set<Long> own = new LinkedHashSet<>(store.subscriptions().entries(account, ids));
    // A star may outlive its subscription.
    store
        .reading()
        .marks(account, ids)
        .forEach((id, mark) -> {
          if (mark.starred()) own.add(id);
        });
    return List.copyOf(own);
  }

  /// Everything the river shows, up to what its reader could see.
  void markAll(Context ctx) {
    long account = Visitor.account(ctx);
    Optional<Long> upTo = number(ctx, "upto");
    String days = ctx.formParam("older");
    Instant before =
        days != null && days.matches("\\d{1,3}")
            ? clock.instant().minus(Duration.ofDays(Long.parseLong(days)))
            : null;
    Scope scope =
        new Scope(
            number(ctx, "feed").orElse(null),
            given(ctx, "folder"),
            given(ctx, "topic"),
            given(ctx, "lang"),
            number(ctx, "event").orElse(null),
            upTo.orElse(null),
            null,
            before);
    Reading.Marked marked = store.reading().readAll(account, scope, clock.instant());
    shelves.forget(account);
    String back = back(ctx).replaceAll("[?&](marked|undo)=[^&]*", "");
    String and = back.contains("?") ? "&" : "?";
    ctx.redirect(
        back + and + "marked=" + marked.entries() + "&undo=" + marked.batch(),
        HttpStatus.SEE_OTHER);
  }

  void undo(Context ctx) {
    long account = Visitor.account(ctx);
    number(ctx, "batch")
        .ifPresent(batch -> {
          int _ = store.reading().undo(account, batch);
        });
    shelves.forget(account);
    done(ctx);
  }

  /// Hides a feed or a topic from the river, or shows it again.
  void hide(Context ctx) {
    long account = Visitor.account(ctx);
    boolean hidden = !"show".equals(ctx.formParam("as"));
    number(ctx, "feed")
        .ifPresent(feed -> {
          boolean _ = store.subscriptions().setHidden(account, feed, hidden);
        });
    String topic = given(ctx, "topic");
    if (topic != null && topic.length() <= 60) {
      Set<String> topics = new LinkedHashSet<>(hiddenTopics(store.settings().of(account)));
      if (hidden) topics.add(topic);
      else topics.remove(topic);
      store.settings().put(account, "hidden-topics", String.join("\n", topics), clock.instant());
    }
    shelves.forget(account);
    done(ctx);
  }

  static List<String> hiddenTopics(Map<String, String> settings) {
    String stored = settings.getOrDefault("hidden-topics", "");
    return stored.isEmpty() ? List.of() : List.of(stored.split("\n"));
  }

  /// A script wants no page.
  private static void done(Context ctx) {
    if ("application/json".equals(ctx.header("Accept"))) ctx.status(HttpStatus.NO_CONTENT);
    else ctx.redirect(back(ctx), HttpStatus.SEE_OTHER);
  }

  /// The page that the form stood on.
  private static String back(Context ctx) {
    String named = ctx.formParam("back");
    if (named != null) return Doors.ours(named);
    try {
      URI from = new URI(String.valueOf(ctx.header("Referer")));
      String query = from.getRawQuery();
      return Doors.ours(from.getRawPath() + (query == null ? "" : "?" + query));
    } catch (URISyntaxException e) {
      return "/";
    }
  }

  private static Optional<Long> number(Context ctx, String name) {
    String text = ctx.formParam(name);
    return text == null ? Optional.empty() : Pages.number(text);
  }

  private static @Nullable String given(Context ctx, String name) {
    String text = ctx.formParam(name);
    return text == null || text.isBlank() ? null : text;
  }
}
