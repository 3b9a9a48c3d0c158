-- By which page an article was taken from: entries that lead to the same page share it.
ALTER TABLE article ADD COLUMN page_key BIGINT;
CREATE INDEX article_by_page ON article (page_key) WHERE body IS NOT NULL;
