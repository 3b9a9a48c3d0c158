package freshet.parse.ns;

/// How the inside of an element is to be read.
public enum Content {
  /// Its child elements are read; text between them means nothing.
  CHILDREN,
  /// Its child elements are read, and its own text is kept too.
  MIXED,
  /// Its text is its value; child elements found in it are markup and belong to that text.
  TEXT,
  /// Its child elements are its value, as markup.
  MARKUP,
  /// As `MARKUP`, without the one `div` that Atom wraps around (RFC 4287, 3.1.1.3).
  XHTML,
  /// Nothing in it is of interest.
  SKIP;

  /// Are elements found inside not elements of the feed?
  public boolean isValue() {
    return this == TEXT || this == MARKUP || this == XHTML;
  }
}
