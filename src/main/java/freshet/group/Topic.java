package freshet.group;

/// The topic of an entry.
///
/// @param name as the user or the feed calls it; [#OTHER] for an entry that says nothing
/// @param confidence how likely it is right, 0 to 1; in 32 bits, as every database keeps it
///   (docs/decisions/0430)
public record Topic(String name, double confidence) {
  /// Where entries without usable text go.
  public static final String OTHER = "other";

  public Topic {
    float kept = (float) confidence;
    confidence = kept;
  }
}
