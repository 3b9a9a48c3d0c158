-- Accounts in use: who comes in how, what is unread for whom.

ALTER TABLE account ADD COLUMN seen_at BIGINT;
-- Who they are elsewhere (OpenID Connect: issuer and subject).
ALTER TABLE account ADD COLUMN outside TEXT;
CREATE UNIQUE INDEX account_outside ON account (outside) WHERE outside IS NOT NULL;

-- Of a session and of a token only the hash is kept.
CREATE TABLE session (
  hash       TEXT NOT NULL PRIMARY KEY,
  account_id BIGINT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  agent      TEXT,
  added_at   BIGINT NOT NULL,
  seen_at    BIGINT NOT NULL,
  ends_at    BIGINT NOT NULL
);
CREATE INDEX session_of_account ON session (account_id);

-- The hash of the md5 that the Fever protocol makes of name and token.
ALTER TABLE token ADD COLUMN fever TEXT;
CREATE UNIQUE INDEX token_fever ON token (fever) WHERE fever IS NOT NULL;
CREATE INDEX token_of_account ON token (account_id);

-- What is unread is written down, a row for each subscriber, and taken away when it is read
-- (docs/decisions/0120). "reading" keeps when it was read.
CREATE TABLE unread (
  account_id BIGINT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  entry_id   BIGINT NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
  feed_id    BIGINT NOT NULL,
  placed     BIGINT NOT NULL,
  PRIMARY KEY (account_id, entry_id)
);
CREATE INDEX unread_by_place ON unread (account_id, placed, entry_id);
CREATE INDEX unread_of_feed ON unread (account_id, feed_id, placed, entry_id);
-- Taking an entry away asks who has it.
CREATE INDEX unread_of_entry ON unread (entry_id);
CREATE INDEX reading_of_entry ON reading (entry_id);
CREATE INDEX reading_starred ON reading (account_id, starred_at) WHERE starred_at IS NOT NULL;
CREATE INDEX reading_read ON reading (account_id, read_at) WHERE read_at IS NOT NULL;

-- How many of a feed are unread; and feeds that are followed but not shown among the others.
ALTER TABLE subscription ADD COLUMN unread BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;

-- Words that an account put on an entry.
CREATE TABLE entry_label (
  account_id BIGINT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  label      TEXT NOT NULL,
  entry_id   BIGINT NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, label, entry_id)
);
CREATE INDEX entry_label_of_entry ON entry_label (entry_id, account_id);

-- Of what is there already, the newest thousand are unread.
INSERT INTO unread (account_id, entry_id, feed_id, placed)
SELECT s.account_id, e.id, e.feed_id, e.placed
FROM (SELECT id, feed_id, placed FROM entry ORDER BY id DESC LIMIT 1000) e
JOIN subscription s ON s.feed_id = e.feed_id;
UPDATE subscription SET unread = (SELECT COUNT(*) FROM unread u
  WHERE u.account_id = subscription.account_id AND u.feed_id = subscription.feed_id);
