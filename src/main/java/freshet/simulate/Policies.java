package freshet.simulate;

import freshet.schedule.FreshetModel;
import freshet.schedule.FreshetPolicy;
import freshet.schedule.Parameter;
import freshet.schedule.Policy;
import freshet.text.Spans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Policies by name, written like `air-balloon:inertia=2500h,minimum=0.1`.
public final class Policies {
  private interface Maker {
    /// @param popularity of each source, null if it is not known beforehand
    Policy make(Map<String, Double> parameters, double @Nullable [] popularity);
  }

  private record Kind(List<Parameter> parameters, Maker make) {
    Kind(List<Parameter> parameters, Function<Map<String, Double>, Policy> make) {
      this(parameters, (values, _) -> make.apply(values));
    }
  }

  private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

  private static Parameter number(String name, double usual, double least, double most) {
    return new Parameter(name, usual, least, most, false);
  }

  private static Parameter hours(String name, double usual, double least, double most) {
    return new Parameter(name, usual, least, most, true);
  }

  private static double get(Map<String, Double> values, String name) {
    Double v = values.get(name);
    if (v == null) throw new IllegalStateException(name);
    return v;
  }

  static {
    KINDS.put("freshet", new Kind(FreshetModel.PARAMETERS, FreshetPolicy::new));
    KINDS.put("round-robin", new Kind(List.of(), _ -> new RoundRobin(1)));
    KINDS.put(
        "buzzwise",
        new Kind(List.of(number("share", 0.73, 0.01, 1)), v -> new RoundRobin(get(v, "share"))));
    KINDS.put(
        "most-popular",
        new Kind(
            List.of(number("sources", 3000, 1, 1e9)),
            (v, popularity) -> new MostPopular((int) get(v, "sources"), popularity)));
    List<Parameter> rates =
        List.of(
            number("start", 0.15, 1e-6, 1e6),
            number("minimum", 0.03, 1e-9, 1e6),
            number("learning", 0.03, 1e-6, 1));
    KINDS.put(
        "advarss",
        new Kind(
            rates,
            v ->
                new HourlyRates(
                    HourlyRates.Rank.ENTRIES,
                    get(v, "start"),
                    get(v, "minimum"),
                    get(v, "learning"))));
    KINDS.put(
        "min-delay",
        new Kind(
            rates,
            v ->
                new HourlyRates(
                    HourlyRates.Rank.DELAY,
                    get(v, "start"),
                    get(v, "minimum"),
                    get(v, "learning"))));
    KINDS.put(
        "air-balloon",
        new Kind(
            List.of(
                hours("inertia", 2500, 1, 1e6),
                number("minimum", 0.01, 1e-9, 1e6),
                number("multiplicative", 0, 0, 1)),
            v ->
                new AirBalloon(
                    get(v, "inertia") * 3600, get(v, "minimum"), get(v, "multiplicative") >= 0.5)));
    KINDS.put(
        "sqrt-rate",
        new Kind(
            List.of(
                hours("memory", 60 * 24, 1, 1e6),
                number("prior", 0.7, 1e-3, 1e3),
                number("start", 0.25, 1e-6, 1e6)),
            v -> new SqrtRate(get(v, "memory") * 3600, get(v, "prior"), get(v, "start") / 3600)));
    KINDS.put(
        "entry-frequency",
        new Kind(List.of(), _ -> new ReaderInterval(ReaderInterval.Kind.ENTRY_FREQUENCY)));
    KINDS.put(
        "mean-gap", new Kind(List.of(), _ -> new ReaderInterval(ReaderInterval.Kind.MEAN_GAP)));
  }

  private Policies() {}

  public static List<String> names() {
    return List.copyOf(KINDS.keySet());
  }

  /// @throws IllegalArgumentException with a sentence for the user
  public static Policy of(String spec) {
    return of(spec, null);
  }

  /// The same where it is known how popular each source is.
  static Policy of(String spec, double @Nullable [] popularity) {
    int colon = spec.indexOf(':');
    String name = (colon < 0 ? spec : spec.substring(0, colon)).strip();
    Kind kind = KINDS.get(name);
    if (kind == null) throw new IllegalArgumentException(unknown("policy", name, names()));
    Map<String, Double> values = new TreeMap<>();
    for (Parameter p : kind.parameters) values.put(p.name(), p.usual());
    if (colon >= 0) {
      for (String part : spec.substring(colon + 1).split(",", -1)) {
        int is = part.indexOf('=');
        if (is < 0) {
          throw new IllegalArgumentException(
              "'%s' in '%s' is not a parameter: write name=value".formatted(part, spec));
        }
        Parameter p = parameter(name, part.substring(0, is).strip());
        values.put(p.name(), read(p, part.substring(is + 1).strip()));
      }
    }
    return kind.make.make(values, popularity);
  }

  /// A parameter of a policy, by name.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  public static Parameter parameter(String policy, String name) {
    Kind kind = KINDS.get(policy);
    if (kind == null) throw new IllegalArgumentException(unknown("policy", policy, names()));
    List<String> known = new ArrayList<>();
    for (Parameter p : kind.parameters) {
      if (p.name().equals(name)) return p;
      known.add(p.name());
    }
    if (known.isEmpty()) {
      throw new IllegalArgumentException("The policy '" + policy + "' has no parameters");
    }
    throw new IllegalArgumentException(unknown("parameter of " + policy, name, known));
  }

  /// Reads a parameter's value and checks its range.
  public static double read(Parameter p, String text) {
    double v;
    try {
      v = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      if (!p.hours()) {
        throw new IllegalArgumentException(
            "The parameter %s needs a number, not '%s'".formatted(p.name(), text), e);
      }
      v = Spans.seconds(Spans.parse(text)) / 3600;
    }
    if (!(v >= p.least() && v <= p.most())) {
      throw new IllegalArgumentException(
          "The parameter %s is between %s and %s%s, not %s"
              .formatted(
                  p.name(),
                  plain(p.least()),
                  plain(p.most()),
                  p.hours() ? " hours" : "",
                  plain(v)));
    }
    return v;
  }

  /// "There is no … 'x'. Did you mean 'y'?"
  public static String unknown(String what, String name, List<String> known) {
    String nearest = "";
    int best = Integer.MAX_VALUE;
    for (String k : known) {
      int d = distance(k, name.toLowerCase(Locale.ROOT));
      if (d < best) {
        best = d;
        nearest = k;
      }
    }
    String known2 = String.join(", ", known);
    if (best > Math.max(2, nearest.length() / 2)) {
      return "There is no %s '%s'; there are: %s".formatted(what, name, known2);
    }
    return "There is no %s '%s'. Did you mean '%s'? There are: %s"
        .formatted(what, name, nearest, known2);
  }

  private static String plain(double v) {
    return v == Math.rint(v) && Math.abs(v) < 1e15 ? String.valueOf((long) v) : String.valueOf(v);
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) row[j] = j;
    for (int i = 1; i <= a.length(); i++) {
      int corner = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int up = row[j];
        int change = corner + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(up, row[j - 1]) + 1);
        corner = up;
      }
    }
    return row[b.length()];
  }
}
