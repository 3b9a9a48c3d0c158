-- Entries that were kept long enough and deleted: their feeds may list them for years, and they must
-- not come back as new. What names them within their feed is all that is left of them.
CREATE TABLE entry_deleted (
  feed_id   BIGINT NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
  entry_key BIGINT NOT NULL,
  alias     BIGINT NOT NULL,
  PRIMARY KEY (feed_id, entry_key)
);
CREATE INDEX entry_deleted_alias ON entry_deleted (feed_id, alias);
