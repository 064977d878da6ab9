-- What lies below an epic or issue, at any depth. Read as it stands plus the deltas not yet folded in (docs/decisions).
CREATE TABLE work_item_rollups (
  work_item_id bigint PRIMARY KEY REFERENCES work_items ON DELETE CASCADE,
  opened_epics integer NOT NULL DEFAULT 0,
  closed_epics integer NOT NULL DEFAULT 0,
  opened_issues integer NOT NULL DEFAULT 0,
  closed_issues integer NOT NULL DEFAULT 0,
  opened_tasks integer NOT NULL DEFAULT 0,
  closed_tasks integer NOT NULL DEFAULT 0,
  opened_weight bigint NOT NULL DEFAULT 0,
  closed_weight bigint NOT NULL DEFAULT 0,
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
  opened_weight bigint NOT NULL DEFAULT 0,
  closed_weight bigint NOT NULL DEFAULT 0,
  issues_on_track integer NOT NULL DEFAULT 0,
  issues_needing_attention integer NOT NULL DEFAULT 0,
  issues_at_risk integer NOT NULL DEFAULT 0
);
CREATE INDEX work_item_rollup_deltas_by_work_item ON work_item_rollup_deltas (work_item_id);

-- What one item adds to everything above it: the same rule as in core/hierarchy.ts, for what is counted in bulk.
CREATE FUNCTION work_item_contribution(type text, state text, weight integer, health_status text)
RETURNS TABLE (
  opened_epics integer, closed_epics integer, opened_issues integer, closed_issues integer, opened_tasks integer,
  closed_tasks integer, opened_weight bigint, closed_weight bigint, issues_on_track integer,
  issues_needing_attention integer, issues_at_risk integer
)
LANGUAGE sql IMMUTABLE AS $$
  SELECT
    (type = 'epic' AND state = 'opened')::integer,
    (type = 'epic' AND state = 'closed')::integer,
    (type IN ('issue', 'incident') AND state = 'opened')::integer,
    (type IN ('issue', 'incident') AND state = 'closed')::integer,
    (type = 'task' AND state = 'opened')::integer,
    (type = 'task' AND state = 'closed')::integer,
    CASE WHEN type IN ('issue', 'incident') AND state = 'opened' THEN coalesce(weight, 0) ELSE 0 END::bigint,
    CASE WHEN type IN ('issue', 'incident') AND state = 'closed' THEN coalesce(weight, 0) ELSE 0 END::bigint,
    (type IN ('issue', 'incident') AND state = 'opened' AND health_status IS NOT DISTINCT FROM 'on_track')::integer,
    (type IN ('issue', 'incident') AND state = 'opened' AND health_status IS NOT DISTINCT FROM 'needs_attention')::integer,
    (type IN ('issue', 'incident') AND state = 'opened' AND health_status IS NOT DISTINCT FROM 'at_risk')::integer
$$;

-- Whatever deletes items (one by hand, thousands with their project), their children are released and become the tops of
-- their own trees, and everything that stays above forgets what is gone.
CREATE FUNCTION release_children_of_deleted_work_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever is changing one of them right now comes first: its difference went to the ancestors it had.
  PERFORM w.id FROM work_items w
  WHERE w.id IN (
    WITH RECURSIVE below AS (
      SELECT w.id FROM work_items w JOIN gone ON w.parent_id = gone.id
      UNION ALL
      SELECT w.id FROM work_items w JOIN below ON w.parent_id = below.id
    )
    SELECT id FROM below
  )
  ORDER BY w.id FOR NO KEY UPDATE;

  WITH RECURSIVE below AS (
    SELECT w.id, w.ancestor_ids, w.type, w.state, w.weight, w.health_status
    FROM work_items w JOIN gone ON w.parent_id = gone.id
    UNION ALL
    SELECT w.id, w.ancestor_ids, w.type, w.state, w.weight, w.health_status
    FROM work_items w JOIN below ON w.parent_id = below.id
  ),
  released AS (
    SELECT below.*, (
      SELECT max(path.place) FROM unnest(below.ancestor_ids) WITH ORDINALITY AS path (id, place)
      WHERE EXISTS (SELECT FROM gone WHERE gone.id = path.id)
    ) AS cut
    FROM below
  ),
  loss AS (
    SELECT ancestor.id AS ancestor_id, released.type, released.state, released.weight, released.health_status
    FROM released CROSS JOIN unnest(released.ancestor_ids[:cut - 1]) AS ancestor (id)
    UNION ALL
    SELECT ancestor.id, gone.type, gone.state, gone.weight, gone.health_status
    FROM gone CROSS JOIN unnest(gone.ancestor_ids) AS ancestor (id)
  ),
  counted AS (
    INSERT INTO work_item_rollup_deltas (
      work_item_id, opened_epics, closed_epics, opened_issues, closed_issues, opened_tasks, closed_tasks,
      opened_weight, closed_weight, issues_on_track, issues_needing_attention, issues_at_risk
    )
    SELECT loss.ancestor_id, -sum(c.opened_epics), -sum(c.closed_epics), -sum(c.opened_issues), -sum(c.closed_issues),
      -sum(c.opened_tasks), -sum(c.closed_tasks), -sum(c.opened_weight), -sum(c.closed_weight),
      -sum(c.issues_on_track), -sum(c.issues_needing_attention), -sum(c.issues_at_risk)
    FROM loss CROSS JOIN LATERAL work_item_contribution(loss.type, loss.state, loss.weight, loss.health_status) AS c
    WHERE NOT EXISTS (SELECT FROM gone WHERE gone.id = loss.ancestor_id)
    GROUP BY loss.ancestor_id
  )
  UPDATE work_items w
  SET ancestor_ids = released.ancestor_ids[cut + 1:],
    parent_id = CASE WHEN cut = cardinality(released.ancestor_ids) THEN NULL ELSE w.parent_id END
  FROM released WHERE released.id = w.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER work_items_release_children AFTER DELETE ON work_items
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION release_children_of_deleted_work_items();

-- An inherited date always has a source, except for the moment after its source was deleted: this index is how such dates
-- are found, and as good as empty.
CREATE INDEX work_items_start_orphaned ON work_items (root_id)
  WHERE NOT start_date_is_fixed AND start_date IS NOT NULL
    AND start_date_sourcing_work_item_id IS NULL AND start_date_sourcing_milestone_id IS NULL;
CREATE INDEX work_items_due_orphaned ON work_items (root_id)
  WHERE NOT due_date_is_fixed AND due_date IS NOT NULL
    AND due_date_sourcing_work_item_id IS NULL AND due_date_sourcing_milestone_id IS NULL;
