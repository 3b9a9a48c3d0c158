package freshet.web;

import freshet.library.Alerting;
import freshet.library.Refusal;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.Alert;
import freshet.model.Mark;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Frequency;
import freshet.model.Rule.Way;
import freshet.model.SavedSearch;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The page of rules and alerts.
final class RulePages {
  private static final int SHOWN = 50;
  private static final Rule FRESH =
      new Rule(
          0,
          "",
          "",
          Set.of(Action.ALERT),
          Way.LIST,
          null,
          null,
          Frequency.AT_ONCE,
          true,
          Instant.EPOCH,
          null);

  private final Alerting alerting;
  private final Renderer renderer;

  RulePages(Alerting alerting, Renderer renderer) {
    this.alerting = alerting;
    this.renderer = renderer;
  }

  void home(Context ctx, Account who) {
    boolean edit = ctx.queryParam("edit") != null;
    show(ctx, who, edit ? alerting.rule(who, RequestNumbers.of(ctx, "edit")) : FRESH, null, null);
  }

  private void show(
      Context ctx,
      Account who,
      Rule form,
      Alerting.@Nullable Trial trial,
      @Nullable Refusal wrong) {
    PageFrame frame = renderer.frame(ctx, "settings");
    String done = ctx.queryParam("done");
    boolean said = done != null && frame.texts().has("done.rule-" + done);
    renderer.show(
        ctx,
        "rules",
        new RulesPage(
            frame,
            alerting.isOn(),
            alerting.rules(who),
            alerting::notUnderstood,
            form,
            trial,
            wrong == null ? null : said(wrong, frame),
            alerting.alerts(who, Alert.State.DEAD, null, SHOWN),
            alerting.alerts(who, null, null, SHOWN),
            said ? frame.say("done.rule-" + done) : null));
  }

  private static Rule typed(Context ctx) {
    Set<Action> chosen = EnumSet.noneOf(Action.class);
    List<String> words = ctx.formParams("action");
    for (Action a : Action.values()) if (words.contains(a.word())) chosen.add(a);
    String way = ctx.formParam("way");
    String secret = ctx.formParam("secret");
    return new Rule(
        Whole.of(ctx.formParam("id"), 18).orElse(0L),
        SafeText.line(ctx.formParam("name"), SavedSearch.LONGEST_NAME + 1),
        Optional.ofNullable(ctx.formParam("query")).orElse(""),
        chosen,
        Arrays.stream(Way.values()).filter(w -> w.word().equals(way)).findAny().orElse(Way.LIST),
        ctx.formParam("target"),
        secret == null || secret.isBlank() ? null : secret,
        Frequency.of(
            "daily".equals(ctx.formParam("gather")), "weekly".equals(ctx.formParam("gather"))),
        ctx.formParam("enabled") != null,
        Instant.EPOCH,
        SafeText.line(ctx.formParam("tag"), Mark.LONGEST_TAG + 1));
  }

  void save(Context ctx, Account who) {
    Rule typed = typed(ctx);
    try {
      Rule _ = alerting.save(who, typed);
      ctx.redirect("/rules?done=saved", HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      showAgain(ctx, who, typed, e);
    }
  }

  void tryOut(Context ctx, Account who) {
    Rule typed = typed(ctx);
    try {
      show(ctx, who, typed, alerting.tryOut(who, typed.query()), null);
    } catch (Refusal e) {
      showAgain(ctx, who, typed, e);
    }
  }

  private void showAgain(Context ctx, Account who, Rule typed, Refusal e) {
    if (e.reason != Reason.WRONG) throw e;
    ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
    show(ctx, who, typed, null, e);
  }

  /// What goes on behind the name of a field has a sentence of its own here.
  private static String said(Refusal wrong, PageFrame frame) {
    boolean goesOn = Character.isLowerCase(wrong.sentence().charAt(0));
    return goesOn ? frame.say("rules.wrong-" + wrong.field) : frame.refused(wrong);
  }

  void remove(Context ctx, Account who) {
    alerting.remove(who, RequestNumbers.id(ctx));
    ctx.redirect("/rules?done=removed", HttpStatus.SEE_OTHER);
  }

  void retry(Context ctx, Account who) {
    alerting.retry(who, RequestNumbers.id(ctx));
    ctx.redirect("/rules?done=retry", HttpStatus.SEE_OTHER);
  }

  void retryDead(Context ctx, Account who) {
    int _ = alerting.retryDead(who);
    ctx.redirect("/rules?done=retry", HttpStatus.SEE_OTHER);
  }
}
