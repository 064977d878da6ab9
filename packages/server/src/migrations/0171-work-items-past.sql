-- How items were: what is needed to read them as they were at the end of a past day. Each change keeps the values that it
-- replaces, so an unchanged item costs nothing.
--
-- Since when changes of an item are recorded: of earlier times only what its events tell is known.
ALTER TABLE work_items ADD COLUMN recorded_since timestamptz NOT NULL DEFAULT now();

-- `old`: the former values of the changed columns, which held until `until`.
CREATE TABLE work_item_past (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  work_item_id bigint NOT NULL REFERENCES work_items ON DELETE CASCADE,
  until timestamptz NOT NULL DEFAULT now(),
  old jsonb NOT NULL
);
CREATE INDEX work_item_past_by_item ON work_item_past (work_item_id, until);

CREATE FUNCTION work_item_kept(item work_items) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object(
    'title', item.title, 'state', item.state, 'status_id', item.status_id, 'closed_at', item.closed_at,
    'start_date', item.start_date, 'due_date', item.due_date,
    'start_date_is_fixed', item.start_date_is_fixed, 'due_date_is_fixed', item.due_date_is_fixed,
    'milestone_id', item.milestone_id, 'iteration_id', item.iteration_id, 'weight', item.weight,
    'health_status', item.health_status, 'color', item.color, 'risk', item.risk,
    'parent_id', item.parent_id, 'ancestor_ids', item.ancestor_ids::text)
$$;

CREATE FUNCTION keep_work_item_past() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  after jsonb := work_item_kept(NEW);
BEGIN
  INSERT INTO work_item_past (work_item_id, old)
  SELECT OLD.id, jsonb_object_agg(kept.key, kept.value) || jsonb_build_object('updated_at', OLD.updated_at)
  FROM jsonb_each(work_item_kept(OLD)) AS kept WHERE kept.value <> after -> kept.key;
  RETURN NULL;
END
$$;
-- An item that was created in the same transaction has no past yet.
CREATE TRIGGER work_items_keep_past AFTER UPDATE ON work_items
  FOR EACH ROW WHEN (
    OLD.recorded_since <> now()
    AND (OLD.title, OLD.state, OLD.status_id, OLD.closed_at, OLD.start_date, OLD.due_date, OLD.start_date_is_fixed,
      OLD.due_date_is_fixed, OLD.milestone_id, OLD.iteration_id, OLD.weight, OLD.health_status, OLD.color, OLD.risk,
      OLD.parent_id, OLD.ancestor_ids)
    IS DISTINCT FROM (NEW.title, NEW.state, NEW.status_id, NEW.closed_at, NEW.start_date, NEW.due_date, NEW.start_date_is_fixed,
      NEW.due_date_is_fixed, NEW.milestone_id, NEW.iteration_id, NEW.weight, NEW.health_status, NEW.color, NEW.risk,
      NEW.parent_id, NEW.ancestor_ids))
  EXECUTE FUNCTION keep_work_item_past();

-- Null: before changes were recorded.
ALTER TABLE work_item_labels ADD COLUMN added_at timestamptz;
ALTER TABLE work_item_labels ALTER COLUMN added_at SET DEFAULT now();

