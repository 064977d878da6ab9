-- While the row exists, nothing is sent: no mail, no webhooks, no audit streams. A restore writes it, and an administrator ends it.
CREATE TABLE outgoing_pauses (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT outgoing_pauses_is_only_one CHECK (is_only),
  reason text NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);
