-- What lies below an epic or issue, at any depth. Read as it stands plus the deltas not yet folded in (docs/decisions).
CREATE TABLE work_item_rollups (
  work_item_id bigint PRIMARY KEY REFERENCES work_items ON DELETE CASCADE,
  opened_epics integer NOT NULL DEFAULT 0,
  closed_epics integer NOT NULL DEFAULT 0,
  opened_issues integer NOT NULL DEFAULT 0,
  closed_issues integer NOT NULL DEFAULT 0,
  opened_tasks integer NOT NULL DEFAULT 0,
  closed_tasks integer NOT NULL DEFAULT 0,
  opened_weight integer NOT NULL DEFAULT 0,
  closed_weight integer NOT NULL DEFAULT 0,
  issues_on_track integer NOT NULL DEFAULT 0,
  issues_needing_attention integer NOT NULL DEFAULT 0,
  issues_at_risk integer NOT NULL DEFAULT 0
);

-- Each change adds its difference for every ancestor in its own transaction; nobody waits for the root's row.
CREATE TABLE work_item_rollup_deltas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  work_item_id bigint NOT NULL,
  opened_epics integer NOT NULL DEFAULT 0,
  closed_epics integer NOT NULL DEFAULT 0,
  opened_issues integer NOT NULL DEFAULT 0,
  closed_issues integer NOT NULL DEFAULT 0,
  opened_tasks integer NOT NULL DEFAULT 0,
  closed_tasks integer NOT NULL DEFAULT 0,
  opened_weight integer NOT NULL DEFAULT 0,
  closed_weight integer NOT NULL DEFAULT 0,
  issues_on_track integer NOT NULL DEFAULT 0,
  issues_needing_attention integer NOT NULL DEFAULT 0,
  issues_at_risk integer NOT NULL DEFAULT 0
);
CREATE INDEX work_item_rollup_deltas_by_work_item ON work_item_rollup_deltas (work_item_id);
