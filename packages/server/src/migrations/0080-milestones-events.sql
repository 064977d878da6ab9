-- The milestone, iteration, state and weight of an item after each change, for burn-down and burn-up charts: a past day keeps its
-- values, whatever happens to the item later. Written by triggers, because bulk statements change these columns as well. An item is
-- recorded from the moment it first has a milestone or an iteration.
CREATE TABLE timebox_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  work_item_id bigint NOT NULL REFERENCES work_items ON DELETE CASCADE,
  -- No foreign keys: the past of an item includes milestones and iterations that were deleted.
  milestone_id bigint,
  iteration_id bigint,
  is_closed boolean NOT NULL,
  weight integer,
  created_at timestamptz NOT NULL
);
CREATE INDEX timebox_events_by_item ON timebox_events (work_item_id, id);
CREATE INDEX timebox_events_by_milestone ON timebox_events (milestone_id, work_item_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX timebox_events_by_iteration ON timebox_events (iteration_id, work_item_id) WHERE iteration_id IS NOT NULL;

-- The best estimate for items that exist: they had milestone, iteration and weight from the beginning.
INSERT INTO timebox_events (work_item_id, milestone_id, iteration_id, is_closed, weight, created_at)
SELECT id, milestone_id, iteration_id, false, weight, created_at FROM work_items
WHERE type <> 'epic' AND (milestone_id IS NOT NULL OR iteration_id IS NOT NULL) ORDER BY id;
INSERT INTO timebox_events (work_item_id, milestone_id, iteration_id, is_closed, weight, created_at)
SELECT id, milestone_id, iteration_id, true, weight, coalesce(closed_at, updated_at) FROM work_items
WHERE type <> 'epic' AND (milestone_id IS NOT NULL OR iteration_id IS NOT NULL) AND state = 'closed' ORDER BY id;

CREATE FUNCTION record_timeboxes_of_new_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO timebox_events (work_item_id, milestone_id, iteration_id, is_closed, weight, created_at)
  SELECT id, milestone_id, iteration_id, false, weight, created_at FROM written
  WHERE milestone_id IS NOT NULL OR iteration_id IS NOT NULL;
  INSERT INTO timebox_events (work_item_id, milestone_id, iteration_id, is_closed, weight, created_at)
  SELECT id, milestone_id, iteration_id, true, weight, coalesce(closed_at, clock_timestamp()) FROM written
  WHERE (milestone_id IS NOT NULL OR iteration_id IS NOT NULL) AND state = 'closed';
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_record_new_timeboxes AFTER INSERT ON work_items
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION record_timeboxes_of_new_items();

CREATE FUNCTION record_timeboxes_of_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO timebox_events (work_item_id, milestone_id, iteration_id, is_closed, weight, created_at)
  VALUES (NEW.id, NEW.milestone_id, NEW.iteration_id, NEW.state = 'closed', NEW.weight, clock_timestamp());
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_record_changed_timeboxes AFTER UPDATE OF milestone_id, iteration_id, state, weight ON work_items
  FOR EACH ROW WHEN (
    (OLD.milestone_id IS NOT NULL OR OLD.iteration_id IS NOT NULL OR NEW.milestone_id IS NOT NULL OR NEW.iteration_id IS NOT NULL) AND
    ROW (OLD.milestone_id, OLD.iteration_id, OLD.state, OLD.weight) IS DISTINCT FROM
    ROW (NEW.milestone_id, NEW.iteration_id, NEW.state, NEW.weight)
  ) EXECUTE FUNCTION record_timeboxes_of_changed_item();
