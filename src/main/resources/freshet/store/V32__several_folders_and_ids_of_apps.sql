-- A feed may be in several folders. The first stands in its subscription, the others here.
CREATE TABLE further_folder (
  account_id BIGINT NOT NULL,
  feed_id    BIGINT NOT NULL,
  folder     TEXT NOT NULL,
  PRIMARY KEY (account_id, feed_id, folder),
  FOREIGN KEY (account_id, feed_id) REFERENCES subscription (account_id, feed_id) ON DELETE CASCADE
);
CREATE INDEX further_folder_by_name ON further_folder (account_id, folder, feed_id);

-- Apps know the entries that are there by their plain numbers, those that come by sixteen digits
-- (docs/decisions/0216). This is the last of the former.
INSERT INTO setting (account_id, name, value, changed_at)
SELECT 0, 'apps.plain-ids', CAST(m.last AS TEXT), 0 FROM (SELECT MAX(id) AS last FROM entry) m
WHERE m.last IS NOT NULL;
