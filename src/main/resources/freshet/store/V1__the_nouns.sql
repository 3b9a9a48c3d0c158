-- The nouns of Freshet (glossary: docs/architecture.md). One file for SQLite and PostgreSQL: what
-- differs between them is a placeholder, ${id} for a generated key and ${bytes} for raw bytes.
-- Times are milliseconds since 1970, UTC. Addresses are stored as they are asked.

CREATE TABLE site (
  id       ${id},
  address  TEXT NOT NULL UNIQUE,
  title    TEXT,
  state    TEXT NOT NULL DEFAULT 'new',
  added_at BIGINT NOT NULL
);

-- Discovery's visited set and frontier in one: a page is visited once, ever (S1.1).
CREATE TABLE page_seen (
  url_hash BIGINT NOT NULL PRIMARY KEY,
  site_id  BIGINT NOT NULL REFERENCES site(id) ON DELETE CASCADE,
  url      TEXT NOT NULL,
  state    TEXT NOT NULL DEFAULT 'waiting',
  depth    INTEGER NOT NULL DEFAULT 0,
  seen_at  BIGINT NOT NULL
);
CREATE INDEX page_seen_waiting ON page_seen (site_id, state);

CREATE TABLE feed (
  id                ${id},
  address           TEXT NOT NULL UNIQUE,
  site_key          TEXT NOT NULL,
  site_id           BIGINT REFERENCES site(id) ON DELETE SET NULL,
  given_title       TEXT,
  title             TEXT,
  link              TEXT,
  description       TEXT,
  declared_language TEXT,
  found_language    TEXT,
  format            TEXT,
  icon              TEXT,
  state             TEXT NOT NULL DEFAULT 'active',
  added_at          BIGINT NOT NULL,
  -- asking again
  etag              TEXT,
  last_modified     TEXT,
  body_hash         BIGINT NOT NULL DEFAULT 0,
  conditional_trust INTEGER NOT NULL DEFAULT 0,
  moved_to          TEXT,
  moved_seen        INTEGER NOT NULL DEFAULT 0,
  hub               TEXT,
  headers           TEXT,
  -- the schedule
  fixed_interval    BIGINT,
  quota_group       TEXT,
  rhythm            ${bytes},
  hint              TEXT,
  last_poll         BIGINT,
  last_answer       BIGINT,
  last_new          BIGINT,
  not_before        BIGINT NOT NULL DEFAULT 0,
  held_by           TEXT,
  next_poll         BIGINT,
  why               TEXT,
  -- health
  last_outcome      TEXT,
  last_message      TEXT,
  failures          INTEGER NOT NULL DEFAULT 0,
  entries           BIGINT NOT NULL DEFAULT 0
);

-- Feeds whose hub tells us of new entries (WebSub).
CREATE TABLE hub_subscription (
  feed_id   BIGINT NOT NULL PRIMARY KEY REFERENCES feed(id) ON DELETE CASCADE,
  id        TEXT NOT NULL UNIQUE,
  hub       TEXT NOT NULL,
  topic     TEXT NOT NULL,
  secret    TEXT NOT NULL,
  wanted    BOOLEAN NOT NULL,
  lease_end BIGINT,
  ask_at    BIGINT NOT NULL
);

CREATE TABLE poll (
  id          ${id},
  feed_id     BIGINT NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
  at          BIGINT NOT NULL,
  outcome     TEXT NOT NULL,
  status      INTEGER,
  new_entries INTEGER NOT NULL DEFAULT 0,
  edited      INTEGER NOT NULL DEFAULT 0,
  bytes       BIGINT NOT NULL DEFAULT 0,
  took        BIGINT NOT NULL DEFAULT 0,
  message     TEXT,
  why         TEXT
);
CREATE INDEX poll_of_feed ON poll (feed_id, at);
CREATE INDEX poll_by_time ON poll (at);

-- Polls older than 30 days, summed.
CREATE TABLE poll_day (
  feed_id     BIGINT NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
  day         BIGINT NOT NULL,
  polls       INTEGER NOT NULL,
  failed      INTEGER NOT NULL,
  new_entries INTEGER NOT NULL,
  bytes       BIGINT NOT NULL,
  PRIMARY KEY (feed_id, day)
);

