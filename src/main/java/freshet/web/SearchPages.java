package freshet.web;

import freshet.catalog.EntryFinder;
import freshet.catalog.EntryFinder.Found;
import freshet.library.Browsing;
import freshet.library.Library;
import freshet.library.Refusal;
import freshet.library.Searching;
import freshet.model.Account;
import freshet.model.SavedSearch;
import freshet.model.SearchOrder;
import freshet.model.Story;
import freshet.model.UnderstoodQuery;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The routes of the search page and of saved searches.
final class SearchPages {
  private final Browsing browsing;
  private final Searching searching;
  private final Sidebar.Keeper sidebars;
  private final Renderer renderer;

  SearchPages(Library library, Sidebar.Keeper sidebars, Renderer renderer) {
    this.browsing = library.browsing();
    this.searching = library.searching();
    this.sidebars = sidebars;
    this.renderer = renderer;
  }

  void search(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "search");
    SavedSearch saved = saved(ctx, who);
    String typed = typed(ctx);
    String query = typed != null ? typed : saved != null ? saved.query() : "";
    boolean newest =
        ctx.queryParam("sort") == null
            ? typed == null && saved != null
            : "newest".equals(ctx.queryParam("sort"));
    int page = (int) Math.min(25, RequestNumbers.of(ctx, "page"));
    boolean list = "1".equals(ctx.queryParam("list")) || page > 0;
    int size = newest ? Preferences.View.LIST.size : SearchPage.SIZE;
    Found found =
        searching.find(
            who,
            new EntryFinder.Request(
                query,
                newest ? SearchOrder.NEWEST : SearchOrder.BEST,
                !list,
                page * size,
                size,
                frame.lang()));
    List<Story> stories =
        found.groups().stream()
            .flatMap(g -> g.stories().stream())
            .map(s -> SearchPage.whole(s, Map.of()))
            .toList();
    renderer.show(
        ctx,
        "search",
        SearchPage.of(
            frame,
            sidebars.at(who, frame.times().now()),
            new SearchPage.Asked(query, newest, list, page, size),
            found,
            searching.building(),
            saved,
            done(ctx, frame),
            browsing.copies(who, stories),
            ids -> browsing.marks(who, ids)));
  }

  /// A text that entries are to be like becomes a part of the query.
  private static @Nullable String typed(Context ctx) {
    String like = ctx.queryParam("like");
    String query = ctx.queryParam("q");
    if (like == null || like.isBlank()) return query;
    return (query == null ? "" : query + " ") + UnderstoodQuery.like(like);
  }

  /// One that is gone is an empty search.
  private @Nullable SavedSearch saved(Context ctx, Account who) {
    long id = RequestNumbers.of(ctx, "saved");
    return searching.saved(who).stream().filter(s -> s.id() == id).findFirst().orElse(null);
  }

  private static @Nullable String done(Context ctx, PageFrame frame) {
    String done = ctx.queryParam("done");
    return done != null && frame.texts().has("done.search-" + done)
        ? frame.say("done.search-" + done)
        : null;
  }

  void save(Context ctx, Account who) {
    String query = Optional.ofNullable(ctx.formParam("q")).orElse("").strip();
    String name = SafeText.line(ctx.formParam("name"), SavedSearch.LONGEST_NAME + 1);
    try {
      SavedSearch saved =
          searching.save(who, name.isEmpty() ? SafeText.line(query, 80) : name, query);
      sidebars.forget(who.id());
      ctx.redirect("/search?saved=" + saved.id() + "&done=saved", HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      renderer.say(ctx, Renderer.status(e), "search.not-saved", "search.not-saved-help");
    }
  }

  void remove(Context ctx, Account who) {
    SavedSearch saved = searching.saved(who, RequestNumbers.id(ctx));
    searching.remove(who, saved.id());
    sidebars.forget(who.id());
    ctx.redirect(SearchPage.address(saved.query()) + "&done=removed", HttpStatus.SEE_OTHER);
  }
}
