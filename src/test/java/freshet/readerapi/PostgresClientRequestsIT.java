package freshet.readerapi;

import freshet.store.Postgres;

/// The same on PostgreSQL.
final class PostgresClientRequestsIT extends ClientRequestsTest {
  @Override
  String database() {
    return Postgres.database();
  }
}
