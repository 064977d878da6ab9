-- Backups that the server made, on its schedule or because an administrator asked.
CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The time of the schedule that it belongs to: of several servers only one makes it. Null: an administrator started it.
  scheduled_at timestamptz CONSTRAINT backups_scheduled_at_is_unique UNIQUE,
  asked_by bigint REFERENCES users ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'running' CONSTRAINT backups_state_is_known CHECK (state IN ('running', 'succeeded', 'failed')),
  folder text NOT NULL,
  name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  bytes bigint,
  -- Why it failed, or why an older archive could not be removed.
  error text,
  -- The archive was removed, because newer ones exist.
  removed_at timestamptz
);
CREATE INDEX backups_asked_by ON backups (asked_by);
