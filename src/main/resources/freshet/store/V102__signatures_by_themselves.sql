-- What entries are compared by, for as long as they are compared: it goes when the window is over,
-- and its pages are used again. Entries of before keep theirs in a column of their own.
CREATE TABLE entry_signature (
  entry_id ${key} REFERENCES entry(id) ON DELETE CASCADE,
  placed   BIGINT NOT NULL,
  bytes    ${bytes} NOT NULL
);
CREATE INDEX entry_signature_by_place ON entry_signature (placed);
