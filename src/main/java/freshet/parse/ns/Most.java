package freshet.parse.ns;

/// How much of one thing is kept. Far beyond what any honest feed has, and little enough that a
/// list of a few hundred entries of the worst kind is still a list. Lengths are in characters.
public final class Most {
  /// A title or another text of one line; a longer one ends with "…".
  public static final int TITLE = 1_000;

  /// The name of a person or a category.
  public static final int NAME = 200;

  /// The id that a feed gives an entry. An entry is known by the hash of its whole id.
  public static final int ID = 2_000;

  /// What the model has no place of its own for, such as a podcast's summary.
  public static final int VALUE = 4_000;

  /// Persons, categories, links, enclosures or media of one entry.
  public static final int OF_ONE_KIND = 50;

  /// The HTML of a summary or a content, before it is cleaned. Of more only the beginning is kept,
  /// with a sentence that says so.
  public static final int HTML = 1_000_000;

  private Most() {}
}
