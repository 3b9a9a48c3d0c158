-- Work that was given to a terminal and may still be done there. Whoever takes over leaves the host
-- alone as long as the lease lasts, counted from then: no clock of another machine is asked.
CREATE TABLE lease (
  request TEXT NOT NULL PRIMARY KEY,
  feed_id BIGINT NOT NULL,
  url TEXT NOT NULL,
  lasts_ms BIGINT NOT NULL,
  granted BIGINT NOT NULL
);

-- Work that terminals began several times and never finished.
CREATE TABLE dead_letter (
  id ${id},
  feed_id BIGINT NOT NULL,
  url TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  terminals TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX dead_letter_at ON dead_letter (at);
