-- Earlier versions are kept as long as the settings say, and dropped the oldest first.
CREATE INDEX entry_version_by_age ON entry_version (replaced_at);
