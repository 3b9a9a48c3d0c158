-- In seconds, as the publisher of a sound or a film says.
ALTER TABLE entry ADD COLUMN duration INTEGER;
