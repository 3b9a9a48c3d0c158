-- Stories, topics and events in use. An entry that is alone has no story and no event: rows are made
-- when a second one joins it, so that most entries are written once.

-- A copy, shown under the entry that stands for its story.
ALTER TABLE entry ADD COLUMN folded BOOLEAN NOT NULL DEFAULT FALSE;
-- A person said so.
ALTER TABLE entry ADD COLUMN topic_given BOOLEAN NOT NULL DEFAULT FALSE;

DROP INDEX entry_of_story;
CREATE INDEX entry_of_story ON entry (story_id) WHERE story_id IS NOT NULL;
CREATE INDEX entry_of_event ON entry (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX entry_of_topic ON entry (topic_id, folded, placed, id);

-- What a person says about a feed: the topic of all its entries; that its text stands for a story.
ALTER TABLE feed ADD COLUMN topic_id BIGINT REFERENCES topic(id);
ALTER TABLE feed ADD COLUMN preferred BOOLEAN NOT NULL DEFAULT FALSE;
-- Entries whose text is in another language than the feed declares (found_language: the last one).
ALTER TABLE feed ADD COLUMN wrong_language BIGINT NOT NULL DEFAULT 0;

-- What was learned from texts, as the pipeline wants it back at the next start.
CREATE TABLE learned (
  name       TEXT NOT NULL PRIMARY KEY,
  state      ${bytes} NOT NULL,
  changed_at BIGINT NOT NULL
);
