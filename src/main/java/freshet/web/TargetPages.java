package freshet.web;

import freshet.library.Refusal;
import freshet.library.Refusal.Reason;
import freshet.library.Saving;
import freshet.model.Account;
import freshet.model.SaveTarget;
import freshet.model.SaveTarget.Way;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The page of other programs that somebody saves entries to.
final class TargetPages {
  private static final SaveTarget FRESH =
      new SaveTarget(0, "", Way.SEND, "POST", "", "", "", "", "", "");

  private final Saving saving;
  private final Renderer renderer;

  TargetPages(Saving saving, Renderer renderer) {
    this.saving = saving;
    this.renderer = renderer;
  }

  void home(Context ctx, Account who) {
    SaveTarget form = FRESH;
    List<SaveTarget> ready = saving.ready();
    String chosen = ctx.queryParam("ready");
    int at = chosen == null ? -1 : Whole.or(-1, chosen, 2);
    if (at >= 0 && at < ready.size()) form = ready.get(at);
    if (ctx.queryParam("edit") != null) form = saving.target(who, RequestNumbers.of(ctx, "edit"));
    show(ctx, who, form, null);
  }

  private void show(Context ctx, Account who, SaveTarget form, @Nullable String error) {
    PageFrame frame = renderer.frame(ctx, "settings");
    String done = ctx.queryParam("done");
    boolean said = done != null && frame.texts().has("done.target-" + done);
    renderer.show(
        ctx,
        "targets",
        new TargetsPage(
            frame,
            saving.targets(who),
            saving.ready(),
            form,
            saving.names(),
            error,
            said ? frame.say("done.target-" + done) : null));
  }

  void save(Context ctx, Account who) {
    SaveTarget typed =
        new SaveTarget(
            Whole.of(ctx.formParam("id"), 18).orElse(0L),
            SafeText.line(ctx.formParam("name"), SaveTarget.LONGEST_NAME + 1),
            way(ctx.formParam("way")),
            text(ctx, "method"),
            text(ctx, "address"),
            text(ctx, "headers"),
            text(ctx, "body"),
            text(ctx, "log-in"),
            text(ctx, "log-in-form"),
            text(ctx, "secrets"));
    try {
      SaveTarget _ = saving.save(who, typed);
      ctx.redirect("/settings/targets?done=saved", HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      if (e.reason != Reason.WRONG && e.reason != Reason.TOO_MANY) throw e;
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, who, typed, renderer.frame(ctx, "settings").refused(e));
    }
  }

  private static Way way(@Nullable String word) {
    return Arrays.stream(Way.values())
        .filter(w -> w.word().equals(word))
        .findAny()
        .orElse(Way.SEND);
  }

  private static String text(Context ctx, String name) {
    String text = ctx.formParam(name);
    return text == null ? "" : text.replace("\r", "");
  }

  void remove(Context ctx, Account who) {
    saving.remove(who, RequestNumbers.id(ctx));
    ctx.redirect("/settings/targets?done=removed", HttpStatus.SEE_OTHER);
  }
}
