-- Settings of the installation that administrators change on a page. An environment variable of the same name wins.
CREATE TABLE instance_settings (
  name text PRIMARY KEY,
  value text,
  -- Encrypted: mail servers are addressed with their password.
  sealed bytea,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by_id bigint REFERENCES users ON DELETE SET NULL,
  CONSTRAINT instance_settings_have_a_value CHECK (num_nonnulls(value, sealed) = 1)
);

-- How long a session lasts without use, as it was set when it began.
ALTER TABLE sessions ADD COLUMN idle_minutes integer NOT NULL DEFAULT 20160;

-- A registered account that an administrator has not approved yet.
ALTER TABLE users DROP CONSTRAINT users_state_is_known,
  ADD CONSTRAINT users_state_is_known CHECK (state IN ('active', 'blocked', 'banned', 'blocked_pending_approval'));
