-- Who printed a story when, without looking at the entries themselves.
DROP INDEX entry_of_story;
CREATE INDEX entry_of_story ON entry (story_id, placed, id, feed_id) WHERE story_id IS NOT NULL;
