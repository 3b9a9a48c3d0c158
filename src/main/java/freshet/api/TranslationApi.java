package freshet.api;

import static freshet.api.Api.given;
import static freshet.api.Api.text;

import freshet.account.Caller;
import freshet.http.Json;
import freshet.library.Browsing;
import freshet.library.Refusal;
import freshet.library.Translating;
import freshet.model.Account;
import freshet.translate.Providers.Report;
import freshet.translate.Providers.Trial;
import freshet.translate.TranslatedReading;
import freshet.translate.Wish;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What is translated for an account, by whom, and one entry in another language.
public final class TranslationApi {
  private final Translating translating;
  private final Browsing browsing;

  public TranslationApi(Translating translating, Browsing browsing) {
    this.translating = translating;
    this.browsing = browsing;
  }

  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/translation", this::show);
    routes.put("/api/v1/translation", this::choose);
    routes.post("/api/v1/translation/try", this::tryOut);
    routes.post("/api/v1/translation/forget", this::forget);
    routes.get("/api/v1/entries/{id}/translation", this::entry);
  }

  record Answer(
      Set<String> reads,
      @Nullable String into,
      List<ReportAnswer> translators,
      long texts,
      long entries,
      long waiting) {}

  record ReportAnswer(
      String id,
      String name,
      boolean sendsTexts,
      long usedToday,
      @Nullable Long mostPerDay,
      @Nullable String trouble,
      @Nullable String restsUntil) {
    static ReportAnswer of(Report r) {
      return new ReportAnswer(
          r.id(),
          r.name(),
          r.elsewhere(),
          r.used(),
          r.elsewhere() ? (Long) r.most() : null,
          r.trouble(),
          r.restsUntil() == null ? null : r.restsUntil().toString());
    }
  }

  private void show(Context ctx, Account who) {
    Wish wish = translating.wish(who).orElse(null);
    var sums = translating.sums();
    Json.send(
        ctx,
        new Answer(
            wish == null ? Set.of() : new TreeSet<>(wish.reads()),
            wish == null ? null : wish.into(),
            translating.translators().stream().map(ReportAnswer::of).toList(),
            sums.texts(),
            sums.entries(),
            sums.waiting()));
  }

  private void choose(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    translating.wish(who, Api.texts(body, "reads"), text(body, "into"));
    show(ctx, who);
  }

  record TrialAnswer(String name, @Nullable String text, @Nullable String trouble) {
    static TrialAnswer of(Trial t) {
      boolean unknown = t.text() == null && t.trouble() == null;
      return new TrialAnswer(
          t.name(), t.text(), unknown ? "It does not know these languages." : t.trouble());
    }
  }

  private void tryOut(Context ctx, Account who) throws InterruptedException {
    JsonNode body = Json.body(ctx);
    var trials =
        translating.tryOut(
            who, given(text(body, "text")), given(text(body, "from")), given(text(body, "into")));
    Json.send(ctx, Map.of("trials", trials.stream().map(TrialAnswer::of).toList()));
  }

  private void forget(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    String translator = given(text(body, "translator"));
    String typed = text(body, "since");
    Instant since = typed == null ? null : Instant.parse(typed);
    boolean dry = body.path("dryRun").asBoolean(false);
    Json.send(
        ctx,
        dry
            ? translating.given(who, translator, since)
            : translating.forget(who, translator, since));
  }

  record EntryAnswer(
      String from,
      String into,
      @Nullable String title,
      @Nullable String html,
      @Nullable String by,
      boolean whole,
      boolean underWay) {}

  /// What is kept at this moment. What is missing is asked for, if it is what the account wishes
  /// for and the caller may change something: it spends of a budget.
  private void entry(Context ctx, Account who) {
    var opened = browsing.open(who, Api.id(ctx));
    String into = ctx.queryParam("into");
    Wish own = translating.wish(who).orElse(null);
    Wish wish;
    if (into == null) {
      wish =
          Optional.ofNullable(own)
              .orElseThrow(
                  () -> Refusal.wrong("into", "must be given, as your settings translate nothing"));
    } else {
      String code = Wish.code(into);
      if (code == null) throw Refusal.wrong("into", "must be a language such as en");
      wish = new Wish(Set.of(), code);
    }
    Caller caller = Caller.of(ctx);
    boolean order =
        own != null && own.into().equals(wish.into()) && caller != null && caller.mayWrite();
    var entry = opened.story().entry();
    TranslatedReading.Text t =
        translating
            .text(entry, opened.body().shown(), wish, order)
            .orElseThrow(() ->
                Refusal.wrong(
                    "into", "is its own language or one that you read, or nobody translates it"));
    boolean there = t.title() != null || t.html() != null;
    Json.send(
        ctx,
        new EntryAnswer(
            t.from(), t.into(), t.title(), t.html(), there ? t.by() : null, t.whole(), t.soon()));
  }
}
