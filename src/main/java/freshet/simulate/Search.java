package freshet.simulate;

import freshet.schedule.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoubleConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Searches the value of a parameter with the least mean delay: by golden section
/// (`inertia=24..3600`) or at the points of a grid (`inertia=24..3600/8`). Where both ends are over
/// zero and far apart the search is in the logarithm.
///
/// @param points of the grid; 0 for golden section
public record Search(String parameter, double low, double high, int points) {
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z-]+)=([^/]+?)\\.\\.([^/]+?)(?:/(\\d{1,3}))?");
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
  private static final int STEPS = 12;

  /// @param best the result of the best value found; its policy names the value
  /// @param tried all values with their mean delays, in the order of the search
  /// @param steps the same with where the search stood
  public record Found(Result best, double value, List<double[]> tried, List<Step> steps) {
    Found(Result best, double value, List<Step> steps) {
      this(
          best,
          value,
          steps.stream().map(s -> new double[] {s.value, s.meanDelaySeconds}).toList(),
          List.copyOf(steps));
    }
  }

  /// @param low and `high`: the best value was known to be between when this one was tried
  public record Step(double value, double meanDelaySeconds, double low, double high) {}

  /// @throws IllegalArgumentException with a sentence for the user
  public static Search of(String text, String policy) {
    Matcher m = FORM.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a search: write name=low..high, or name=low..high/points");
    }
    String name = policy.contains(":") ? policy.substring(0, policy.indexOf(':')) : policy;
    Parameter p = Policies.parameter(name, m.group(1));
    double low = Policies.read(p, m.group(2).strip());
    double high = Policies.read(p, m.group(3).strip());
    if (!(low < high)) {
      throw new IllegalArgumentException("The search of '" + text + "' goes from high to low");
    }
    int points = m.group(4) == null ? 0 : Integer.parseInt(m.group(4));
    if (points == 1) throw new IllegalArgumentException("A grid has at least 2 points");
    return new Search(m.group(1), low, high, points);
  }

  private boolean logarithmic() {
    return low > 0 && high / low > 10;
  }

  private double at(double share) {
    return logarithmic() ? low * Math.pow(high / low, share) : low + (high - low) * share;
  }

  public Found run(Run base, int jobs, DoubleConsumer progress) throws InterruptedException {
    return points > 0 ? grid(base, jobs, progress) : golden(base, progress);
  }

  private Run with(Run base, double value) {
    String v = String.format(Locale.ROOT, "%.6g", value);
    if (v.contains(".") && !v.contains("e")) v = v.replaceAll("0+$", "").replaceAll("\\.$", "");
    String policy = base.policy() + (base.policy().contains(":") ? "," : ":") + parameter + "=" + v;
    return new Run(policy, policy, base.trace(), base.conditions());
  }

  private Found grid(Run base, int jobs, DoubleConsumer progress) throws InterruptedException {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < points; i++) runs.add(with(base, at(i / (points - 1.0))));
    List<Result> results = Run.all(runs, jobs, progress);
    List<Step> tried = new ArrayList<>();
    int best = 0;
    for (int i = 0; i < points; i++) {
      double value = at(i / (points - 1.0));
      tried.add(new Step(value, results.get(i).meanDelaySeconds(), low, high));
      if (results.get(i).meanDelaySeconds() < results.get(best).meanDelaySeconds()) best = i;
    }
    return new Found(results.get(best), tried.get(best).value(), tried);
  }

  private Found golden(Run base, DoubleConsumer progress) {
    List<Step> steps = new ArrayList<>();
    Result best = null;
    double bestValue = low;
    double a = 0;
    double b = 1;
    double c = b - GOLDEN * (b - a);
    double d = a + GOLDEN * (b - a);
    double atC = Double.NaN;
    double atD = Double.NaN;
    while (steps.size() < STEPS) {
      // Whichever of the two inner points is not known yet.
      boolean left = Double.isNaN(atC);
      double value = at(left ? c : d);
      int done = steps.size();
      Result r = with(base, value).go(p -> progress.accept((done + p) / STEPS));
      steps.add(new Step(value, r.meanDelaySeconds(), at(a), at(b)));
      if (best == null || r.meanDelaySeconds() < best.meanDelaySeconds()) {
        best = r;
        bestValue = value;
      }
      if (left) atC = r.meanDelaySeconds();
      else atD = r.meanDelaySeconds();
      if (Double.isNaN(atD)) continue;
      if (atC < atD) {
        b = d;
        d = c;
        atD = atC;
        c = b - GOLDEN * (b - a);
        atC = Double.NaN;
      } else {
        a = c;
        c = d;
        atC = atD;
        d = a + GOLDEN * (b - a);
        atD = Double.NaN;
      }
    }
    return new Found(Objects.requireNonNull(best), bestValue, steps);
  }
}
