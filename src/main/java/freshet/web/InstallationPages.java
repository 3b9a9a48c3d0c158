package freshet.web;

import freshet.library.Administering;
import freshet.library.Fetching;
import freshet.library.Refusal;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.InForce;
import freshet.model.Kept;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of the installation, for the first account: read, and written into their file.
public final class InstallationPages {
  /// What people look for, shown before the rest.
  private static final List<String> FIRST =
      List.of("budget", "interval.min", "interval.max", "proxy", "user-agent");

  private final Administering administering;
  private final Fetching fetching;
  private final Renderer renderer;

  InstallationPages(Administering administering, Fetching fetching, Renderer renderer) {
    this.administering = administering;
    this.fetching = fetching;
    this.renderer = renderer;
  }

  /// @param disk what articles and versions cost there, and what limits would take away
  /// @param saved `now` if what was just changed is in force, `later` if it needs a restart
  /// @param wrong the name of a setting that was refused, and why
  public record View(
      PageFrame frame,
      List<InForce> settings,
      List<String> disk,
      @Nullable String saved,
      @Nullable String wrong,
      String error) {
    public List<InForce> part(boolean first) {
      return settings.stream().filter(s -> FIRST.contains(s.name()) == first).toList();
    }
  }

  void show(Context ctx, Account who) {
    String done = ctx.queryParam("done");
    show(ctx, who, done == null ? null : done.equals("now") ? "now" : "later", null, "");
  }

  private void show(
      Context ctx, Account who, @Nullable String saved, @Nullable String wrong, String error) {
    List<InForce> settings = administering.installation(who);
    PageFrame frame = renderer.frame(ctx, "settings");
    List<String> disk = fetching.kept(who).stream().map(k -> words(k, frame)).toList();
    renderer.show(ctx, "installation", new View(frame, settings, disk, saved, wrong, error));
  }

  private static String words(Kept kept, PageFrame frame) {
    String key =
        switch (kept.kind()) {
          case ARTICLES -> "installation.disk-articles";
          case VERSIONS -> "installation.disk-versions";
        };
    StringBuilder words =
        new StringBuilder(frame.say(key, kept.count(), SafeText.bytes(kept.bytes())));
    if (kept.count() == 0) return words.toString();
    for (Kept.Older older : kept.older()) {
      String size = SafeText.bytes(older.bytes());
      words.append(' ').append(frame.say("installation.older", older.days(), older.count(), size));
    }
    return words.toString();
  }

  void change(Context ctx, Account who) {
    String name = SafeText.line(ctx.formParam("name"), 60);
    String value = SafeText.line(ctx.formParam("value"), 1000).strip();
    try {
      administering.setUp(who, name, value);
      boolean now =
          administering.inForce(who).stream().anyMatch(s -> s.name().equals(name) && s.atOnce());
      ctx.redirect("/settings/installation?done=" + (now ? "now" : "later"), HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      if (e.reason != Reason.WRONG) throw e;
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, who, null, name, e.sentence());
    }
  }
}
