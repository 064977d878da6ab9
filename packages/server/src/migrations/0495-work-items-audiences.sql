-- An item no longer stores the visibility of its group or project: a change of visibility then rewrites no items. Who may see an item
-- follows from its own columns and its namespace; only the sums above it are kept per audience (core/hierarchy.ts).
DROP TRIGGER work_items_set_audience ON work_items;
DROP FUNCTION set_work_item_audience();
DROP TRIGGER work_items_changed_milestones_wait ON work_items;
DROP VIEW as_of.work_items;
-- Its indexes go with it, and are made again without it.
DO $$
DECLARE
  definitions text[] := ARRAY(
    SELECT replace(pg_get_indexdef(i.indexrelid), ', audience', '') FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = 'work_items'::regclass AND a.attname = 'audience'
  );
  definition text;
BEGIN
  ALTER TABLE work_items DROP COLUMN audience;
  FOREACH definition IN ARRAY definitions LOOP
    EXECUTE definition;
  END LOOP;
END
$$;
-- Whether hidden_work_items names it; written by a trigger.
ALTER TABLE work_items ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;
UPDATE work_items SET is_hidden = true WHERE id IN (SELECT work_item_id FROM hidden_work_items);
SELECT create_as_of_views();

-- After a change of visibility: the items of a namespace whose numbers are in this range are counted for this audience, and not yet
-- for that of the present visibility. Empty most of the time.
CREATE TABLE audience_moves (
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  -- Exclusive: a job moves it up to the end of the range.
  after_iid integer NOT NULL,
  -- Inclusive.
  last_iid integer NOT NULL,
  audience smallint NOT NULL,
  PRIMARY KEY (namespace_id, last_iid),
  CONSTRAINT audience_moves_range_has_items CHECK (after_iid < last_iid)
);
ANALYZE audience_moves;

-- The latest change of visibility by a job, for its progress.
CREATE TABLE visibility_changes (
  namespace_id bigint PRIMARY KEY REFERENCES namespaces ON DELETE CASCADE,
  -- Numbers of items; the total is an estimate for the progress, because others may create items meanwhile.
  total integer NOT NULL,
  moved integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);

-- The audience that an item is counted for in the sums above it.
CREATE FUNCTION counted_audience(is_hidden boolean, is_confidential boolean, namespace_id bigint, iid integer)
RETURNS smallint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN $1 THEN 5::smallint WHEN $2 THEN 4::smallint ELSE coalesce(
    (SELECT m.audience FROM audience_moves m WHERE m.namespace_id = $3 AND $4 > m.after_iid AND $4 <= m.last_iid),
    (SELECT work_item_audience(false, n.visibility) FROM namespaces n WHERE n.id = $3),
    3::smallint
  ) END
$$;

-- The same for a writer of sums, for an item that is neither hidden nor confidential. Until the transaction ends, the job does not
-- move the items of this namespace: it would miss the change or count it for the wrong audience. The lock is in memory, and writers
-- share it.
CREATE FUNCTION audience_to_count(namespace_id bigint, iid integer) RETURNS smallint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7205495, hashint8($1));
  RETURN counted_audience(false, false, $1, $2);
END
$$;

-- As above, for writers of the sums of many items: no items are moved anywhere.
CREATE FUNCTION keep_audiences() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(7205496, 0)
$$;

