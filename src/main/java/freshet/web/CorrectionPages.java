package freshet.web;

import freshet.library.Correcting;
import freshet.library.Refusal;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.understand.Understanding;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/// What people say of topics and stories, and what counts as the same.
final class CorrectionPages {
  private final Correcting correcting;
  private final Renderer renderer;
  private final Sidebar.Keeper sidebars;

  CorrectionPages(Correcting correcting, Renderer renderer, Sidebar.Keeper sidebars) {
    this.correcting = correcting;
    this.renderer = renderer;
    this.sidebars = sidebars;
  }

  /// A person says what an entry is about.
  void giveTopic(Context ctx, Account who) {
    long entry = RequestNumbers.id(ctx);
    String topic = typed(ctx, "new").isEmpty() ? typed(ctx, "topic") : typed(ctx, "new");
    try {
      correcting.giveTopic(who, entry, topic);
      sidebars.forget();
      ctx.redirect("/entry/" + entry, HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      wrongTopic(ctx, e);
    }
  }

  /// A person says what a feed is about, or that its entries stand for their stories.
  void changeFeed(Context ctx, Account who) {
    long feed = RequestNumbers.id(ctx);
    String topic = typed(ctx, "topic");
    try {
      correcting.giveFeedTopic(who, feed, topic.isEmpty() ? null : topic);
      correcting.prefer(who, feed, "on".equals(ctx.formParam("preferred")));
      sidebars.forget();
      ctx.redirect("/feed/" + feed + "?done=saved", HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      wrongTopic(ctx, e);
    }
  }

  private void wrongTopic(Context ctx, Refusal e) {
    if (e.reason != Reason.WRONG) throw e;
    renderer.say(ctx, Renderer.status(e), "topic.wrong", "topic.wrong-help");
  }

  private static String typed(Context ctx, String name) {
    String text = ctx.formParam(name);
    return text == null ? "" : text.strip();
  }

  void settings(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "settings");
    if (!correcting.isOn()) {
      renderer.show(ctx, "settings", new SettingsPage(frame, null, 0, false, null, false));
      return;
    }
    Understanding.Folds folds = correcting.folds();
    boolean asked = ctx.queryParam("percent") != null;
    double percent = percent(ctx.queryParam("percent"), folds.percent());
    boolean inside = asked ? "on".equals(ctx.queryParam("inside")) : folds.containment();
    renderer.show(
        ctx,
        "settings",
        new SettingsPage(
            frame,
            folds,
            (int) Math.round(percent),
            inside,
            SettingsPage.shown(correcting.preview(who, percent, inside), frame),
            "saved".equals(ctx.queryParam("done"))));
  }

  /// Sets what counts as the same, for what is there as well.
  void fold(Context ctx, Account who) throws InterruptedException {
    double percent = percent(ctx.formParam("percent"), correcting.folds().percent());
    correcting.fold(who, percent, "on".equals(ctx.formParam("inside")));
    sidebars.forget();
    ctx.redirect("/settings?done=saved", HttpStatus.SEE_OTHER);
  }

  private static double percent(@Nullable String text, double otherwise) {
    if (text == null || !text.matches("\\d{1,3}")) return otherwise;
    return Math.clamp(Integer.parseInt(text), 1, 100);
  }
}
