-- Whose turn it is to write, counted up by each program that begins to. Every transaction of the
-- one writer of a PostgreSQL database looks whether it is still its own. SQLite needs it not: its
-- file has a lock.
CREATE TABLE term (
  part TEXT NOT NULL PRIMARY KEY,
  number BIGINT NOT NULL
);
INSERT INTO term (part, number) VALUES ('all', 0);
