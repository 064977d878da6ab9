-- Sums must not tell of what one may not see. Every item has an audience, and what it adds to the items above it is kept apart
-- for each: 1 everyone, 2 whoever is signed in, 3 members, 4 those whom confidential items are for (core/hierarchy.ts).
CREATE FUNCTION work_item_audience(is_confidential boolean, visibility text) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE WHEN is_confidential THEN 4 WHEN visibility = 'private' THEN 3 WHEN visibility = 'internal' THEN 2 ELSE 1 END)::smallint
$$;

ALTER TABLE work_items ADD COLUMN audience smallint NOT NULL DEFAULT 4;
UPDATE work_items w SET audience = work_item_audience(w.is_confidential, n.visibility)
FROM namespaces n WHERE n.id = w.namespace_id AND w.audience <> work_item_audience(w.is_confidential, n.visibility);

-- Holds the namespace: whoever changes its visibility either comes first and is seen, or comes later and finds the item.
CREATE FUNCTION set_work_item_audience() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE seen_by text;
BEGIN
  SELECT visibility INTO seen_by FROM namespaces WHERE id = NEW.namespace_id FOR SHARE;
  NEW.audience := work_item_audience(NEW.is_confidential, coalesce(seen_by, 'private'));
  RETURN NEW;
END
$$;
CREATE TRIGGER work_items_set_audience BEFORE INSERT OR UPDATE OF is_confidential, namespace_id ON work_items
  FOR EACH ROW EXECUTE FUNCTION set_work_item_audience();

ALTER TABLE work_item_rollup_deltas ADD COLUMN audience smallint NOT NULL DEFAULT 4;
ALTER TABLE work_item_rollup_deltas ALTER COLUMN audience DROP DEFAULT;
ALTER TABLE work_item_rollups ADD COLUMN audience smallint NOT NULL DEFAULT 4;
ALTER TABLE work_item_rollups ALTER COLUMN audience DROP DEFAULT;
ALTER TABLE work_item_rollups DROP CONSTRAINT work_item_rollups_pkey, ADD PRIMARY KEY (work_item_id, audience);

-- All sums anew, now apart.
TRUNCATE work_item_rollup_deltas;
DELETE FROM work_item_rollups;
INSERT INTO work_item_rollups (
  work_item_id, audience, opened_epics, closed_epics, opened_issues, closed_issues, opened_tasks, closed_tasks,
  opened_weight, closed_weight, issues_on_track, issues_needing_attention, issues_at_risk
)
SELECT ancestor.id, w.audience, sum(c.opened_epics), sum(c.closed_epics), sum(c.opened_issues), sum(c.closed_issues),
  sum(c.opened_tasks), sum(c.closed_tasks), sum(c.opened_weight), sum(c.closed_weight),
  sum(c.issues_on_track), sum(c.issues_needing_attention), sum(c.issues_at_risk)
FROM work_items w CROSS JOIN unnest(w.ancestor_ids) AS ancestor (id)
CROSS JOIN LATERAL work_item_contribution(w.type, w.state, w.weight, w.health_status) AS c
GROUP BY ancestor.id, w.audience;

-- A group or project that others may see now takes its items to another audience, in every sum above them.
CREATE FUNCTION follow_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH moved AS (
    UPDATE work_items w SET audience = work_item_audience(false, NEW.visibility)
    WHERE w.namespace_id = NEW.id AND NOT w.is_confidential
    RETURNING w.ancestor_ids, w.type, w.state, w.weight, w.health_status
  ),
  change AS (
    SELECT ancestor.id AS ancestor_id, side.audience, side.sign, moved.type, moved.state, moved.weight, moved.health_status
    FROM moved CROSS JOIN unnest(moved.ancestor_ids) AS ancestor (id)
    CROSS JOIN (VALUES
      (work_item_audience(false, OLD.visibility), -1), (work_item_audience(false, NEW.visibility), 1)
    ) AS side (audience, sign)
  )
  INSERT INTO work_item_rollup_deltas (
    work_item_id, audience, opened_epics, closed_epics, opened_issues, closed_issues, opened_tasks, closed_tasks,
    opened_weight, closed_weight, issues_on_track, issues_needing_attention, issues_at_risk
  )
  SELECT change.ancestor_id, change.audience, sum(sign * c.opened_epics), sum(sign * c.closed_epics),
    sum(sign * c.opened_issues), sum(sign * c.closed_issues), sum(sign * c.opened_tasks), sum(sign * c.closed_tasks),
    sum(sign * c.opened_weight), sum(sign * c.closed_weight), sum(sign * c.issues_on_track),
    sum(sign * c.issues_needing_attention), sum(sign * c.issues_at_risk)
  FROM change CROSS JOIN LATERAL work_item_contribution(change.type, change.state, change.weight, change.health_status) AS c
  GROUP BY change.ancestor_id, change.audience;
  RETURN NULL;
END
$$;
CREATE TRIGGER namespaces_follow_visibility AFTER UPDATE OF visibility ON namespaces
  FOR EACH ROW WHEN (OLD.visibility <> NEW.visibility) EXECUTE FUNCTION follow_visibility();

-- As in 0009, each loss in its own audience.
CREATE OR REPLACE FUNCTION release_children_of_deleted_work_items() RETURNS trigger LANGUAGE plpgsql AS $$
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
    SELECT w.id, w.ancestor_ids, w.audience, w.type, w.state, w.weight, w.health_status
    FROM work_items w JOIN gone ON w.parent_id = gone.id
    UNION ALL
    SELECT w.id, w.ancestor_ids, w.audience, w.type, w.state, w.weight, w.health_status
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
    SELECT ancestor.id AS ancestor_id, released.audience, released.type, released.state, released.weight, released.health_status
    FROM released CROSS JOIN unnest(released.ancestor_ids[:cut - 1]) AS ancestor (id)
    UNION ALL
    SELECT ancestor.id, gone.audience, gone.type, gone.state, gone.weight, gone.health_status
    FROM gone CROSS JOIN unnest(gone.ancestor_ids) AS ancestor (id)
  ),
  counted AS (
    INSERT INTO work_item_rollup_deltas (
      work_item_id, audience, opened_epics, closed_epics, opened_issues, closed_issues, opened_tasks, closed_tasks,
      opened_weight, closed_weight, issues_on_track, issues_needing_attention, issues_at_risk
    )
    SELECT loss.ancestor_id, loss.audience, -sum(c.opened_epics), -sum(c.closed_epics), -sum(c.opened_issues), -sum(c.closed_issues),
      -sum(c.opened_tasks), -sum(c.closed_tasks), -sum(c.opened_weight), -sum(c.closed_weight),
      -sum(c.issues_on_track), -sum(c.issues_needing_attention), -sum(c.issues_at_risk)
    FROM loss CROSS JOIN LATERAL work_item_contribution(loss.type, loss.state, loss.weight, loss.health_status) AS c
    WHERE NOT EXISTS (SELECT FROM gone WHERE gone.id = loss.ancestor_id)
    GROUP BY loss.ancestor_id, loss.audience
  )
  UPDATE work_items w
  SET ancestor_ids = released.ancestor_ids[cut + 1:],
    parent_id = CASE WHEN cut = cardinality(released.ancestor_ids) THEN NULL ELSE w.parent_id END
  FROM released WHERE released.id = w.id;
  RETURN NULL;
END
$$;
