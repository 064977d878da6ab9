-- What one change adds to the sums of all its ancestors, as one row instead of a delta for each of them. Rows are found by reading all:
-- they are folded into the sums within seconds. Changes of many items at once write deltas, which have an index.
CREATE TABLE work_item_rollup_changes (
  opened_weight bigint NOT NULL,
  closed_weight bigint NOT NULL,
  opened_epics integer NOT NULL,
  closed_epics integer NOT NULL,
  opened_issues integer NOT NULL,
  closed_issues integer NOT NULL,
  opened_tasks integer NOT NULL,
  closed_tasks integer NOT NULL,
  issues_on_track integer NOT NULL,
  issues_needing_attention integer NOT NULL,
  issues_at_risk integer NOT NULL,
  -- The day in UTC.
  changed_on date NOT NULL DEFAULT (now() AT TIME ZONE 'utc')::date,
  audience smallint NOT NULL,
  ancestor_ids bigint[] NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ANALYZE work_item_rollup_changes;
CREATE VIEW as_of.work_item_rollup_changes AS SELECT * FROM public.work_item_rollup_changes WHERE changed_on <= as_of_day();
