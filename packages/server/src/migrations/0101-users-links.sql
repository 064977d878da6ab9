-- Links that are mailed to people: to set a password, to confirm an email address. The token is in the mail alone; here is its hash.
CREATE TABLE account_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL,
  -- Where the mail goes; for 'email' the new address.
  email text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  -- From it and the secret of the installation the token is derived.
  nonce text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Used, or replaced by a newer one. Kept for a while, because the number of mails an hour is limited.
  closed_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  -- Null: there is no mail to send.
  next_attempt_at timestamptz,
  CONSTRAINT account_links_purpose_is_known CHECK (purpose IN ('reset', 'welcome', 'confirm', 'email'))
);
CREATE INDEX account_links_by_user ON account_links (user_id);
CREATE INDEX account_links_by_address ON account_links (lower(email), created_at);
CREATE INDEX account_links_due ON account_links (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Null: the address of a registered account was not confirmed yet, and the account cannot sign in.
ALTER TABLE users ADD COLUMN confirmed_at timestamptz DEFAULT now();
