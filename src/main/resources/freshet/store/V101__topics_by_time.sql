-- The entries of a topic by time, whether they are folded or not, with all that a page of it is
-- chosen by. Before, those that are folded came after the others, so that a page of a topic sorted
-- all of its entries.
DROP INDEX entry_of_topic;
CREATE INDEX entry_of_topic ON entry (topic_id, placed, id, folded, feed_id);
