-- A rule is tried again on an entry whose article has come, unless it fitted before.
ALTER TABLE rule ADD COLUMN seen_article BIGINT NOT NULL DEFAULT 0;
CREATE TABLE rule_match (
  rule_id  BIGINT NOT NULL REFERENCES rule(id) ON DELETE CASCADE,
  entry_id BIGINT NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
  PRIMARY KEY (rule_id, entry_id)
);
CREATE INDEX rule_match_of_entry ON rule_match (entry_id);
