-- Tokens of webhooks are encrypted with a key that is not in the database. Rows from before are encrypted by a job at the next start:
-- only the server knows the key.
ALTER TABLE webhooks RENAME COLUMN token TO plain_token;
ALTER TABLE webhooks ADD COLUMN sealed_token bytea;
ALTER TABLE webhooks ADD CONSTRAINT webhooks_token_is_kept_once CHECK (plain_token IS NULL OR sealed_token IS NULL);
