-- A crawl is a source: its pages are the entries of a feed of its own, which no schedule polls.
ALTER TABLE feed ADD COLUMN crawl INTEGER;
CREATE UNIQUE INDEX feed_of_crawl ON feed (crawl) WHERE crawl IS NOT NULL;

-- With what a crawled page is asked for again, whether it became an entry or not.
CREATE TABLE crawl_page (
  feed_id       BIGINT NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
  page_key      BIGINT NOT NULL,
  etag          TEXT,
  last_modified TEXT,
  PRIMARY KEY (feed_id, page_key)
);
