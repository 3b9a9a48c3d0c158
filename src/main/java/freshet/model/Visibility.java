package freshet.model;

/// What an account may see: the entries of the feeds it follows, and those it has starred or
/// tagged.
///
/// @param all it follows every feed there is: then nothing has to be left out, and no query is
///   slower for there being accounts
public record Visibility(long account, boolean all) {
  /// Of the program itself.
  public static final Visibility EVERYTHING = new Visibility(Account.FIRST, true);
}
