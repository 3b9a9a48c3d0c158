-- When an entry became unread again or lost its star: programs ask what has changed since they last
-- looked (changed_after in Miniflux's API). When it was read or starred is known from before.
ALTER TABLE reading ADD COLUMN unmarked_at BIGINT;
CREATE INDEX reading_unmarked ON reading (account_id, unmarked_at) WHERE unmarked_at IS NOT NULL;
