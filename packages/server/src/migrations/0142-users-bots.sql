-- The accounts of access tokens of groups and projects. They have no password, so nobody signs in as one.
ALTER TABLE users ADD COLUMN bot_of_id bigint REFERENCES namespaces ON DELETE CASCADE,
  ADD COLUMN is_bot boolean NOT NULL GENERATED ALWAYS AS (is_automation OR bot_of_id IS NOT NULL) STORED,
  ADD CONSTRAINT users_bots_have_no_password CHECK (bot_of_id IS NULL OR (password_hash IS NULL AND NOT is_admin));
CREATE INDEX users_by_bot_of ON users (bot_of_id) WHERE bot_of_id IS NOT NULL;

-- The role that such a token was created with; null for tokens of people.
ALTER TABLE personal_access_tokens ADD COLUMN access_level integer;
