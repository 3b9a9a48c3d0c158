-- The search index catches up with what was edited since its last commit.
CREATE INDEX entry_by_edit ON entry (edited_at) WHERE edited_at IS NOT NULL;

-- A saved search can be read as a feed by whoever knows its address.
ALTER TABLE saved_search ADD COLUMN secret TEXT;
CREATE UNIQUE INDEX saved_search_secret ON saved_search (secret);
