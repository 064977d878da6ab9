-- The days before its end at which the owner of a token was told last: 60, 30 or 7.
ALTER TABLE personal_access_tokens ADD COLUMN noticed_days integer;
CREATE INDEX personal_access_tokens_ending ON personal_access_tokens (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;
