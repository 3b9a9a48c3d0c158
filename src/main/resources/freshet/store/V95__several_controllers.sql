-- Programs that plan and store at the same time, on one PostgreSQL database. One that was shut out
-- has no row, and can write nothing. SQLite has one program, and needs none of these.
CREATE TABLE member (
  name TEXT NOT NULL PRIMARY KEY,
  first BOOLEAN NOT NULL
);

-- Who polls which part of the feeds; null: nobody yet.
CREATE TABLE shard (
  number INTEGER NOT NULL PRIMARY KEY,
  owner TEXT
);
INSERT INTO shard (number)
  WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 63) SELECT i FROM n;

-- Which hosts are being asked, by whom, and when they may be again: by the database's clock, in ms.
CREATE TABLE host_turn (
  host TEXT NOT NULL PRIMARY KEY,
  holder TEXT,
  visit BIGINT NOT NULL,
  lasts_ms BIGINT NOT NULL,
  free_at BIGINT NOT NULL
);
CREATE INDEX host_turn_holder ON host_turn (holder);

-- What somebody has changed about feeds, for whoever polls them.
CREATE TABLE word (
  id ${id},
  feed_id BIGINT NOT NULL,
  what TEXT NOT NULL,
  at BIGINT NOT NULL
);

ALTER TABLE lease ADD COLUMN member TEXT;
