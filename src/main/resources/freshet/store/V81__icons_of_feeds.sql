-- The small pictures of sites, by which readers know their feeds. One that several sites show is
-- kept once.
CREATE TABLE icon (
  id      ${id},
  hash    TEXT NOT NULL UNIQUE,
  type    TEXT NOT NULL,
  picture ${bytes} NOT NULL
);

-- Which feed has which, or that its site has none; and when it is looked for again.
CREATE TABLE feed_icon (
  feed_id BIGINT NOT NULL PRIMARY KEY REFERENCES feed (id) ON DELETE CASCADE,
  site    TEXT NOT NULL,
  icon_id BIGINT REFERENCES icon (id),
  again   BIGINT NOT NULL
);
CREATE INDEX feed_icon_site ON feed_icon (site);
CREATE INDEX feed_icon_icon ON feed_icon (icon_id);
