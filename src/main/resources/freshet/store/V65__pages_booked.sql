-- When the page of an entry was asked for last: entries that lead to the same page wait for each
-- other, also over a kill.
ALTER TABLE article ADD COLUMN asked BIGINT;
DROP INDEX article_by_page;
CREATE INDEX article_by_page ON article (page_key) WHERE page_key IS NOT NULL;
