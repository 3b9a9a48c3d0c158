-- Since when no translator knows both languages of it: a server that is just starting may say so.
ALTER TABLE translation_task ADD COLUMN unknown_since BIGINT;
