-- When work on a closed issue began: its first status of category in progress, or without one its first assignment. Stored when an item
-- closes, so that cycle times are read from an index; null: neither is known.
ALTER TABLE work_items ADD COLUMN started_at timestamptz;

-- `status_id` and `since`: the present status, and since when it can be recorded at the earliest.
CREATE FUNCTION work_item_started_at(item_id bigint, status_id bigint, since timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  WITH changes AS (
    SELECT (p.old ->> 'status_id')::bigint AS status_id, p.until, p.id
    FROM work_item_past p WHERE p.work_item_id = item_id AND p.old ? 'status_id'
  ), held AS (
    SELECT changes.status_id, coalesce(lag(until) OVER (ORDER BY until, id), since) AS since FROM changes
    UNION ALL
    SELECT work_item_started_at.status_id, coalesce((SELECT max(until) FROM changes), work_item_started_at.since)
    UNION ALL
    -- Changes before they were recorded in `work_item_past`.
    SELECT (e.data ->> 'toId')::bigint, e.created_at FROM events e
    WHERE e.work_item_id = item_id AND e.name = 'workItem.statusChanged' AND e.created_at < work_item_started_at.since
  )
  SELECT coalesce(
    (SELECT min(held.since) FROM held JOIN statuses s ON s.id = held.status_id WHERE s.category = 'in_progress'),
    (SELECT min(e.created_at) FROM events e
      WHERE e.work_item_id = item_id AND e.name = 'workItem.assigneesChanged' AND e.data -> 'added' <> '[]'))
$$;

CREATE FUNCTION note_work_item_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.started_at := work_item_started_at(OLD.id, OLD.status_id, OLD.recorded_since);
  RETURN NEW;
END
$$;
CREATE TRIGGER work_items_note_start BEFORE UPDATE OF state ON work_items
  FOR EACH ROW WHEN (OLD.state <> 'closed' AND NEW.state = 'closed') EXECUTE FUNCTION note_work_item_start();

-- Items that were closed before. No other trigger needs to run for this column.
ALTER TABLE work_items DISABLE TRIGGER USER;
UPDATE work_items w SET started_at = found.started_at
FROM (
  SELECT c.id, work_item_started_at(c.id, NULL, c.recorded_since) AS started_at
  FROM work_items c
  WHERE c.state = 'closed' AND c.id IN (
    SELECT e.work_item_id FROM events e WHERE e.name IN ('workItem.assigneesChanged', 'workItem.statusChanged')
    UNION ALL SELECT p.work_item_id FROM work_item_past p WHERE p.old ? 'status_id')
) AS found
WHERE w.id = found.id AND found.started_at IS NOT NULL;
ALTER TABLE work_items ENABLE TRIGGER USER;

-- Analytics of issues read these two indexes alone.
DROP INDEX work_items_issues_by_creation;
CREATE INDEX work_items_issues_by_creation ON work_items (root_id, state, created_at, id)
  INCLUDE (namespace_id, is_confidential, author_id) WHERE type <> 'epic';
DROP INDEX work_items_issues_by_closing;
CREATE INDEX work_items_issues_by_closing ON work_items (root_id, closed_at, id)
  INCLUDE (namespace_id, is_confidential, author_id, created_at, started_at) WHERE type <> 'epic' AND closed_at IS NOT NULL;
CREATE INDEX merge_requests_by_merging ON merge_requests (project_id, merged_at) WHERE state = 'merged';

SELECT create_as_of_views();
