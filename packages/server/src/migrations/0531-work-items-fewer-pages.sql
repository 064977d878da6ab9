-- A change of an item writes to fewer pages: after a checkpoint, each page that is written for the first time goes to the WAL whole.

-- One index instead of two on rows that are only read by item: their own key is its last column.
ALTER TABLE work_item_past DROP CONSTRAINT work_item_past_pkey, ADD PRIMARY KEY (work_item_id, until, id);
DROP INDEX work_item_past_by_item;
ALTER TABLE timebox_events DROP CONSTRAINT timebox_events_pkey, ADD PRIMARY KEY (work_item_id, id);
DROP INDEX timebox_events_by_item;

-- As in 0095, but lifecycles are locked in memory: a lock on the row of the top-level group is written to its page, and several at once to a
-- list of them as well.
CREATE FUNCTION hold_lifecycles(root_id bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(7205497, hashint8($1))
$$;
CREATE FUNCTION lock_lifecycles(root_id bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7205497, hashint8($1))
$$;
CREATE OR REPLACE FUNCTION work_item_status_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cycle record;
  same_name bigint;
BEGIN
  -- Lifecycles stay as they are until the transaction ends.
  PERFORM hold_lifecycles(NEW.root_id);
  SELECT l.id, l.default_open_id, l.default_closed_id, EXISTS (
      SELECT FROM lifecycle_statuses ls JOIN statuses s ON s.id = ls.status_id
      WHERE ls.lifecycle_id = l.id AND ls.status_id = NEW.status_id AND is_closed_category(s.category) = (NEW.state = 'closed')
    ) AS fits INTO cycle
  FROM lifecycles l
  WHERE l.id = coalesce((SELECT t.lifecycle_id FROM lifecycle_types t WHERE t.root_id = NEW.root_id AND t.type = NEW.type), 1);
  IF NOT cycle.fits THEN
    IF TG_OP = 'UPDATE' THEN
      SELECT s.id INTO same_name
      FROM statuses before
      JOIN statuses s ON lower(s.name) = lower(before.name) AND s.category = before.category
      JOIN lifecycle_statuses ls ON ls.status_id = s.id AND ls.lifecycle_id = cycle.id
      WHERE before.id = NEW.status_id AND is_closed_category(s.category) = (NEW.state = 'closed');
    END IF;
    NEW.status_id := coalesce(same_name,
      CASE WHEN NEW.state = 'closed' THEN cycle.default_closed_id ELSE cycle.default_open_id END);
  END IF;
  RETURN NEW;
END $$;
