-- A rule may put a word on an entry, and gather its mails for a week.
ALTER TABLE rule ADD COLUMN tag TEXT;
ALTER TABLE rule ADD COLUMN weekly BOOLEAN NOT NULL DEFAULT FALSE;

-- Who is told when a feed of ours changes (WebSub, the hub's side).
CREATE TABLE hub_subscriber (
  topic     TEXT NOT NULL,
  callback  TEXT NOT NULL,
  -- signs what is sent; theirs, so it is kept as it is
  secret    TEXT,
  lease_end BIGINT NOT NULL,
  -- a hash of what they have
  sent      BIGINT NOT NULL,
  tries     INTEGER NOT NULL DEFAULT 0,
  next_at   BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (topic, callback)
);
