-- How often someone uses a group or project: at most one use a day counts (core/frequent-items.ts).
CREATE TABLE frequent_items (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  frequency integer NOT NULL DEFAULT 1,
  last_accessed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, namespace_id),
  CONSTRAINT frequent_items_frequency_is_positive CHECK (frequency > 0)
);
CREATE INDEX frequent_items_by_namespace ON frequent_items (namespace_id);
