package freshet.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sqlite.Function;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;

/// Connections to a file of SQLite that know the lower case of all alphabets: SQLite's own `LOWER`
/// and `LIKE` know it of A to Z. The function has a name of its own because it takes a microsecond,
/// which is ten times as much, and lists of thousands are put in order by SQLite's.
final class SqliteSource extends SQLiteDataSource {
  static final String LOWER = "lower_of_all";

  SqliteSource(Path file, SQLiteConfig config) {
    super(config);
    setUrl("jdbc:sqlite:" + file);
  }

  @Override
  public SQLiteConnection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    SQLiteConnection connection = super.getConnection(user, password);
    try {
      Function.create(connection, LOWER, new Lower(), 1, Function.FLAG_DETERMINISTIC);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  private static final class Lower extends Function {
    @Override
    protected void xFunc() throws SQLException {
      String text = value_text(0);
      if (text == null) result();
      else result(text.toLowerCase(Locale.ROOT));
    }
  }
}
