package freshet.readerapi;

import freshet.store.Postgres;

/// The same on PostgreSQL.
final class PostgresReaderApiIT extends ReaderApiTest {
  @Override
  String database() {
    return Postgres.database();
  }
}