-- What has a new visibility is counted as before, until the job gets there. What an earlier change left to do stays to be done.
CREATE OR REPLACE FUNCTION follow_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audience_moves (namespace_id, after_iid, last_iid, audience)
  SELECT NEW.id, 0, earlier.after_iid, work_item_audience(false, OLD.visibility)
  FROM (SELECT coalesce(min(after_iid), 2147483647) AS after_iid FROM audience_moves WHERE namespace_id = NEW.id) AS earlier
  WHERE earlier.after_iid > 0 AND EXISTS (SELECT FROM work_items WHERE namespace_id = NEW.id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION follow_hiding() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_id bigint := CASE WHEN TG_OP = 'DELETE' THEN OLD.work_item_id ELSE NEW.work_item_id END;
  item work_items;
  is_now_hidden boolean;
BEGIN
  SELECT * INTO item FROM work_items WHERE id = changed_id FOR NO KEY UPDATE;
  -- It went with the item itself.
  IF NOT FOUND THEN RETURN NULL; END IF;
  is_now_hidden := EXISTS (SELECT FROM hidden_work_items WHERE work_item_id = changed_id);
  IF is_now_hidden = item.is_hidden THEN RETURN NULL; END IF;
  UPDATE work_items SET is_hidden = is_now_hidden WHERE id = changed_id;
  PERFORM keep_audiences();
  INSERT INTO work_item_rollup_deltas (
    work_item_id, audience, opened_epics, closed_epics, opened_issues, closed_issues, opened_tasks, closed_tasks,
    opened_weight, closed_weight, issues_on_track, issues_needing_attention, issues_at_risk
  )
  SELECT ancestor.id, counted_audience(side.is_hidden, item.is_confidential, item.namespace_id, item.iid), sign * c.opened_epics,
    sign * c.closed_epics, sign * c.opened_issues, sign * c.closed_issues, sign * c.opened_tasks, sign * c.closed_tasks,
    sign * c.opened_weight, sign * c.closed_weight, sign * c.issues_on_track, sign * c.issues_needing_attention, sign * c.issues_at_risk
  FROM unnest(item.ancestor_ids) AS ancestor (id)
  CROSS JOIN (VALUES (item.is_hidden, -1), (is_now_hidden, 1)) AS side (is_hidden, sign)
  CROSS JOIN LATERAL work_item_contribution(item.type, item.state, item.weight, item.health_status) AS c;
  RETURN NULL;
END
$$;

-- The items go first: the sums above them name their audience, which follows from the group or project.
CREATE FUNCTION delete_items_of_namespace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM work_items WHERE namespace_id = OLD.id;
  RETURN OLD;
END
$$;
CREATE TRIGGER namespaces_delete_items BEFORE DELETE ON namespaces
  FOR EACH ROW EXECUTE FUNCTION delete_items_of_namespace();

-- As in 0022, with the audience that each item is counted for.
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
  PERFORM keep_audiences();

  WITH RECURSIVE below AS (
    SELECT w.id, w.ancestor_ids, w.is_hidden, w.is_confidential, w.namespace_id, w.iid, w.type, w.state, w.weight, w.health_status
    FROM work_items w JOIN gone ON w.parent_id = gone.id
    UNION ALL
    SELECT w.id, w.ancestor_ids, w.is_hidden, w.is_confidential, w.namespace_id, w.iid, w.type, w.state, w.weight, w.health_status
    FROM work_items w JOIN below ON w.parent_id = below.id
  ),
  released AS (
    SELECT below.*, (
      SELECT max(path.place) FROM unnest(below.ancestor_ids) WITH ORDINALITY AS path (id, place)
      WHERE EXISTS (SELECT FROM gone WHERE gone.id = path.id)
    ) AS cut
    FROM below
  ),
  lost AS (
    SELECT released.ancestor_ids[:cut - 1] AS ancestor_ids,
      counted_audience(is_hidden, is_confidential, namespace_id, iid) AS audience, type, state, weight, health_status
    FROM released WHERE cut > 1
    UNION ALL
    SELECT gone.ancestor_ids, counted_audience(is_hidden, is_confidential, namespace_id, iid), type, state, weight, health_status
    FROM gone WHERE gone.parent_id IS NOT NULL
  ),
  loss AS (
    SELECT ancestor.id AS ancestor_id, lost.* FROM lost CROSS JOIN unnest(lost.ancestor_ids) AS ancestor (id)
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

-- As in 0057, by the present visibility.
CREATE OR REPLACE FUNCTION unplanned_among(ids bigint[])
RETURNS TABLE (work_item_id bigint, namespace_id bigint, audience smallint, near_audience smallint) LANGUAGE sql STABLE AS $$
  SELECT epic.id, epic.namespace_id, coalesce(min(child.audience) - 1, 5)::smallint,
    coalesce(min(CASE WHEN child.audience <= 2 OR child.traversal_ids @> ARRAY[epic.namespace_id] THEN child.audience ELSE 5 END) - 1, 5)::smallint
  FROM unnest(ids) AS named (id) JOIN work_items epic ON epic.id = named.id AND epic.type = 'epic'
  LEFT JOIN LATERAL (
    SELECT CASE WHEN w.is_hidden THEN 5 ELSE work_item_audience(w.is_confidential, home.visibility) END AS audience, home.traversal_ids
    FROM work_items w JOIN namespaces home ON home.id = w.namespace_id
    WHERE w.parent_id = epic.id AND w.type <> 'epic' AND w.milestone_id IS NOT NULL
  ) AS child ON true
  GROUP BY epic.id
$$;
CREATE TRIGGER work_items_changed_milestones_wait AFTER UPDATE ON work_items
  FOR EACH ROW WHEN (
    ROW (OLD.type = 'epic', OLD.namespace_id) IS DISTINCT FROM ROW (NEW.type = 'epic', NEW.namespace_id) OR (
      (OLD.milestone_id IS NOT NULL OR NEW.milestone_id IS NOT NULL) AND
      ROW (OLD.parent_id, OLD.is_confidential, OLD.is_hidden, OLD.milestone_id IS NULL)
        IS DISTINCT FROM ROW (NEW.parent_id, NEW.is_confidential, NEW.is_hidden, NEW.milestone_id IS NULL)
    )
  ) EXECUTE FUNCTION let_changed_milestones_wait();

-- As in 0171, with the audience that each item is counted for.
CREATE OR REPLACE FUNCTION derive_work_item_past(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_audiences();
  INSERT INTO work_item_past (work_item_id, until, old)
  SELECT e.work_item_id, e.created_at, told.old
  FROM events e JOIN work_items w ON w.id = e.work_item_id
  CROSS JOIN LATERAL (SELECT CASE e.name
    WHEN 'workItem.closed' THEN jsonb_build_object('state', 'opened', 'closed_at', NULL)
    WHEN 'workItem.reopened' THEN jsonb_build_object('state', 'closed', 'closed_at', (
      SELECT max(c.created_at) FROM events c
      WHERE c.work_item_id = e.work_item_id AND c.name = 'workItem.closed' AND c.id < e.id))
    WHEN 'workItem.milestoneChanged' THEN jsonb_build_object('milestone_id', e.data -> 'fromId')
    WHEN 'workItem.iterationChanged' THEN jsonb_build_object('iteration_id', e.data -> 'fromId')
    ELSE (
      SELECT jsonb_object_agg(names.in_table, e.data -> 'changes' -> names.in_event -> 'from')
      FROM (VALUES ('title', 'title'), ('startDate', 'start_date'), ('dueDate', 'due_date'), ('startDateIsFixed', 'start_date_is_fixed'),
        ('dueDateIsFixed', 'due_date_is_fixed'), ('healthStatus', 'health_status'), ('color', 'color'), ('risk', 'risk')
      ) AS names (in_event, in_table)
      WHERE e.data -> 'changes' -> names.in_event ? 'from')
    END AS old) AS told
  WHERE e.work_item_id = ANY(ids) AND e.created_at < w.recorded_since AND told.old IS NOT NULL
    AND e.name IN ('workItem.closed', 'workItem.reopened', 'workItem.milestoneChanged', 'workItem.iterationChanged', 'workItem.updated')
  ORDER BY e.id;

  WITH told AS (
    SELECT e.work_item_id, e.created_at, e.id, (part.label ->> 'id')::bigint AS label_id, part.is_added
    FROM events e JOIN work_items w ON w.id = e.work_item_id
    CROSS JOIN LATERAL (
      SELECT label, true AS is_added FROM jsonb_array_elements(e.data -> 'added') AS each (label)
      UNION ALL
      SELECT label, false FROM jsonb_array_elements(e.data -> 'removed') AS each (label)
    ) AS part
    WHERE e.work_item_id = ANY(ids) AND e.name = 'workItem.labelsChanged' AND e.created_at < w.recorded_since
  ), ranges AS (
    SELECT told.*, lag(CASE WHEN is_added THEN created_at END) OVER by_label AS added_at,
      is_added AND row_number() OVER (PARTITION BY work_item_id, label_id ORDER BY created_at DESC, id DESC) = 1 AS is_last
    FROM told WINDOW by_label AS (PARTITION BY work_item_id, label_id ORDER BY created_at, id)
  ), present AS (
    UPDATE work_item_labels l SET added_at = ranges.created_at FROM ranges
    WHERE ranges.is_last AND l.work_item_id = ranges.work_item_id AND l.label_id = ranges.label_id
  )
  INSERT INTO work_item_past_labels (work_item_id, label_id, is_epic, added_at, removed_at)
  SELECT r.work_item_id, r.label_id, w.type = 'epic', r.added_at, r.created_at
  FROM ranges r JOIN work_items w ON w.id = r.work_item_id JOIN labels l ON l.id = r.label_id WHERE NOT r.is_added;

  -- The sums of ancestors that came with them: by the days on which the items below were created and closed.
  INSERT INTO work_item_rollup_days (work_item_id, audience, day, opened_epics, closed_epics, opened_issues, closed_issues,
    opened_tasks, closed_tasks, opened_weight, closed_weight, issues_on_track, issues_needing_attention, issues_at_risk)
  SELECT above.id, w.counted_for, step.day, sum(sign * c.opened_epics), sum(sign * c.closed_epics), sum(sign * c.opened_issues),
    sum(sign * c.closed_issues), sum(sign * c.opened_tasks), sum(sign * c.closed_tasks), sum(sign * c.opened_weight),
    sum(sign * c.closed_weight), sum(sign * c.issues_on_track), sum(sign * c.issues_needing_attention), sum(sign * c.issues_at_risk)
  FROM (
    SELECT w.*, counted_audience(w.is_hidden, w.is_confidential, w.namespace_id, w.iid) AS counted_for FROM work_items w WHERE w.id = ANY(ids)
  ) AS w
  CROSS JOIN LATERAL (VALUES
    ((w.created_at AT TIME ZONE 'utc')::date, 'opened', 1),
    ((w.closed_at AT TIME ZONE 'utc')::date, 'opened', -1),
    ((w.closed_at AT TIME ZONE 'utc')::date, 'closed', 1)
  ) AS step (day, state, sign)
  CROSS JOIN unnest(w.ancestor_ids) AS ancestor (id)
  JOIN work_items above ON above.id = ancestor.id AND above.recorded_since = w.recorded_since
  CROSS JOIN LATERAL work_item_contribution(w.type, step.state, w.weight, w.health_status) AS c
  WHERE step.day < (w.recorded_since AT TIME ZONE 'utc')::date
  GROUP BY above.id, w.counted_for, step.day
  ON CONFLICT DO NOTHING;
END
$$;
