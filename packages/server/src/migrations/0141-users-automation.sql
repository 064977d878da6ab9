-- The account that changes of the schedule are attributed to. It has no password, so nobody signs in as it.
ALTER TABLE users ADD COLUMN is_automation boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT users_automation_has_no_password CHECK (NOT is_automation OR password_hash IS NULL);
CREATE UNIQUE INDEX users_one_automation ON users (is_automation) WHERE is_automation;
