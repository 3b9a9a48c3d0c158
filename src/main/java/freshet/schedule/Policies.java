package freshet.schedule;

/// Policies by name.
public final class Policies {
  private Policies() {}

  public static Policy of(String spec) {
    if (spec.equals("freshet")) return new SqrtRate(60 * 86_400.0, 0.7, 1 / 86_400.0);
    throw new IllegalArgumentException("There is no policy '" + spec + "'");
  }
}