CREATE TABLE work_item_past_labels (
  work_item_id bigint NOT NULL REFERENCES work_items ON DELETE CASCADE,
  label_id bigint NOT NULL REFERENCES labels ON DELETE CASCADE,
  is_epic boolean,
  added_at timestamptz,
  removed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX work_item_past_labels_by_item ON work_item_past_labels (work_item_id, removed_at);
CREATE INDEX work_item_past_labels_by_label ON work_item_past_labels (label_id);

CREATE FUNCTION keep_past_labels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO work_item_past_labels (work_item_id, label_id, is_epic, added_at)
  SELECT lost.work_item_id, lost.label_id, lost.is_epic, lost.added_at
  FROM lost JOIN work_items w ON w.id = lost.work_item_id JOIN labels l ON l.id = lost.label_id
  WHERE lost.added_at IS DISTINCT FROM now();
  RETURN NULL;
END
$$;
CREATE TRIGGER work_item_labels_keep_past AFTER DELETE ON work_item_labels
  REFERENCING OLD TABLE AS lost FOR EACH STATEMENT EXECUTE FUNCTION keep_past_labels();

-- The day in UTC of each change of the sums below an item. Folded deltas are kept by day.
ALTER TABLE work_item_rollup_deltas ADD COLUMN changed_on date NOT NULL DEFAULT (now() AT TIME ZONE 'utc')::date;
CREATE TABLE work_item_rollup_days (
  work_item_id bigint NOT NULL REFERENCES work_items ON DELETE CASCADE,
  audience smallint NOT NULL,
  day date NOT NULL,
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
  issues_at_risk integer NOT NULL DEFAULT 0,
  PRIMARY KEY (work_item_id, audience, day)
);

-- What the events of items tell of the time before `recorded_since`. Run once for items that came with a history.
CREATE FUNCTION derive_work_item_past(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
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
  SELECT above.id, w.audience, step.day, sum(sign * c.opened_epics), sum(sign * c.closed_epics), sum(sign * c.opened_issues),
    sum(sign * c.closed_issues), sum(sign * c.opened_tasks), sum(sign * c.closed_tasks), sum(sign * c.opened_weight),
    sum(sign * c.closed_weight), sum(sign * c.issues_on_track), sum(sign * c.issues_needing_attention), sum(sign * c.issues_at_risk)
  FROM work_items w
  CROSS JOIN LATERAL (VALUES
    ((w.created_at AT TIME ZONE 'utc')::date, 'opened', 1),
    ((w.closed_at AT TIME ZONE 'utc')::date, 'opened', -1),
    ((w.closed_at AT TIME ZONE 'utc')::date, 'closed', 1)
  ) AS step (day, state, sign)
  CROSS JOIN unnest(w.ancestor_ids) AS ancestor (id)
  JOIN work_items above ON above.id = ancestor.id AND above.recorded_since = w.recorded_since
  CROSS JOIN LATERAL work_item_contribution(w.type, step.state, w.weight, w.health_status) AS c
  WHERE w.id = ANY(ids) AND step.day < (w.recorded_since AT TIME ZONE 'utc')::date
  GROUP BY above.id, w.audience, step.day
  ON CONFLICT DO NOTHING;
END
$$;

-- Views by which the statements of lists read the past: a connection whose search path begins with this schema reads the items
-- as they were at the end of the day in the setting `milepost.as_of`. Who may see an item is decided by its present row.
CREATE SCHEMA as_of;

CREATE FUNCTION as_of_day() RETURNS date LANGUAGE sql STABLE AS $$ SELECT current_setting('milepost.as_of')::date $$;
CREATE FUNCTION as_of_end() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (current_setting('milepost.as_of')::date + 1)::timestamp AT TIME ZONE 'utc'
$$;

-- Called again by every migration that adds a column to one of these tables.
CREATE FUNCTION create_as_of_views() RETURNS void LANGUAGE plpgsql AS $views$
DECLARE
  kept text[] := ARRAY(SELECT jsonb_object_keys(work_item_kept(NULL::work_items)));
  read_columns text;
  computed_columns text;
  label_columns text;
BEGIN
  SELECT string_agg(CASE
      WHEN attname IN ('parent_id', 'ancestor_ids') THEN format('CASE WHEN past.old ? ''ancestor_ids'' THEN path.%1$s ELSE w.%1$s END AS %1$s', attname)
      WHEN attname = 'updated_at' THEN 'least(coalesce((past.old ->> ''updated_at'')::timestamptz, w.updated_at), as_of_end()) AS updated_at'
      WHEN attname = ANY(kept) THEN format('CASE WHEN past.old ? %2$L THEN (past.old ->> %2$L)::%3$s ELSE w.%1$I END AS %1$I',
        attname, attname, format_type(atttypid, atttypmod))
      ELSE format('w.%I', attname) END, ', ' ORDER BY attnum) FILTER (WHERE attgenerated = ''),
    string_agg(format('(%s) AS %I', pg_get_expr(d.adbin, d.adrelid), attname), ', ' ORDER BY attnum) FILTER (WHERE attgenerated <> '')
  INTO read_columns, computed_columns
  FROM pg_attribute LEFT JOIN pg_attrdef d ON d.adrelid = attrelid AND d.adnum = attnum
  WHERE attrelid = 'public.work_items'::regclass AND attnum > 0 AND NOT attisdropped;

  DROP VIEW IF EXISTS as_of.work_items, as_of.work_item_labels, as_of.unlabelled_work_items, as_of.work_item_rollups,
    as_of.work_item_rollup_deltas, as_of.work_item_links, as_of.status_updates;

  EXECUTE format($view$CREATE VIEW as_of.work_items AS
    SELECT was.*, %s FROM (
      SELECT %s FROM public.work_items w
      LEFT JOIN LATERAL (
        -- The value before the first later change: keys that come last win.
        SELECT jsonb_object_agg(field.key, field.value ORDER BY p.until DESC, p.id DESC) AS old
        FROM public.work_item_past p CROSS JOIN LATERAL jsonb_each(p.old) AS field
        WHERE p.work_item_id = w.id AND p.until >= as_of_end()
      ) AS past ON true
      LEFT JOIN LATERAL (
        -- Of the former ancestors those that are still there, from the nearest one up.
        SELECT above.ids AS ancestor_ids, above.ids[cardinality(above.ids)] AS parent_id FROM (
          SELECT former.ids[coalesce(max(each.position) FILTER (WHERE each.id IS NOT NULL AND a.id IS NULL), 0) + 1:] AS ids
          FROM (SELECT (past.old ->> 'ancestor_ids')::bigint[] AS ids WHERE past.old ? 'ancestor_ids') AS former
          LEFT JOIN LATERAL unnest(former.ids) WITH ORDINALITY AS each (id, position) ON true
          LEFT JOIN public.work_items a ON a.id = each.id
          GROUP BY former.ids
        ) AS above
      ) AS path ON true
      WHERE w.created_at < as_of_end()
    ) AS was$view$, computed_columns, read_columns);

  SELECT string_agg(format('l.%I', attname), ', ' ORDER BY attnum) INTO label_columns
  FROM pg_attribute WHERE attrelid = 'public.work_item_labels'::regclass AND attnum > 0 AND NOT attisdropped;
  -- A label that came with the item was always there, as far as is known.
  EXECUTE format($view$CREATE VIEW as_of.work_item_labels AS
    SELECT %1$s FROM public.work_item_labels l JOIN public.work_items w ON w.id = l.work_item_id
    WHERE l.added_at IS NULL OR l.added_at < as_of_end() OR l.added_at = w.recorded_since
    UNION ALL
    SELECT %1$s FROM public.work_item_past_labels l JOIN public.work_items w ON w.id = l.work_item_id
    WHERE l.removed_at >= as_of_end() AND (l.added_at IS NULL OR l.added_at < as_of_end() OR l.added_at = w.recorded_since)$view$,
    label_columns);
  -- Read by lists as a superset.
  CREATE VIEW as_of.unlabelled_work_items AS SELECT id AS work_item_id FROM public.work_items;

  CREATE VIEW as_of.work_item_rollup_deltas AS SELECT * FROM public.work_item_rollup_deltas WHERE changed_on <= as_of_day();
  -- Readers add up all rows of an item and audience.
  CREATE VIEW as_of.work_item_rollups AS
    SELECT work_item_id, audience, opened_epics, closed_epics, opened_issues, closed_issues, opened_tasks, closed_tasks, opened_weight,
      closed_weight, issues_on_track, issues_needing_attention, issues_at_risk
    FROM public.work_item_rollups
    UNION ALL
    SELECT work_item_id, audience, -opened_epics, -closed_epics, -opened_issues, -closed_issues, -opened_tasks, -closed_tasks,
      -opened_weight, -closed_weight, -issues_on_track, -issues_needing_attention, -issues_at_risk
    FROM public.work_item_rollup_days WHERE day > as_of_day();

  CREATE VIEW as_of.work_item_links AS SELECT * FROM public.work_item_links WHERE created_at < as_of_end();
  CREATE VIEW as_of.status_updates AS SELECT * FROM public.status_updates WHERE created_at < as_of_end();
END
$views$;
SELECT create_as_of_views();

SELECT derive_work_item_past(ARRAY(SELECT DISTINCT work_item_id FROM events WHERE work_item_id IS NOT NULL
  UNION SELECT id FROM work_items WHERE parent_id IS NOT NULL));
