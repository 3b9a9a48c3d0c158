package freshet.api;

import freshet.store.Postgres;

/// The same on PostgreSQL.
final class PostgresRulesApiIT extends RulesApiTest {
  @Override
  String database() {
    return Postgres.database();
  }
}
