package freshet.http;

/// What a route takes from whoever sends it something. A request brings nothing unless its route
/// says otherwise, and more than [#SMALL] only after a log-in: see [Door].
public enum Body {
  NOTHING(0, 0, false),

  /// A form that a person fills in, or a small JSON object.
  SMALL(64 << 10, 200, false),

  /// The same from an app: some send the fields of their log-in as `multipart/form-data`.
  APP(64 << 10, 200, true),

  /// A form or JSON object that names many feeds or entries.
  LIST(2 << 20, 20_000, true),

  /// A file: OPML, CSV, a plain list, or the feed that a hub brings.
  FILE(20_000_000, 2_000, true);

  /// In bytes, all of it.
  public final int largest;

  /// Fields of a form, or parts of a multipart body.
  final int mostFields;

  /// Whether it may come as `multipart/form-data`. Parts are kept in memory, never in files.
  final boolean multipart;

  Body(int largest, int mostFields, boolean multipart) {
    this.largest = largest;
    this.mostFields = mostFields;
    this.multipart = multipart;
  }

  /// What somebody may bring who has not shown who they are.
  Body beforeLogIn() {
    if (largest <= SMALL.largest) return this;
    return multipart ? APP : SMALL;
  }
}
