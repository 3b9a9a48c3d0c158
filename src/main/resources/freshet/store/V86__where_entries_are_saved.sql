-- Other programs that an account saves entries to: requests made of templates.
CREATE TABLE save_target (
  id         ${id},
  account_id BIGINT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  way        TEXT NOT NULL,
  method     TEXT NOT NULL,
  address    TEXT NOT NULL,
  headers    TEXT NOT NULL,
  body       TEXT NOT NULL,
  log_in     TEXT NOT NULL,
  log_in_form TEXT NOT NULL,
  -- lines of 'name=value', which templates use and nobody is shown again
  secrets    TEXT NOT NULL
);
CREATE INDEX save_target_of ON save_target (account_id);
