-- People type the name of their account and a token in several ways, and the Fever protocol makes
-- another key of each: a token has several.
CREATE TABLE fever_key (
  hash  TEXT NOT NULL PRIMARY KEY,
  token TEXT NOT NULL REFERENCES token (hash) ON DELETE CASCADE
);
CREATE INDEX fever_key_of_token ON fever_key (token);
INSERT INTO fever_key (hash, token) SELECT fever, hash FROM token WHERE fever IS NOT NULL;
DROP INDEX token_fever;
ALTER TABLE token DROP COLUMN fever;
