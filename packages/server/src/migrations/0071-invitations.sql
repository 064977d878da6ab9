-- Invitations to groups and projects: one for an e-mail address, or a link that may be used several times (email is null).
-- The token is in the link alone; here is its hash.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  email text,
  access_level smallint NOT NULL,
  access_expires_at date,
  message text NOT NULL DEFAULT '',
  created_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  -- The last letters of a shared link, which tell links apart.
  token_end text NOT NULL,
  -- From it and the secret of the installation the token of a mail is derived.
  nonce text,
  uses_left integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  -- Null: there is no mail to send.
  next_attempt_at timestamptz,
  delivery_error text,
  CONSTRAINT invitations_uses_are_counted CHECK (uses_left BETWEEN 0 AND 100),
  CONSTRAINT invitations_mail_is_used_once CHECK (email IS NULL OR uses_left = 1)
);
CREATE UNIQUE INDEX invitations_by_email ON invitations (namespace_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX invitations_due ON invitations (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX invitations_by_author ON invitations (created_by_id, created_at);
