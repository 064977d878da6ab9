-- Who is at something that must be done by one at a time, over all servers of a database: telling one webhook, sending mail. A
-- turn ends by itself, so that whoever dies with it leaves it to the next.
CREATE TABLE turns (
  name text PRIMARY KEY,
  holder uuid NOT NULL,
  ends_at timestamptz NOT NULL
);

-- What waits for a hook, in the order in which it was written.
CREATE INDEX webhook_deliveries_waiting_of_hook ON webhook_deliveries (webhook_id, id) WHERE next_attempt_at IS NOT NULL;
