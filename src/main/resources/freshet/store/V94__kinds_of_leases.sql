-- Not only polls are given to terminals: pages of articles, and what searches and crawls ask for.
ALTER TABLE lease ADD COLUMN kind TEXT NOT NULL DEFAULT 'poll';
