package freshet.group;

/// What a text is about, as far as topics and events are told by it: its word roots, with and
/// without their beginnings and the pairs of neighbours, and what texts of other languages would
/// have, too. Making it is most of the work, so it is made once, on any thread, for both.
public final class Gist {
  final String language;
  final Features features;
  final Features roots;
  final Traces traces;

  Gist(String language, Features features, Features roots) {
    this(language, features, roots, Traces.NONE);
  }

  private Gist(String language, Features features, Features roots, Traces traces) {
    this.language = language;
    this.features = features;
    this.roots = roots;
    this.traces = traces;
  }

  /// @param language a code such as `et`, or "" if unknown
  public static Gist of(String title, String text, String language) {
    return Features.gist(title, text, language);
  }

  /// The same, with what texts of other languages would have.
  public Gist traced(Tracer tracer, String title, String text) {
    return new Gist(language, features, roots, tracer.read(title, text, language));
  }

  public String language() {
    return language;
  }

  /// Whether there is no word in it.
  public boolean isEmpty() {
    return features.isEmpty();
  }
}
