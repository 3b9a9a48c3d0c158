-- What a feed says of itself beside title, description and language: copyright, webMaster,
-- generator and so on, a line each with its name before a colon.
ALTER TABLE feed ADD COLUMN channel TEXT;
