package freshet.web;

import freshet.jobs.Job;
import freshet.library.Exploring;
import freshet.library.Exploring.Act;
import freshet.model.Account;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The page of all long jobs: what each does now, and what can be done about it.
public final class JobPages {
  private static final int MOST = 100;

  private final Exploring exploring;
  private final Renderer renderer;

  JobPages(Exploring exploring, Renderer renderer) {
    this.exploring = exploring;
    this.renderer = renderer;
  }

  public record View(PageFrame frame, List<Row> jobs) {}

  /// @param address its own page, null if it has none
  /// @param doing what it does now, or did last
  /// @param next when it runs by itself again, null if it does not
  /// @param acts what can be done to it, by the words of its buttons
  public record Row(
      String name,
      String what,
      @Nullable String address,
      String level,
      String state,
      String doing,
      @Nullable String begun,
      @Nullable String next,
      @Nullable String trouble,
      List<String> acts) {}

  void show(Context ctx, Account who) {
    PageFrame frame = renderer.frame(ctx, "settings");
    List<Job> jobs = exploring.jobs(who);
    // Looked at again without a script while something happens.
    if (jobs.stream().anyMatch(j -> j.state() == Job.State.RUNNING)) ctx.header("Refresh", "5");
    List<Row> rows = jobs.stream().limit(MOST).map(j -> row(j, frame)).toList();
    renderer.show(ctx, "jobs", new View(frame, rows));
  }

  private static Row row(Job job, PageFrame frame) {
    return new Row(
        job.name(),
        frame.say("jobs.kind-" + job.kind(), job.id()),
        address(job),
        DiscoveryPage.level(job.state()),
        frame.say("state." + job.state().word()),
        job.activity()
            .map(a ->
                frame.say(
                    "jobs.doing-" + a.what() + (a.left() < 0 ? "-open" : ""), a.done(), a.left()))
            .orElse(""),
        job.begun().getEpochSecond() == 0 ? null : frame.times().when(job.begun()),
        job.next().map(frame.times()::when).orElse(null),
        job.trouble().map(frame::said).orElse(null),
        acts(job));
  }

  private static @Nullable String address(Job job) {
    return switch (job.kind()) {
      case "crawl" -> "/crawls/" + job.id();
      case "discovery" -> "/discover/" + job.id();
      case "trial" -> "/laboratory";
      default -> null;
    };
  }

  /// The words of the buttons that a job has now.
  static List<String> acts(Job job) {
    List<String> acts = new ArrayList<>();
    if (job.canPause()) acts.add("pause");
    if (job.canResume()) acts.add(isAnew(job) ? "run" : "resume");
    if (job.canStop()) acts.add("stop");
    return acts;
  }

  private static boolean isAnew(Job job) {
    return job.isRepeatable() && job.state() != Job.State.PAUSED;
  }

  void act(Context ctx, Account who) {
    act(ctx, who, ctx.pathParam("name"), "/jobs");
  }

  /// Does what a button says and goes back to a page.
  void act(Context ctx, Account who, String name, String back) {
    String word = ctx.pathParam("act");
    Act act = act(word.equals("run") ? "resume" : word);
    if (act == null) {
      renderer.notFound(ctx);
      return;
    }
    Job _ = exploring.act(who, name, act);
    ctx.redirect(back, HttpStatus.SEE_OTHER);
  }

  static @Nullable Act act(String word) {
    return switch (word) {
      case "pause" -> Act.PAUSE;
      case "resume" -> Act.RESUME;
      case "stop" -> Act.STOP;
      default -> null;
    };
  }
}
