-- What a top-level group decides for the roadmaps of its tree.
CREATE TABLE roadmap_group_settings (
  namespace_id bigint PRIMARY KEY REFERENCES namespaces ON DELETE CASCADE,
  stale_after_days smallint CONSTRAINT roadmap_group_settings_stale_limit CHECK (stale_after_days BETWEEN 7 AND 180)
);
