-- Who takes part of the feeds now: others need not leave any to one that is still starting.
ALTER TABLE member ADD COLUMN ready BOOLEAN NOT NULL DEFAULT FALSE;

-- By the same clock as free_at: one that is later than now tells of a clock that was set back.
ALTER TABLE host_turn ADD COLUMN set_at BIGINT NOT NULL DEFAULT 0;
