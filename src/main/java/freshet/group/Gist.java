package freshet.group;

/// What a text is about, as far as topics and events are told by it: its word roots, with and
/// without their beginnings and the pairs of neighbours. Making it is most of the work, so it is
/// made once, on any thread, for both.
public final class Gist {
  final String language;
  final Features features;
  final Features roots;

  Gist(String language, Features features, Features roots) {
    this.language = language;
    this.features = features;
    this.roots = roots;
  }

  /// @param language a code such as `et`, or "" if unknown
  public static Gist of(String title, String text, String language) {
    return Features.gist(title, text, language);
  }

  public String language() {
    return language;
  }

  /// Whether there is no word in it.
  public boolean isEmpty() {
    return features.isEmpty();
  }
}
