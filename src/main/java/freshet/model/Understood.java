package freshet.model;

/// What Freshet found out from the text of an entry, beyond its language. `understand`, which finds
/// it out, keeps more beside it for itself.
public interface Understood {
  /// What the text is compared by, as the store keeps it.
  byte[] signature();

  /// The number of its topic.
  long topic();

  /// How sure that is, 0 to 1.
  double topicConfidence();

  /// The text is surely not in the language that the feed declares.
  boolean wrongLanguage();
}
