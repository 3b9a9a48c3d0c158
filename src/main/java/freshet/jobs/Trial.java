package freshet.jobs;

import freshet.schedule.Budget;
import freshet.simulate.Conditions;
import freshet.simulate.Report;
import freshet.simulate.Result;
import freshet.simulate.Run;
import freshet.simulate.Simulation;
import freshet.simulate.Trace;
import freshet.text.Spans;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// One trial in the [Laboratory]: a policy after the other on the same history. One that was cut
/// short begins again with its first policy.
public final class Trial extends Job {
  static final String FILE = "trial.properties";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Laboratory laboratory;
  private final Setup setup;
  private volatile double share;
  private volatile @Nullable Outcome outcome;

  /// @param outcome of an earlier run of Freshet
  Trial(Laboratory laboratory, Known known, Setup setup, @Nullable Outcome outcome) {
    super(known, FILE, laboratory.clock);
    this.laboratory = laboratory;
    this.setup = setup;
    this.outcome = outcome;
  }

  /// What is tried.
  ///
  /// @param budget calls and their window, such as 600/10m
  /// @param interval the least time between two calls to a feed
  public record Setup(String budget, String interval, List<String> policies) {
    /// @throws IllegalArgumentException with a sentence for the user
    Conditions conditions() {
      if (policies.isEmpty()) throw new IllegalArgumentException("Choose at least one schedule.");
      policies.forEach(Run::check);
      return new Conditions(Budget.of(budget, Budget.Spacing.EVEN), Spans.parse(interval), 0);
    }
  }

  /// What came of it.
  ///
  /// @param conditions a sentence on what all ran under
  /// @param weeks posts fetched and their mean delay in each week of publication
  public record Outcome(String conditions, List<Line> lines, List<Week> weeks) {}

  /// What became of one policy.
  public record Line(
      String policy, Duration mean, Duration median, Duration p95, long calls, long emptyCalls) {}

  /// One week of one policy.
  ///
  /// @param number from 0, the week in which the recording starts
  public record Week(String policy, int number, int posts, int fetched, Duration mean) {}

  /// @throws IllegalArgumentException if it cannot be understood
  static Trial read(Laboratory laboratory, Known known, Properties p) {
    String outcome = p.getProperty("outcome");
    try {
      return new Trial(
          laboratory,
          known,
          new Setup(
              p.getProperty("budget", ""),
              p.getProperty("interval", ""),
              p.getProperty("policies", "").lines().toList()),
          outcome == null ? null : MAPPER.readValue(outcome, Outcome.class));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("its outcome cannot be read", e);
    }
  }

  @Override
  Properties properties() {
    Properties p = new Properties();
    p.setProperty("budget", setup.budget);
    p.setProperty("interval", setup.interval);
    p.setProperty("policies", String.join("\n", setup.policies));
    Outcome came = outcome;
    if (came != null) p.setProperty("outcome", MAPPER.writeValueAsString(came));
    return p;
  }

  @Override
  public String kind() {
    return "trial";
  }

  @Override
  public Optional<Activity> activity() {
    return Optional.of(new Activity("trial", percent(), 100 - percent()));
  }

  /// How much of it is done.
  public int percent() {
    return outcome == null ? (int) (share * 100) : 100;
  }

  public Optional<Outcome> outcome() {
    return Optional.ofNullable(outcome);
  }

  /// On what was published by then.
  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  Thread.Builder threads() {
    return Thread.ofPlatform().daemon();
  }

  @Override
  Work open() {
    share = 0;
    outcome = null;
    return new Replaying();
  }

  private final class Replaying extends Steps {
    private final Conditions conditions =
        setup.conditions().withFollowers(laboratory.followers.getAsDouble());
    private final List<Result> results = new ArrayList<>();
    private @Nullable Trace trace;

    @Override
    boolean step() throws IOException, Trouble {
      Trace replayed = trace;
      if (replayed == null) {
        trace = laboratory.history();
        return true;
      }
      String policy = setup.policies.get(results.size());
      Run run = new Run(policy, policy, replayed, conditions);
      try {
        results.add(run.go(Simulation.Observer.NONE, this::progress));
      } catch (CancellationException e) {
        return true; // it was stopped
      }
      if (results.size() < setup.policies.size()) return true;
      String sentence = conditions.describe(replayed);
      List<Result> named = laboratory.named(results);
      new Report(sentence, named, List.of()).keep(laboratory.folder);
      outcome = Trial.outcome(sentence, results);
      return false;
    }

    /// Also where it waits while it is paused.
    private void progress(double ofPolicy) {
      share = (results.size() + ofPolicy) / setup.policies.size();
      try {
        if (mayGoOn()) return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new CancellationException();
    }
  }

  private static Outcome outcome(String sentence, List<Result> results) {
    List<Line> lines = new ArrayList<>();
    List<Week> weeks = new ArrayList<>();
    for (Result r : results) {
      lines.add(
          new Line(
              r.policy(),
              seconds(r.meanDelaySeconds()),
              seconds(r.medianDelaySeconds()),
              seconds(r.p95DelaySeconds()),
              r.calls(),
              r.emptyCalls()));
      for (int i = 0; i < r.weeks().length; i++) {
        Result.Bin b = r.weeks()[i];
        weeks.add(new Week(r.policy(), i, b.posts(), b.fetched(), seconds(b.meanDelaySeconds())));
      }
    }
    return new Outcome(sentence, lines, weeks);
  }

  private static Duration seconds(double seconds) {
    return Duration.ofSeconds(Math.round(seconds));
  }

  @Override
  public String toString() {
    return "trial " + id();
  }
}
