-- What a user calls a feed in a list of their own: a key to join by, not a name to read.
ALTER TABLE subscription ADD COLUMN own_id TEXT;
