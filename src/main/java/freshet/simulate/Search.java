package freshet.simulate;

import freshet.schedule.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  public record Found(Result best, double value, List<double[]> tried) {}

  /// @throws IllegalArgumentException with a sentence for the user
  public static Search of(String text, String policy) {
    Matcher m = FORM.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a search: write name=low..high, or name=low..high/points");
    }
    String name = policy.contains(":") ? policy.substring(0, policy.indexOf(':')) : policy;
    Policies.Parameter p = Policies.parameter(name, m.group(1));
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
    List<double[]> tried = new ArrayList<>();
    int best = 0;
    for (int i = 0; i < points; i++) {
      tried.add(new double[] {at(i / (points - 1.0)), results.get(i).meanDelaySeconds()});
      if (results.get(i).meanDelaySeconds() < results.get(best).meanDelaySeconds()) best = i;
    }
    return new Found(results.get(best), tried.get(best)[0], tried);
  }

  private Found golden(Run base, DoubleConsumer progress) {
    List<double[]> tried = new ArrayList<>();
    Result[] best = new Result[1];
    double[] bestValue = new double[1];
    int[] step = {0};
    java.util.function.DoubleUnaryOperator look =
        share -> {
          double value = at(share);
          Result r = with(base, value).go(p -> progress.accept((step[0] + p) / (double) STEPS));
          step[0]++;
          tried.add(new double[] {value, r.meanDelaySeconds()});
          if (best[0] == null || r.meanDelaySeconds() < best[0].meanDelaySeconds()) {
            best[0] = r;
            bestValue[0] = value;
          }
          return r.meanDelaySeconds();
        };
    double a = 0;
    double b = 1;
    double c = b - GOLDEN * (b - a);
    double d = a + GOLDEN * (b - a);
    double atC = look.applyAsDouble(c);
    double atD = look.applyAsDouble(d);
    while (step[0] < STEPS) {
      if (atC < atD) {
        b = d;
        d = c;
        atD = atC;
        c = b - GOLDEN * (b - a);
        atC = look.applyAsDouble(c);
      } else {
        a = c;
        c = d;
        atC = atD;
        d = a + GOLDEN * (b - a);
        atD = look.applyAsDouble(d);
      }
    }
    return new Found(best[0], bestValue[0], tried);
  }
}
