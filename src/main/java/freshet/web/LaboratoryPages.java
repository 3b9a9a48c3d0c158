package freshet.web;

import freshet.chart.Charts;
import freshet.jobs.Job;
import freshet.jobs.Laboratory;
import freshet.jobs.Trial;
import freshet.library.Exploring;
import freshet.library.Refusal;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.simulate.Report;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The page on which policies are tried on the feeds' own history.
public final class LaboratoryPages {
  private static final List<String> USUAL = List.of("freshet", "entry-frequency", "round-robin");

  private final Exploring exploring;
  private final Renderer renderer;

  LaboratoryPages(Exploring exploring, Renderer renderer) {
    this.exploring = exploring;
    this.renderer = renderer;
  }

  /// @param error what is wrong with what was typed
  /// @param report whether there is one to read
  public record View(
      PageFrame frame,
      String budget,
      String interval,
      List<String> chosen,
      @Nullable Trial trial,
      boolean report,
      @Nullable String error) {
    public List<String> policies() {
      return Laboratory.policies();
    }

    public String span(java.time.Duration d) {
      return frame.times().exactSpan(d);
    }

    public @Nullable String about(String policy) {
      return ReportPage.about(frame.texts(), policy);
    }

    public @Nullable Integer percent() {
      return trial == null || trial.state().isOver() ? null : trial.percent();
    }

    public boolean isPaused() {
      return trial != null && trial.state() == Job.State.PAUSED;
    }

    /// What can be done to the trial, by the words of its buttons.
    public List<String> acts() {
      return trial == null ? List.of() : JobPages.acts(trial);
    }

    public Trial.@Nullable Outcome done() {
      return trial == null ? null : trial.outcome().orElse(null);
    }

    /// Whether all schedules did the same: there was room to ask every feed as often as it may be.
    public boolean alike() {
      Trial.Outcome done = done();
      return done != null
          && done.lines().size() > 1
          && done.lines().stream().map(Trial.Line::mean).distinct().count() == 1;
    }

    /// Posts fetched per week as a chart, a line for each policy; every name in it is escaped.
    public String fetchedChart() {
      Trial.Outcome done = done();
      if (done == null) return "";
      Map<String, List<Double>> lines = new LinkedHashMap<>();
      for (Trial.Week w : done.weeks()) {
        lines.computeIfAbsent(w.policy(), _ -> new ArrayList<>()).add((double) w.fetched());
      }
      List<Charts.Line> drawn = new ArrayList<>();
      lines.forEach((policy, n) ->
          drawn.add(
              new Charts.Line(policy, n.stream().mapToDouble(Double::doubleValue).toArray())));
      String about = frame.say("lab.fetched");
      boolean oneWeek = drawn.stream().allMatch(l -> l.values().length < 2);
      if (!oneWeek) return Charts.lines(about, frame.say("lab.week"), 1, drawn);
      double[] values =
          drawn.stream().mapToDouble(l -> l.values().length == 0 ? 0 : l.values()[0]).toArray();
      List<String> names = drawn.stream().map(Charts.Line::name).toList();
      return Charts.rows(about, about, names, List.of(new Charts.Line(about, values)));
    }

    public @Nullable String failed() {
      if (trial == null || trial.state() != Job.State.STOPPED) return null;
      return trial.trouble().map(frame::said).orElse(frame.say("lab.stopped"));
    }
  }

  void home(Context ctx, Account who) {
    // A trial under way is looked at again without a script.
    boolean running = exploring.trial(who).filter(t -> t.state() == Job.State.RUNNING).isPresent();
    if (running) ctx.header("Refresh", "1");
    show(ctx, who, "60/10m", "10m", USUAL, null);
  }

  void start(Context ctx, Account who) {
    String budget = SafeText.line(ctx.formParam("budget"), 40);
    String interval = SafeText.line(ctx.formParam("interval"), 40);
    List<String> policies = ctx.formParams("policy");
    try {
      exploring.tryPolicies(who, budget, interval, policies);
      ctx.redirect("/laboratory", HttpStatus.SEE_OTHER);
    } catch (Refusal e) {
      if (e.reason != Reason.WRONG) throw e;
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(
          ctx,
          who,
          budget,
          interval,
          policies,
          renderer.frame(ctx, "statistics").said(e.sentence()));
    }
  }

  private void show(
      Context ctx,
      Account who,
      String budget,
      String interval,
      List<String> chosen,
      @Nullable String error) {
    renderer.show(
        ctx,
        "laboratory",
        new View(
            renderer.frame(ctx, "statistics"),
            budget,
            interval,
            chosen,
            exploring.trial(who).orElse(null),
            exploring.report(who).isPresent(),
            error));
  }

  void report(Context ctx, Account who) {
    Optional<Report> report = exploring.report(who);
    if (report.isEmpty()) {
      renderer.notFound(ctx);
      return;
    }
    PageFrame frame = renderer.frame(ctx, "statistics");
    ReportPage page = new ReportPage(frame.texts(), frame.times(), report.get());
    renderer.show(ctx, "report", new ReportPage.View(frame, page));
  }
}
