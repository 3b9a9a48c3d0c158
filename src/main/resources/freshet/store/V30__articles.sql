-- The page behind an entry, kept beside what the feed gave. `state`: 'waiting' to be fetched at
-- `next_at`; 'held' until it is known whether the feed gives teasers; 'there'; or why there is none:
-- 'same' (the page says no more than the feed), 'closed' (consent or payment), 'file' (no page),
-- 'failed', 'gone' (kept long enough).
CREATE TABLE article (
  entry_id  BIGINT NOT NULL PRIMARY KEY REFERENCES entry(id) ON DELETE CASCADE,
  state     TEXT NOT NULL,
  tries     INTEGER NOT NULL DEFAULT 0,
  next_at   BIGINT NOT NULL DEFAULT 0,
  -- a person waits for it
  wanted    BOOLEAN NOT NULL DEFAULT FALSE,
  address   TEXT,
  title     TEXT,
  author    TEXT,
  image     TEXT,
  published BIGINT,
  body      ${bytes},
  -- when its text came or went, never the same twice: search index and rules follow it by this
  arrived   BIGINT,
  message   TEXT
);
CREATE INDEX article_waiting ON article (wanted, entry_id, next_at) WHERE state = 'waiting';
CREATE INDEX article_held ON article (entry_id) WHERE state = 'held';
CREATE INDEX article_by_arrival ON article (arrived) WHERE arrived IS NOT NULL;

-- Whether the pages of a feed's entries are fetched, what was learned of them, and what is taken.
ALTER TABLE feed ADD COLUMN articles TEXT NOT NULL DEFAULT 'needed';
ALTER TABLE feed ADD COLUMN article_verdict TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE feed ADD COLUMN article_more INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN article_same INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN article_closed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN article_take TEXT;
ALTER TABLE feed ADD COLUMN article_drop TEXT;
ALTER TABLE feed ADD COLUMN article_next TEXT;

-- The pages of entries that were there before are not fetched.
INSERT INTO setting (account_id, name, value, changed_at)
SELECT 0, 'articles.mark', CAST(MAX(id) AS TEXT), 0 FROM entry HAVING MAX(id) IS NOT NULL;
