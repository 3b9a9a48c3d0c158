package freshet.web;

import freshet.account.Visitor;
import freshet.model.SavedSearch;
import freshet.model.Secret;
import freshet.pipeline.EntryFinder;
import freshet.pipeline.EntryFinder.Found;
import freshet.pipeline.Searching;
import freshet.search.IndexDamaged;
import freshet.search.Wish.Order;
import freshet.store.Store;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The routes of the search page, of saved searches, and of the feeds that those are for others.
final class SearchPages {
  private final @Nullable Searching searching;
  private final Store store;
  private final Shelf.Keeper shelves;
  private final Screen screen;
  private final InstantSource clock;

  SearchPages(
      @Nullable Searching searching,
      Store store,
      Shelf.Keeper shelves,
      Screen screen,
      InstantSource clock) {
    this.searching = searching;
    this.store = store;
    this.shelves = shelves;
    this.screen = screen;
    this.clock = clock;
  }

  void search(Context ctx) {
    if (searching == null) {
      screen.say(ctx, 404, "missing.search", "missing.search-help");
      return;
    }
    Frame frame = screen.frame(ctx, "search");
    long account = Visitor.account(ctx);
    Optional<SavedSearch> saved =
        number(ctx.queryParam("saved")).flatMap(id -> store.savedSearches().find(account, id));
    String wish = ctx.queryParam("q");
    String query = wish != null ? wish : saved.map(SavedSearch::query).orElse("");
    boolean newest =
        ctx.queryParam("sort") == null
            ? wish == null && saved.isPresent()
            : "newest".equals(ctx.queryParam("sort"));
    int page = (int) Math.min(25, number(ctx.queryParam("page")).orElse(0L));
    boolean list = "1".equals(ctx.queryParam("list")) || page > 0;
    int size = newest ? Look.View.LIST.size : FindPage.SIZE;
    try {
      Found found =
          searching
              .finder()
              .find(
                  new EntryFinder.Request(
                      query, newest ? Order.NEWEST : Order.BEST, !list, page * size, size),
                  store.subscriptions().sight(account));
      screen.show(
          ctx,
          "find",
          FindPage.of(
              frame,
              shelves.at(Visitor.account(ctx), frame.times().now()),
              new FindPage.Asked(query, newest, list, page, size),
              found,
              searching.keeper().building(),
              saved.orElse(null),
              done(ctx, frame),
              ids -> store.reading().marks(Visitor.account(ctx), ids)));
    } catch (IndexDamaged e) {
      searching.keeper().rebuildSoon();
      screen.say(ctx, 503, "find.damaged", "find.damaged-help");
    }
  }

  private static @Nullable String done(Context ctx, Frame frame) {
    String done = ctx.queryParam("done");
    return done != null && frame.texts().has("done.search-" + done)
        ? frame.say("done.search-" + done)
        : null;
  }

  void save(Context ctx) {
    String query = Optional.ofNullable(ctx.formParam("q")).orElse("").strip();
    String name = Plain.line(ctx.formParam("name"), 80);
    if (query.isEmpty() || query.length() > 1000) {
      screen.say(ctx, 422, "find.not-saved", "find.not-saved-help");
      return;
    }
    SavedSearch saved =
        store
            .savedSearches()
            .save(
                Visitor.account(ctx),
                name.isEmpty() ? Plain.line(query, 80) : name,
                query,
                Secret.random(),
                clock.instant());
    shelves.forget();
    ctx.redirect("/search?saved=" + saved.id() + "&done=saved", HttpStatus.SEE_OTHER);
  }

  void remove(Context ctx) {
    long account = Visitor.account(ctx);
    Optional<SavedSearch> saved =
        number(ctx.pathParam("id")).flatMap(id -> store.savedSearches().find(account, id));
    if (saved.isEmpty() || !store.savedSearches().remove(account, saved.get().id())) {
      screen.say(ctx, 404, "missing.saved", "missing.saved-help");
      return;
    }
    shelves.forget();
    ctx.redirect(FindPage.address(saved.get().query()) + "&done=removed", HttpStatus.SEE_OTHER);
  }

  private static Optional<Long> number(@Nullable String text) {
    return text != null && text.matches("\\d{1,18}")
        ? Optional.of(Long.valueOf(text))
        : Optional.empty();
  }
}
