package freshet.store;

import java.sql.SQLException;

/// What keeps a writer out that another has followed.
interface Fence {
  /// Looks, in the transaction that is to be written, whether it may be.
  ///
  /// @throws Superseded if another writes now
  void check(Writer.Statements statements) throws SQLException;

  Fence NONE = _ -> {};

  /// Another program writes now, and nothing of this one is written any more.
  final class Superseded extends SQLException {
    private static final long serialVersionUID = 1;

    Superseded() {
      super("another Freshet has taken over the database");
    }
  }
}
