package freshet.web;

import freshet.account.Visitor;
import freshet.model.Alert;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Way;
import freshet.pipeline.Rulebook;
import freshet.store.Store;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The page of rules and alerts.
final class RulePages {
  private static final int SHOWN = 50;

  private final Store store;
  private final Actions actions;
  private final Screen screen;
  private final InstantSource clock;

  RulePages(Store store, Actions actions, Screen screen, InstantSource clock) {
    this.store = store;
    this.actions = actions;
    this.screen = screen;
    this.clock = clock;
  }

  void home(Context ctx) {
    String edit = ctx.queryParam("edit");
    Optional<Rule> known = edit == null ? Optional.empty() : number(ctx, edit);
    if (edit != null && known.isEmpty()) {
      screen.say(ctx, 404, "missing.rule", "missing.rule-help");
      return;
    }
    show(ctx, known.orElseGet(this::fresh), null, null);
  }

  private Optional<Rule> number(Context ctx, String text) {
    return Pages.number(text).flatMap(id -> store.rules().find(Visitor.account(ctx), id));
  }

  private Rule fresh() {
    return new Rule(
        0, "", "", Set.of(Action.ALERT), Way.LIST, null, null, false, true, clock.instant());
  }

  private void show(
      Context ctx, Rule form, Rulebook.@Nullable Trial trial, @Nullable String wrong) {
    long account = Visitor.account(ctx);
    Frame frame = screen.frame(ctx, "settings");
    String done = ctx.queryParam("done");
    boolean said = done != null && frame.texts().has("done.rule-" + done);
    screen.show(
        ctx,
        "rules",
        new RulesPage(
            frame,
            actions.rulebook() != null,
            store.rules().all(account),
            form,
            trial,
            wrong == null ? null : frame.say("rules.wrong-" + wrong),
            store.alerts().page(account, Alert.State.DEAD, null, SHOWN),
            store.alerts().page(account, null, null, SHOWN),
            said ? frame.say("done.rule-" + done) : null));
  }

  private Rule typed(Context ctx) {
    Set<Action> chosen = EnumSet.noneOf(Action.class);
    List<String> words = ctx.formParams("action");
    for (Action a : Action.values()) if (words.contains(a.word())) chosen.add(a);
    String way = ctx.formParam("way");
    String secret = ctx.formParam("secret");
    return new Rule(
        Pages.number(Optional.ofNullable(ctx.formParam("id")).orElse("0")).orElse(0L),
        Plain.line(ctx.formParam("name"), 201),
        Optional.ofNullable(ctx.formParam("query")).orElse(""),
        chosen,
        Arrays.stream(Way.values()).filter(w -> w.word().equals(way)).findAny().orElse(Way.LIST),
        ctx.formParam("target"),
        secret == null || secret.isBlank() ? null : secret,
        "daily".equals(ctx.formParam("gather")),
        ctx.formParam("enabled") != null,
        clock.instant(),
        Plain.line(ctx.formParam("tag"), Rulebook.MOST_TAG + 1),
        "weekly".equals(ctx.formParam("gather")));
  }

  private @Nullable Rulebook rulebook(Context ctx) {
    Rulebook rulebook = actions.rulebook();
    if (rulebook == null) screen.say(ctx, 404, "missing.search", "missing.search-help");
    return rulebook;
  }

  void save(Context ctx) {
    Rulebook rulebook = rulebook(ctx);
    if (rulebook == null) return;
    Rule typed = typed(ctx);
    try {
      if (rulebook.save(Visitor.account(ctx), typed).isEmpty()) {
        screen.say(ctx, 404, "missing.rule", "missing.rule-help");
        return;
      }
      ctx.redirect("/rules?done=saved", HttpStatus.SEE_OTHER);
    } catch (Rulebook.Wrong e) {
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, typed, null, e.field);
    }
  }

  void tryOut(Context ctx) {
    Rulebook rulebook = rulebook(ctx);
    if (rulebook == null) return;
    Rule typed = typed(ctx);
    try {
      show(ctx, typed, rulebook.tried(Visitor.account(ctx), typed.query()), null);
    } catch (Rulebook.Wrong e) {
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, typed, null, e.field);
    }
  }

  void remove(Context ctx) {
    Optional<Long> id = Pages.id(ctx);
    if (id.isEmpty() || !store.rules().remove(Visitor.account(ctx), id.get())) {
      screen.say(ctx, 404, "missing.rule", "missing.rule-help");
      return;
    }
    ctx.redirect("/rules?done=removed", HttpStatus.SEE_OTHER);
  }

  void retry(Context ctx) {
    Rulebook rulebook = rulebook(ctx);
    if (rulebook == null) return;
    Optional<Long> id = Pages.id(ctx);
    if (id.isEmpty() || !rulebook.retry(Visitor.account(ctx), id.get())) {
      screen.say(ctx, 404, "missing.alert", "missing.alert-help");
      return;
    }
    ctx.redirect("/rules?done=retry", HttpStatus.SEE_OTHER);
  }

  void retryDead(Context ctx) {
    Rulebook rulebook = rulebook(ctx);
    if (rulebook == null) return;
    rulebook.retryDead(Visitor.account(ctx));
    ctx.redirect("/rules?done=retry", HttpStatus.SEE_OTHER);
  }
}
