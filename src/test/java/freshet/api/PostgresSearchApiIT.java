package freshet.api;

import freshet.store.Postgres;

/// The same on PostgreSQL.
final class PostgresSearchApiIT extends SearchApiTest {
  @Override
  String database() {
    return Postgres.database();
  }
}
