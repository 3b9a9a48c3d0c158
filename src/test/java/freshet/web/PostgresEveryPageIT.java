package freshet.web;

import freshet.store.Postgres;

/// The same on PostgreSQL.
final class PostgresEveryPageIT extends EveryPageTest {
  @Override
  String database() {
    return Postgres.database();
  }
}
