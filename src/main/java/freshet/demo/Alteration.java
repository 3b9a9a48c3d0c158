package freshet.demo;

/// What a paper did to the text of another.
public enum Alteration {
  /// Its own text.
  NONE,
  /// Nothing.
  VERBATIM,
  /// A new headline over the same text.
  HEADLINE,
  /// A new headline, and 6 to 10 in 100 words changed.
  EDITED,
  /// One sentence left out.
  CUT,
  /// A new headline and sentences of its own at the end: the original is contained in it.
  EXTENDED
}
