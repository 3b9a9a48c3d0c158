-- Tokens with which a program may look but change nothing. Those of before may do everything.
ALTER TABLE token ADD COLUMN read_only BOOLEAN NOT NULL DEFAULT FALSE;
