-- Groups and projects with many items that a job removes for good. They are deleted already, and cannot be restored any more.
CREATE TABLE namespace_removals (
  namespace_id bigint PRIMARY KEY REFERENCES namespaces ON DELETE CASCADE,
  -- Who asked for it; null: the end of the restore period.
  user_id bigint REFERENCES users ON DELETE SET NULL,
  -- Numbers of items.
  total integer NOT NULL,
  removed integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX namespace_removals_by_user ON namespace_removals (user_id);
