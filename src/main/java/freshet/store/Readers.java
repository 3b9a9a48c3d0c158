package freshet.store;

import java.sql.Types;
import java.util.Optional;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.statement.SqlLogger;

/// Reads, on connections of their own that never wait for the writer. A database that went away is
/// a [StoreUnavailable], as it is for writes: outside of this package nobody knows Jdbi.
final class Readers {
  private final Jdbi jdbi;

  Readers(Jdbi jdbi) {
    this.jdbi = jdbi;
    jdbi.registerArgument(new Text());
  }

  /// Is told of everything that is asked from now on.
  void watch(SqlLogger watcher) {
    jdbi.setSqlLogger(watcher);
  }

  /// What is looked for is written as it was stored.
  private static final class Text extends AbstractArgumentFactory<String> {
    Text() {
      super(Types.VARCHAR);
    }

    @Override
    protected Argument build(String value, ConfigRegistry config) {
      return (at, statement, _) -> statement.setString(at, Rows.withoutNul(value));
    }
  }

  <R, X extends Exception> R withHandle(HandleCallback<R, X> read) throws X {
    try {
      return jdbi.withHandle(read);
    } catch (JdbiException e) {
      throw unreadable(e);
    }
  }

  <X extends Exception> void useHandle(HandleConsumer<X> read) throws X {
    try {
      jdbi.useHandle(read);
    } catch (JdbiException e) {
      throw unreadable(e);
    }
  }

  <X extends Exception> void useTransaction(HandleConsumer<X> read) throws X {
    try {
      jdbi.useTransaction(read);
    } catch (JdbiException e) {
      throw unreadable(e);
    }
  }

  /// A sentence, if nothing can be read.
  Optional<String> trouble() {
    try {
      return withHandle(h -> {
        h.execute("SELECT 1");
        return Optional.empty();
      });
    } catch (StoreUnavailable e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  private static StoreUnavailable unreadable(JdbiException e) {
    // Jdbi's own message holds the statement and its values; the database's says what is wrong.
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new StoreUnavailable("The store could not be read: " + cause.getMessage(), e);
  }
}