CREATE TABLE topic (
  id   ${id},
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE topic_example (
  topic_id BIGINT NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
  entry_id BIGINT NOT NULL,
  given_at BIGINT NOT NULL,
  PRIMARY KEY (topic_id, entry_id)
);

-- Entries that are the same text; entries that tell of the same happening.
CREATE TABLE story (
  id          ${id},
  first_entry BIGINT,
  first_seen  BIGINT NOT NULL,
  last_seen   BIGINT NOT NULL,
  entries     INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE event (
  id         ${id},
  title      TEXT,
  first_seen BIGINT NOT NULL,
  last_seen  BIGINT NOT NULL,
  stories    INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE entry (
  id                  ${id},
  feed_id             BIGINT NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
  entry_key           BIGINT NOT NULL,
  alias               BIGINT NOT NULL,
  content_hash        BIGINT NOT NULL,
  guid                TEXT,
  link                TEXT,
  title               TEXT,
  excerpt             TEXT,
  authors             TEXT,
  categories          TEXT,
  image               TEXT,
  published           BIGINT,
  date_only           BOOLEAN NOT NULL DEFAULT FALSE,
  first_seen          BIGINT NOT NULL,
  -- its place in the river: Entry.placed()
  placed              BIGINT NOT NULL,
  updated             BIGINT,
  edited_at           BIGINT,
  language            TEXT,
  language_confidence REAL,
  topic_id            BIGINT REFERENCES topic(id),
  topic_confidence    REAL,
  story_id            BIGINT REFERENCES story(id),
  event_id            BIGINT REFERENCES event(id),
  signature           ${bytes},
  -- summary, content, links, enclosures and media: read only when one entry is looked at
  body                ${bytes},
  UNIQUE (feed_id, entry_key)
);
CREATE INDEX entry_alias ON entry (feed_id, alias);
CREATE INDEX entry_by_arrival ON entry (first_seen, id);
CREATE INDEX entry_by_place ON entry (placed, id);
CREATE INDEX entry_of_feed ON entry (feed_id, placed, id);
CREATE INDEX entry_of_language ON entry (language, placed, id);
CREATE INDEX entry_of_story ON entry (story_id);

CREATE TABLE entry_version (
  entry_id     BIGINT NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
  replaced_at  BIGINT NOT NULL,
  content_hash BIGINT NOT NULL,
  title        TEXT,
  body         ${bytes},
  PRIMARY KEY (entry_id, replaced_at)
);

CREATE TABLE account (
  id       ${id},
  name     TEXT NOT NULL UNIQUE,
  password TEXT,
  added_at BIGINT NOT NULL
);

CREATE TABLE subscription (
  account_id BIGINT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  feed_id    BIGINT NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
  folder     TEXT,
  tags       TEXT,
  title      TEXT,
  added_at   BIGINT NOT NULL,
  PRIMARY KEY (account_id, feed_id)
);
CREATE INDEX subscription_of_feed ON subscription (feed_id);

CREATE TABLE reading (
  account_id BIGINT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  entry_id   BIGINT NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
  read_at    BIGINT,
  starred_at BIGINT,
  hidden_at  BIGINT,
  PRIMARY KEY (account_id, entry_id)
);

CREATE TABLE saved_search (
  id         ${id},
  account_id BIGINT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  query      TEXT NOT NULL,
  added_at   BIGINT NOT NULL
);

CREATE TABLE rule (
  id         ${id},
  account_id BIGINT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  query      TEXT NOT NULL,
  action     TEXT NOT NULL,
  added_at   BIGINT NOT NULL
);

CREATE TABLE alert (
  id        ${id},
  rule_id   BIGINT NOT NULL REFERENCES rule(id) ON DELETE CASCADE,
  entry_id  BIGINT NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
  raised_at BIGINT NOT NULL,
  sent_at   BIGINT,
  tries     INTEGER NOT NULL DEFAULT 0,
  trouble   TEXT
);

CREATE TABLE setting (
  account_id BIGINT NOT NULL,
  name       TEXT NOT NULL,
  value      TEXT NOT NULL,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, name)
);

CREATE TABLE token (
  hash       TEXT NOT NULL PRIMARY KEY,
  account_id BIGINT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  added_at   BIGINT NOT NULL,
  used_at    BIGINT
);

-- The person on this machine: no log-in on loopback.
INSERT INTO account (name, added_at) VALUES ('me', 0);
