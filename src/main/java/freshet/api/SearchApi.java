package freshet.api;

import static freshet.api.Api.body;
import static freshet.api.Api.json;
import static freshet.api.Api.number;
import static freshet.api.Api.text;

import freshet.account.Visitor;
import freshet.exchange.EntryJson;
import freshet.model.SavedSearch;
import freshet.model.Secret;
import freshet.pipeline.EntryFinder;
import freshet.pipeline.EntryFinder.Facet;
import freshet.pipeline.EntryFinder.Found;
import freshet.pipeline.EntryFinder.Story;
import freshet.pipeline.Searching;
import freshet.search.Marker.Piece;
import freshet.search.Remark;
import freshet.search.Wish.Order;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// Search in the JSON API, and the searches that are kept.
public final class SearchApi {
  private final @Nullable Searching searching;
  private final Store store;
  private final InstantSource clock;

  /// @param searching null if the search is switched off
  public SearchApi(@Nullable Searching searching, Store store, InstantSource clock) {
    this.searching = searching;
    this.store = store;
    this.clock = clock;
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

  private Searching searching() {
    if (searching == null) {
      throw new Problem(
          503, "Search is switched off", "Start Freshet with the setting 'search = true'");
    }
    return searching;
  }

  private void search(Context ctx) {
    String query = ctx.queryParam("q");
    if (query == null) throw Problem.badParameter("q", "must be given: what to search for");
    Long from = number(ctx, "offset");
    if (from != null && (from < 0 || from > EntryFinder.DEEPEST)) {
      throw Problem.badParameter("offset", "must be from 0 to " + EntryFinder.DEEPEST);
    }
    String sort = ctx.queryParam("sort");
    if (sort != null && !sort.equals("best") && !sort.equals("newest")) {
      throw Problem.badParameter("sort", "must be 'best' or 'newest'");
    }
    Found found =
        searching()
            .finder()
            .find(
                new EntryFinder.Request(
                    query,
                    "newest".equals(sort) ? Order.NEWEST : Order.BEST,
                    false,
                    from == null ? 0 : from.intValue(),
                    Api.limit(ctx)),
                Api.sight(store, ctx));
    json(ctx, json -> write(json, found));
  }

  private static void write(JsonGenerator json, Found found) {
    json.writeStartObject();
    json.writeStringProperty("query", found.query().source());
    json.writeStringProperty("understood", found.query().understood());
    if (!found.query().remarks().isEmpty()) {
      json.writeArrayPropertyStart("remarks");
      for (Remark r : found.query().remarks()) json.writeString(r.sentence());
      json.writeEndArray();
    }
    if (found.suggestion() != null) json.writeStringProperty("didYouMean", found.suggestion());
    json.writeNumberProperty("total", found.total());
    json.writeArrayPropertyStart("results");
    for (EntryFinder.Group g : found.groups()) for (Story s : g.stories()) write(json, s);
    json.writeEndArray();
    json.writeObjectPropertyStart("facets");
    facets(json, "topics", found.topics());
    facets(json, "languages", found.languages());
    facets(json, "feeds", found.feeds());
    json.writeArrayPropertyStart("days");
    for (int i = 0; i < found.days().length; i++) {
      if (found.days()[i] == 0) continue;
      json.writeStartObject();
      json.writeStringProperty("day", found.firstDay().plusDays(i).toString());
      json.writeNumberProperty("entries", found.days()[i]);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Story s) {
    json.writeStartObject();
    json.writeNumberProperty("score", s.score());
    if (s.topic() != null) json.writeStringProperty("topic", s.topic());
    json.writeStringProperty("marked", html(s.excerpt()));
    if (!s.copies().isEmpty()) {
      json.writeArrayPropertyStart("copies");
      for (long id : s.copies()) json.writeNumber(id);
      json.writeEndArray();
    }
    json.writeName("entry");
    EntryJson.write(json, s.entry(), null);
    json.writeEndObject();
  }

  /// HTML with the words in `<mark>`, everything else escaped.
  static String html(List<Piece> pieces) {
    StringBuilder out = new StringBuilder();
    for (Piece p : pieces) {
      String text =
          p.text()
              .replace("&", "&amp;")
              .replace("<", "&lt;")
              .replace(">", "&gt;")
              .replace("\"", "&quot;");
      out.append(p.marked() ? "<mark>" + text + "</mark>" : text);
    }
    return out.toString();
  }

  private static void facets(JsonGenerator json, String name, List<Facet> facets) {
    json.writeArrayPropertyStart(name);
    for (Facet f : facets) {
      json.writeStartObject();
      json.writeStringProperty("value", f.value());
      json.writeStringProperty("name", f.name());
      json.writeNumberProperty("entries", f.entries());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void rebuild(Context ctx) {
    searching().keeper().rebuildSoon();
    ctx.status(202);
  }

  private void saved(Context ctx) {
    int limit = Api.limit(ctx);
    Long after = number(ctx, "after");
    List<SavedSearch> all =
        store.savedSearches().all(Visitor.account(ctx)).stream()
            .sorted(Comparator.comparingLong(SavedSearch::id))
            .filter(s -> after == null || s.id() > after)
            .limit(limit)
            .toList();
    Api.page(ctx, "searches", all, limit, SearchApi::write, SavedSearch::id);
  }

  private static void write(JsonGenerator json, SavedSearch s) {
    json.writeStartObject();
    json.writeNumberProperty("id", s.id());
    json.writeStringProperty("name", s.name());
    json.writeStringProperty("query", s.query());
    if (s.secret() != null) json.writeStringProperty("feed", "/out/" + s.secret() + ".atom");
    json.writeEndObject();
  }

  private void save(Context ctx) {
    JsonNode body = body(ctx);
    String name = text(body, "name");
    String query = text(body, "query");
    if (name == null || name.isBlank() || name.length() > 200) {
      throw Problem.badParameter("name", "must be a text of at most 200 characters");
    }
    if (query == null || query.isBlank() || query.length() > 1000) {
      throw Problem.badParameter("query", "must be a query of at most 1000 characters");
    }
    SavedSearch saved =
        store
            .savedSearches()
            .save(
                Visitor.account(ctx),
                name.strip(),
                query.strip(),
                Secret.random(),
                clock.instant());
    ctx.status(201);
    json(ctx, json -> write(json, saved));
  }

  private void one(Context ctx) {
    long id = Api.id(ctx);
    SavedSearch search =
        store
            .savedSearches()
            .find(Visitor.account(ctx), id)
            .orElseThrow(() -> Problem.notFound("There is no saved search " + id));
    json(ctx, json -> write(json, search));
  }

  private void remove(Context ctx) {
    long id = Api.id(ctx);
    if (!store.savedSearches().remove(Visitor.account(ctx), id)) {
      throw Problem.notFound("There is no saved search " + id);
    }
    ctx.status(204);
  }
}
