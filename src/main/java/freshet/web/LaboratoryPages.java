package freshet.web;

import freshet.pipeline.Laboratory;
import freshet.schedule.Spans;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The page on which policies are tried on the feeds' own history.
public final class LaboratoryPages {
  private static final List<String> USUAL = List.of("freshet", "entry-frequency", "round-robin");

  private final Actions actions;
  private final Screen screen;

  LaboratoryPages(Actions actions, Screen screen) {
    this.actions = actions;
    this.screen = screen;
  }

  /// @param error what is wrong with what was typed
  /// @param report whether there is one to read
  public record View(
      Frame frame,
      String budget,
      String interval,
      List<String> chosen,
      Laboratory.State state,
      boolean report,
      @Nullable String error) {
    public List<String> policies() {
      return Laboratory.policies();
    }

    public String span(java.time.Duration d) {
      return Spans.words(d);
    }

    public @Nullable Integer percent() {
      return state instanceof Laboratory.Running(double share) ? (int) (share * 100) : null;
    }

    public Laboratory.@Nullable Done done() {
      return state instanceof Laboratory.Done done ? done : null;
    }

    public @Nullable String failed() {
      return state instanceof Laboratory.Failed(String sentence) ? sentence : null;
    }
  }

  void home(Context ctx) {
    Laboratory laboratory = actions.laboratory();
    if (laboratory == null) {
      screen.notFound(ctx);
      return;
    }
    // A trial under way is looked at again without a script.
    if (laboratory.state() instanceof Laboratory.Running) ctx.header("Refresh", "1");
    show(ctx, laboratory, "60/10m", "10m", USUAL, null);
  }

  void start(Context ctx) {
    Laboratory laboratory = actions.laboratory();
    if (laboratory == null) {
      screen.notFound(ctx);
      return;
    }
    String budget = Plain.line(ctx.formParam("budget"), 40);
    String interval = Plain.line(ctx.formParam("interval"), 40);
    List<String> policies = ctx.formParams("policy");
    try {
      laboratory.start(budget, interval, policies);
      ctx.redirect("/laboratory", HttpStatus.SEE_OTHER);
    } catch (IllegalArgumentException e) {
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, laboratory, budget, interval, policies, e.getMessage());
    }
  }

  private void show(
      Context ctx,
      Laboratory laboratory,
      String budget,
      String interval,
      List<String> chosen,
      @Nullable String error) {
    screen.show(
        ctx,
        "laboratory",
        new View(
            screen.frame(ctx, "statistics"),
            budget,
            interval,
            chosen,
            laboratory.state(),
            laboratory.report().isPresent(),
            error));
  }

  /// The report, as the command writes it: it has its style within, and no script.
  void report(Context ctx) throws IOException {
    Laboratory laboratory = actions.laboratory();
    Optional<Path> page = laboratory == null ? Optional.empty() : laboratory.report();
    if (page.isEmpty()) {
      screen.notFound(ctx);
      return;
    }
    ctx.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    ctx.contentType("text/html; charset=utf-8").result(Files.readAllBytes(page.get()));
  }
}
