-- Accounts of programs: of the installation, or of a top-level group. They have tokens and roles, and no password.
ALTER TABLE users
  ADD COLUMN is_service_account boolean NOT NULL DEFAULT false,
  ADD COLUMN service_account_of_id bigint REFERENCES namespaces ON DELETE CASCADE,
  DROP COLUMN is_bot;
ALTER TABLE users
  ADD COLUMN is_bot boolean NOT NULL GENERATED ALWAYS AS (is_automation OR bot_of_id IS NOT NULL OR is_service_account) STORED,
  ADD CONSTRAINT users_service_accounts_have_no_password CHECK (
    NOT is_service_account OR (password_hash IS NULL AND NOT is_admin AND bot_of_id IS NULL)),
  ADD CONSTRAINT users_service_accounts_of_groups_are_marked CHECK (service_account_of_id IS NULL OR is_service_account);
CREATE INDEX users_service_accounts ON users (service_account_of_id, id) WHERE is_service_account;
