-- What is changed in the texts of a feed's entries before they are stored, a rule a line.
CREATE TABLE feed_rewriting (
  feed_id BIGINT PRIMARY KEY REFERENCES feed (id) ON DELETE CASCADE,
  rules TEXT NOT NULL
);
