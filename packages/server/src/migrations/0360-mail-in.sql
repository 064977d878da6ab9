-- How often a person has reset their addresses for incoming mail; without a row never. The addresses themselves are signed, not stored.
CREATE TABLE incoming_address_generations (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  generation integer NOT NULL CHECK (generation > 0)
);

-- The mails that arrived, so that none is processed twice, and administrators see what was refused. Removed after 30 days.
CREATE TABLE received_mails (
  -- The digest of Message-ID and recipient.
  digest bytea PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now(),
  sender text NOT NULL CHECK (length(sender) <= 320),
  user_id bigint REFERENCES users ON DELETE SET NULL,
  outcome text NOT NULL CHECK (outcome IN ('accepted', 'refused', 'ignored')),
  reason text CHECK (length(reason) <= 500)
);
CREATE INDEX received_mails_by_time ON received_mails (received_at DESC);

-- Since when the mailbox cannot be read, for administrators. One row.
CREATE TABLE incoming_mailbox (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  failing_since timestamptz,
  reason text CHECK (length(reason) <= 500)
);
INSERT INTO incoming_mailbox DEFAULT VALUES;
