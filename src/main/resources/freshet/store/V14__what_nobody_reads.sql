-- Tables and columns that were never used, and sums of old polls that nothing read.
DROP TABLE page_seen;
ALTER TABLE feed DROP COLUMN site_id;
DROP TABLE site;
ALTER TABLE subscription DROP COLUMN tags;
DROP TABLE poll_day;
