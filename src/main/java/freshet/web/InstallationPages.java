package freshet.web;

import freshet.library.Administering;
import freshet.library.Refusal;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.InForce;
import freshet.model.Kept;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The settings of the installation, for the first account: read, and written into their file.
public final class InstallationPages {
  /// What people look for, shown before the rest.
  private static final List<String> FIRST =
      List.of("budget", "interval.min", "interval.max", "proxy", "user-agent");

  private final Administering administering;
  private final Renderer renderer;

  InstallationPages(Administering administering, Renderer renderer) {
    this.administering = administering;
    this.renderer = renderer;
  }

  /// @param disk what each kind costs there, and what limits would take away
  /// @param sure what a change would delete, to be confirmed; null if there is nothing to confirm
  /// @param saved `now` if what was just changed is in force, `later` if it needs a restart
  /// @param wrong the name of a setting that was refused, and why
  public record View(
      PageFrame frame,
      List<InForce> settings,
      List<String> disk,
      @Nullable Sure sure,
      @Nullable String saved,
      @Nullable String wrong,
      String error) {
    public List<InForce> part(boolean first) {
      return settings.stream().filter(s -> FIRST.contains(s.name()) == first).toList();
    }
  }

  /// A change that deletes something.
  ///
  /// @param what how many would go, in a sentence
  public record Sure(String name, String value, String what) {}

  void show(Context ctx, Account who) {
    String done = ctx.queryParam("done");
    show(ctx, who, null, done == null ? null : done.equals("now") ? "now" : "later", null, "");
  }

  private void show(
      Context ctx,
      Account who,
      @Nullable Sure sure,
      @Nullable String saved,
      @Nullable String wrong,
      String error) {
    List<InForce> settings = administering.installation(who);
    PageFrame frame = renderer.frame(ctx, "settings");
    List<String> disk =
        administering.kept(who, Kept.LIMITS).stream().map(k -> words(k, frame)).toList();
    renderer.show(ctx, "installation", new View(frame, settings, disk, sure, saved, wrong, error));
  }

  private static String words(Kept kept, PageFrame frame) {
    StringBuilder words =
        new StringBuilder(
            frame.say(
                "installation.disk-" + word(kept.kind()),
                kept.count(),
                SafeText.bytes(kept.bytes())));
    if (kept.count() == 0) return words.toString();
    for (Kept.Older older : kept.older()) {
      if (older.count() == 0) continue;
      String size = SafeText.bytes(older.bytes());
      words.append(' ').append(frame.say("installation.older", older.limit(), older.count(), size));
    }
    return words.toString();
  }

  private static String word(Kept.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  void change(Context ctx, Account who) {
    String name = SafeText.line(ctx.formParam("name"), 60);
    String value = SafeText.line(ctx.formParam("value"), 1000).strip();
    try {
      if (ctx.formParam("sure") == null) {
        Kept going = administering.wouldGo(who, name, value).orElse(null);
        if (going != null) {
          Kept.Older older = going.older().getFirst();
          String what =
              renderer
                  .frame(ctx, "settings")
                  .say(
                      "installation.sure-" + word(going.kind()),
                      older.count(),
                      SafeText.bytes(older.bytes()));
          show(ctx, who, new Sure(name, value, what), null, null, "");
          return;
        }
      }
      administering.setUp(who, name, value);
      boolean now =
          administering.inForce(who).stream().anyMatch(s -> s.name().equals(name) && s.atOnce());
      ctx.redirect("/settings/installation?done=" + (now ? "now" : "later"), HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      if (e.reason != Reason.WRONG) throw e;
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, who, null, null, name, renderer.frame(ctx, "settings").said(e.sentence()));
    }
  }
}
