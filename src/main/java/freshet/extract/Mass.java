package freshet.extract;

/// How much text an element holds.
final class Mass {
  /// Of everything in it, and how many of them in links.
  int letters;

  int linked;

  /// As [MainText] weighs running text.
  double weight;

  /// Of what stands directly in it or in its inline elements.
  int own;

  int ownLinked;

  /// Pictures in it.
  int pictures;

  /// Whether there are other blocks with text in it.
  boolean hasBlocks;
}
