package freshet.store;

/// What an account may see: the entries of the feeds it follows, and those it has starred.
///
/// @param all it follows every feed there is: then nothing has to be left out, and no query is
///   slower for there being accounts
public record Sight(long account, boolean all) {
  /// Of the program itself.
  public static final Sight EVERYTHING = new Sight(Accounts.FIRST, true);

  private static final String FOLLOWED =
      " IN (SELECT w.feed_id FROM subscription w WHERE w.account_id = :me)";

  /// A condition on a column with the number of a feed, to be put behind others; empty if all is
  /// seen.
  String ofFeed(String column) {
    return all ? "" : " AND " + column + FOLLOWED;
  }

  /// A condition on one entry, which may be starred and of a feed that is followed no longer.
  String ofOne(String entry) {
    if (all) return "";
    return " AND ("
        + entry
        + ".feed_id"
        + FOLLOWED
        + " OR EXISTS (SELECT 1 FROM reading z WHERE z.account_id = :me AND z.entry_id = "
        + entry
        + ".id AND z.starred_at IS NOT NULL))";
  }

  /// Binds the account, where the conditions name it.
  <Q extends org.jdbi.v3.core.statement.SqlStatement<Q>> Q bind(Q query) {
    return all ? query : query.bind("me", account);
  }
}
