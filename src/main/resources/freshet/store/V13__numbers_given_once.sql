-- The number of a row is never given out again, though the row is gone: programs on other devices,
-- the search index and rules know entries and feeds by it. What that takes differs altogether between
-- SQLite and PostgreSQL: see Database.
${numbers-once}
