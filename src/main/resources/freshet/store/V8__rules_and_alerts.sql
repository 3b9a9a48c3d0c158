-- A rule: how it tells, whom, and how far it has looked.
ALTER TABLE rule ADD COLUMN way TEXT NOT NULL DEFAULT 'list';
ALTER TABLE rule ADD COLUMN target TEXT;
ALTER TABLE rule ADD COLUMN secret TEXT;
ALTER TABLE rule ADD COLUMN daily BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE rule ADD COLUMN enabled BOOLEAN NOT NULL DEFAULT TRUE;
-- The last entry that it was tried on, written together with what came of it.
ALTER TABLE rule ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;

-- 'waiting', 'sent' or 'dead': tried too often, waiting for a person.
ALTER TABLE alert ADD COLUMN state TEXT NOT NULL DEFAULT 'waiting';
ALTER TABLE alert ADD COLUMN next_at BIGINT NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX alert_once ON alert (rule_id, entry_id);
CREATE INDEX alert_of_entry ON alert (entry_id);
CREATE INDEX alert_waiting ON alert (state, next_at);

-- A view of the river that other programs read as a feed, under an address nobody guesses.
CREATE TABLE out_view (
  secret     TEXT NOT NULL PRIMARY KEY,
  account_id BIGINT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  view       TEXT NOT NULL,
  title      TEXT NOT NULL,
  added_at   BIGINT NOT NULL,
  UNIQUE (account_id, view)
);
