-- Pages without a feed whose list of links is followed instead: the CSS selector that names the
-- links, and since when it is so.
ALTER TABLE feed ADD COLUMN list_selector TEXT;
ALTER TABLE feed ADD COLUMN list_since BIGINT NOT NULL DEFAULT 0;
