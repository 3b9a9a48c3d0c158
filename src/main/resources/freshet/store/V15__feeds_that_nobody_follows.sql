-- A feed that nobody follows any more stays, without being polled, while somebody has starred or
-- tagged an entry of it.
ALTER TABLE feed ADD COLUMN unfollowed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX feed_unfollowed ON feed (id) WHERE unfollowed = TRUE;
