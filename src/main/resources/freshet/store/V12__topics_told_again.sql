-- When the topic of a stored entry was changed: the search index catches up by it.
ALTER TABLE entry ADD COLUMN topic_changed BIGINT;
CREATE INDEX entry_by_topic_change ON entry (topic_changed) WHERE topic_changed IS NOT NULL;
