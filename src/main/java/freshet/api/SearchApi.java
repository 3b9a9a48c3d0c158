package freshet.api;

import static freshet.api.Api.given;

import freshet.catalog.EntryFinder;
import freshet.catalog.EntryFinder.Facet;
import freshet.catalog.EntryFinder.Found;
import freshet.http.Json;
import freshet.library.Searching;
import freshet.model.Account;
import freshet.model.Entry;
import freshet.model.Piece;
import freshet.model.Remark;
import freshet.model.SavedSearch;
import freshet.model.SearchOrder;
import freshet.model.UnderstoodQuery;
import freshet.text.Html;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Search in the JSON API, and the searches that are kept.
public final class SearchApi {
  private final Searching searching;

  public SearchApi(Searching searching) {
    this.searching = searching;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/search", this::search);
    routes.post("/api/v1/search/rebuild", this::rebuild);
    routes.get("/api/v1/searches", this::saved);
    routes.post("/api/v1/searches", this::save);
    routes.get("/api/v1/searches/{id}", this::one);
    routes.delete("/api/v1/searches/{id}", this::remove);
  }

  private void search(Context ctx, Account who) {
    Long from = Api.number(ctx, "offset");
    Found found =
        searching.find(
            who,
            new EntryFinder.Request(
                query(ctx),
                "newest".equals(ctx.queryParam("sort")) ? SearchOrder.NEWEST : SearchOrder.BEST,
                false,
                from == null ? 0 : from.intValue(),
                Api.limit(ctx)));
    Json.send(ctx, Answer.of(found));
  }

  /// `translate=false` is the same as `translate:no` in the query.
  private static String query(Context ctx) {
    String words = ctx.queryParam("q");
    String like = ctx.queryParam("like");
    String query = words == null ? "" : words;
    if (like != null && !like.isBlank()) query += " " + UnderstoodQuery.like(like);
    return "false".equals(ctx.queryParam("translate")) ? query + " translate:no" : query;
  }

  record Answer(
      String query,
      String understood,
      @Nullable List<UnderstoodQuery.Added> alsoSearchedFor,
      @Nullable List<String> remarks,
      @Nullable String didYouMean,
      long total,
      List<Result> results,
      Facets facets) {
    static Answer of(Found f) {
      List<String> remarks = f.query().remarks().stream().map(Remark::sentence).toList();
      return new Answer(
          f.query().source(),
          f.query().understood(),
          f.query().added().isEmpty() ? null : f.query().added(),
          remarks.isEmpty() ? null : remarks,
          f.suggestion(),
          f.total(),
          f.groups().stream().flatMap(g -> g.stories().stream()).map(Result::of).toList(),
          new Facets(f.topics(), f.languages(), f.feeds(), days(f)));
    }

    private static List<Day> days(Found f) {
      List<Day> days = new ArrayList<>();
      for (int i = 0; i < f.days().length; i++) {
        if (f.days()[i] > 0) days.add(new Day(f.firstDay().plusDays(i), f.days()[i]));
      }
      return days;
    }
  }

  record Result(
      float score,
      @Nullable String topic,
      String marked,
      @Nullable List<Long> copies,
      Entry entry) {
    static Result of(EntryFinder.Story s) {
      return new Result(
          s.score(),
          s.topic(),
          html(s.excerpt()),
          s.copies().isEmpty() ? null : s.copies(),
          s.entry());
    }
  }

  record Facets(List<Facet> topics, List<Facet> languages, List<Facet> feeds, List<Day> days) {}

  record Day(LocalDate day, int entries) {}

  /// HTML with the words in `<mark>`, everything else escaped.
  static String html(List<Piece> pieces) {
    StringBuilder out = new StringBuilder();
    for (Piece p : pieces) {
      String text = Html.escape(p.text());
      out.append(p.marked() ? "<mark>" + text + "</mark>" : text);
    }
    return out.toString();
  }

  private void rebuild(Context ctx, Account who) {
    searching.rebuild(who);
    ctx.status(202);
  }

  record Saved(long id, String name, String query, @Nullable String feed) {
    static Saved of(SavedSearch s) {
      return new Saved(s.id(), s.name(), s.query(), s.feed("atom"));
    }
  }

  private void saved(Context ctx, Account who) {
    int limit = Api.limit(ctx);
    Long after = Api.number(ctx, "after");
    List<SavedSearch> all =
        searching.saved(who).stream()
            .filter(s -> after == null || s.id() > after)
            .sorted(Comparator.comparingLong(SavedSearch::id))
            .limit(limit)
            .toList();
    Api.page(ctx, "searches", all, limit, Saved::of, SavedSearch::id);
  }

  private void save(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    SavedSearch saved =
        searching.save(who, given(Api.text(body, "name")), given(Api.text(body, "query")));
    ctx.status(201);
    Json.send(ctx, Saved.of(saved));
  }

  private void one(Context ctx, Account who) {
    Json.send(ctx, Saved.of(searching.saved(who, Api.id(ctx))));
  }

  private void remove(Context ctx, Account who) {
    searching.remove(who, Api.id(ctx));
    ctx.status(204);
  }
}
