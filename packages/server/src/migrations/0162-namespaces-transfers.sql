-- While a job moves a group or project to another top-level group, it and everything below are read-only.
ALTER TABLE namespaces ADD COLUMN transfer_started_at timestamptz;

-- The latest transfer by a job, for its progress and the reason of its failure.
CREATE TABLE namespace_transfers (
  namespace_id bigint PRIMARY KEY REFERENCES namespaces ON DELETE CASCADE,
  -- The new parent; null: the top level. No reference: a deleted target fails the transfer, which ends the read-only state.
  target_id bigint,
  -- Who asked for it: it is done with their permissions.
  user_id bigint REFERENCES users ON DELETE SET NULL,
  -- Parameters of other rooms, such as the statuses that were chosen.
  input jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  -- Percent.
  progress smallint NOT NULL DEFAULT 0,
  -- Why it failed.
  failure text,
  started_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT namespace_transfers_status_is_known CHECK (status IN ('pending', 'done', 'failed'))
);
CREATE INDEX namespace_transfers_pending ON namespace_transfers (namespace_id) WHERE status = 'pending';
CREATE INDEX namespace_transfers_by_user ON namespace_transfers (user_id);
