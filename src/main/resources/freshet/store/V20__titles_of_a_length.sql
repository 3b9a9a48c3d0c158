-- Since titles are cut when a feed is read (docs/architecture.md, "What bounds a feed"), those that
-- were stored before are too: a list of entries must not be megabytes.
UPDATE entry SET title = substr(title, 1, 999) || '…' WHERE length(title) > 1000;
UPDATE entry SET guid = substr(guid, 1, 1999) || '…' WHERE length(guid) > 2000;
UPDATE entry SET authors = substr(authors, 1, 10000) WHERE length(authors) > 10000;
UPDATE entry SET categories = substr(categories, 1, 10000) WHERE length(categories) > 10000;
UPDATE entry_version SET title = substr(title, 1, 999) || '…' WHERE length(title) > 1000;
UPDATE event SET title = substr(title, 1, 999) || '…' WHERE length(title) > 1000;
UPDATE feed SET title = substr(title, 1, 999) || '…' WHERE length(title) > 1000;
UPDATE subscription SET title = substr(title, 1, 999) || '…' WHERE length(title) > 1000;
