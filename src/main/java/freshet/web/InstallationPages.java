package freshet.web;

import freshet.account.Visitor;
import freshet.model.InForce;
import freshet.store.Accounts;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of the installation, for the first account: read, and written into their file.
public final class InstallationPages {
  /// What people look for.
  private static final List<String> FIRST =
      List.of("budget", "interval.min", "interval.max", "proxy", "user-agent");

  private final Actions actions;
  private final Screen screen;

  InstallationPages(Actions actions, Screen screen) {
    this.actions = actions;
    this.screen = screen;
  }

  /// Where the settings are.
  public interface Installation {
    List<InForce> all();

    /// Writes one down; it is in force from the next start on.
    ///
    /// @throws IllegalArgumentException with a sentence for the user
    void change(String name, String value) throws IOException;
  }

  /// @param wrong the name of a setting that was refused, and why
  public record View(
      Frame frame, List<InForce> settings, boolean saved, @Nullable String wrong, String error) {
    public List<InForce> part(boolean first) {
      return settings.stream().filter(s -> FIRST.contains(s.name()) == first).toList();
    }
  }

  void show(Context ctx) {
    show(ctx, ctx.queryParam("done") != null, null, "");
  }

  private void show(Context ctx, boolean saved, @Nullable String wrong, String error) {
    Installation installation = installation(ctx);
    if (installation == null) {
      screen.notFound(ctx);
      return;
    }
    Frame frame = screen.frame(ctx, "settings");
    screen.show(ctx, "installation", new View(frame, installation.all(), saved, wrong, error));
  }

  void change(Context ctx) throws IOException {
    Installation installation = installation(ctx);
    if (installation == null) {
      screen.notFound(ctx);
      return;
    }
    String name = Plain.line(ctx.formParam("name"), 60);
    try {
      installation.change(name, Plain.line(ctx.formParam("value"), 1000).strip());
      ctx.redirect("/settings/installation?done=yes", HttpStatus.SEE_OTHER);
    } catch (IllegalArgumentException e) {
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, false, name, String.valueOf(e.getMessage()));
    }
  }

  private @Nullable Installation installation(Context ctx) {
    return Visitor.account(ctx) == Accounts.FIRST ? actions.installation() : null;
  }
}
