-- Bulk updates of all items that match the filters of a list, which a job makes in batches.
CREATE TABLE bulk_updates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  title text NOT NULL,
  change jsonb NOT NULL,
  -- It changes back what this one changed.
  undo_of_id bigint UNIQUE REFERENCES bulk_updates ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'pending',
  failure text,
  -- Numbers of items. Those that already had the values are in neither of the last two.
  total integer NOT NULL,
  processed integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  dismissed_at timestamptz,
  CONSTRAINT bulk_updates_title_is_short CHECK (char_length(title) <= 255),
  CONSTRAINT bulk_updates_status_is_known CHECK (status IN ('pending', 'done', 'cancelled', 'failed')),
  CONSTRAINT bulk_updates_end_when_finished CHECK ((status = 'pending') = (finished_at IS NULL))
);
CREATE INDEX bulk_updates_by_user ON bulk_updates (user_id, namespace_id);
CREATE INDEX bulk_updates_by_namespace ON bulk_updates (namespace_id);

-- The items that matched at the start. An item may be deleted before its turn.
CREATE TABLE bulk_update_items (
  bulk_update_id bigint NOT NULL REFERENCES bulk_updates ON DELETE CASCADE,
  work_item_id bigint NOT NULL,
  -- Null: not processed yet.
  outcome text,
  -- Why it was refused.
  reason text,
  PRIMARY KEY (bulk_update_id, work_item_id),
  CONSTRAINT bulk_update_items_outcome_is_known CHECK (outcome IN ('changed', 'unchanged', 'refused'))
);
CREATE INDEX bulk_update_items_waiting ON bulk_update_items (bulk_update_id, work_item_id) WHERE outcome IS NULL;
