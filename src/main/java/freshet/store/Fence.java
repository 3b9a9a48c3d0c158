package freshet.store;

import java.sql.SQLException;

/// What keeps a writer out that another has followed.
interface Fence {
  /// Looks, in the transaction that is to be written, whether it may be.
  ///
  /// @throws Superseded if another writes now
  void check(Writer.Statements statements) throws SQLException;

  /// Before entries are stored, moved or deleted: until this transaction ends no other program
  /// does.
  ///
  /// @return whether another may have done so since
  default boolean place(Writer.Statements statements) throws SQLException {
    return false;
  }

  Fence NONE = _ -> {};

  /// Another program writes now, and nothing of this one is written any more.
  final class Superseded extends SQLException {
    private static final long serialVersionUID = 1;

    Superseded() {
      super("another Freshet has taken over");
    }
  }
}
