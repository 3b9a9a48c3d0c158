package freshet.api;

import freshet.store.Postgres;

/// The same on PostgreSQL.
final class PostgresFeedsApiIT extends FeedsApiTest {
  @Override
  String database() {
    return Postgres.database();
  }
}
