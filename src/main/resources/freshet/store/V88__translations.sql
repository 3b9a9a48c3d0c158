-- What was translated is kept for ever, by the hash of the text with both languages, and by whom.
CREATE TABLE translation (
  hash     TEXT NOT NULL,
  provider TEXT NOT NULL,
  made     BIGINT NOT NULL,
  words    ${bytes} NOT NULL,
  PRIMARY KEY (hash, provider)
);

-- How many characters each was given on a day, so that a budget outlives a restart.
CREATE TABLE translation_use (
  provider   TEXT NOT NULL,
  day        BIGINT NOT NULL,
  characters BIGINT NOT NULL,
  PRIMARY KEY (provider, day)
);

-- What is to be translated: the title of an entry, or all of it.
CREATE TABLE translation_task (
  entry_id      BIGINT NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
  into_language TEXT NOT NULL,
  part          TEXT NOT NULL,
  -- 0 where somebody waits for it
  urgency       INTEGER NOT NULL,
  tries         INTEGER NOT NULL DEFAULT 0,
  not_before    BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (entry_id, into_language, part)
);
CREATE INDEX translation_task_next ON translation_task (urgency, entry_id);

-- Entries as they were translated: for lists and searches.
CREATE TABLE translated_entry (
  entry_id      BIGINT NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
  into_language TEXT NOT NULL,
  at            BIGINT NOT NULL,
  provider      TEXT NOT NULL,
  -- of the title that was translated: another one makes it out of date
  of_title      TEXT NOT NULL,
  title         TEXT,
  words         ${bytes},
  PRIMARY KEY (entry_id, into_language)
);
CREATE INDEX translated_entry_at ON translated_entry (at);
