-- A condition on a trigger is parsed and evaluated with each UPDATE of the table, unless the trigger names its columns and none of them
-- is set. No BEFORE trigger sets these columns, except the status with the state, type or top-level group.
CREATE OR REPLACE TRIGGER work_items_change_title AFTER UPDATE OF root_id, type, title ON work_items
  FOR EACH ROW WHEN (ROW (OLD.root_id, OLD.type = 'epic', OLD.title) IS DISTINCT FROM ROW (NEW.root_id, NEW.type = 'epic', NEW.title))
  EXECUTE FUNCTION change_title();

CREATE OR REPLACE TRIGGER work_items_change_ranks
  AFTER UPDATE OF type, root_id, weight, health_status, board_rank, parent_id, namespace_id, relative_position ON work_items
  FOR EACH ROW WHEN (
    (OLD.type <> 'epic' OR NEW.type <> 'epic') AND (
      ROW (OLD.type = 'epic', OLD.root_id, OLD.weight, OLD.health_status, OLD.board_rank, OLD.parent_id IS NULL)
        IS DISTINCT FROM ROW (NEW.type = 'epic', NEW.root_id, NEW.weight, NEW.health_status, NEW.board_rank, NEW.parent_id IS NULL)
      OR (NEW.parent_id IS NULL AND ROW (OLD.namespace_id, OLD.relative_position) IS DISTINCT FROM ROW (NEW.namespace_id, NEW.relative_position))
    )
  ) EXECUTE FUNCTION change_ranks();

CREATE OR REPLACE TRIGGER work_items_changed_milestones_wait
  AFTER UPDATE OF type, namespace_id, milestone_id, parent_id, is_confidential, is_hidden ON work_items
  FOR EACH ROW WHEN (
    ROW (OLD.type = 'epic', OLD.namespace_id) IS DISTINCT FROM ROW (NEW.type = 'epic', NEW.namespace_id) OR (
      (OLD.milestone_id IS NOT NULL OR NEW.milestone_id IS NOT NULL) AND
      ROW (OLD.parent_id, OLD.is_confidential, OLD.is_hidden, OLD.milestone_id)
        IS DISTINCT FROM ROW (NEW.parent_id, NEW.is_confidential, NEW.is_hidden, NEW.milestone_id)
    )
  ) EXECUTE FUNCTION let_changed_milestones_wait();

CREATE OR REPLACE TRIGGER work_items_keep_past
  AFTER UPDATE OF title, state, status_id, closed_at, start_date, due_date, start_date_is_fixed, due_date_is_fixed, milestone_id,
    iteration_id, weight, health_status, color, risk, parent_id, ancestor_ids, type, root_id ON work_items
  FOR EACH ROW WHEN (
    OLD.recorded_since <> now()
    AND (OLD.title, OLD.state, OLD.status_id, OLD.closed_at, OLD.start_date, OLD.due_date, OLD.start_date_is_fixed,
      OLD.due_date_is_fixed, OLD.milestone_id, OLD.iteration_id, OLD.weight, OLD.health_status, OLD.color, OLD.risk,
      OLD.parent_id, OLD.ancestor_ids)
    IS DISTINCT FROM (NEW.title, NEW.state, NEW.status_id, NEW.closed_at, NEW.start_date, NEW.due_date, NEW.start_date_is_fixed,
      NEW.due_date_is_fixed, NEW.milestone_id, NEW.iteration_id, NEW.weight, NEW.health_status, NEW.color, NEW.risk,
      NEW.parent_id, NEW.ancestor_ids))
  EXECUTE FUNCTION keep_work_item_past();

-- As before, without building the values of unchanged columns.
CREATE OR REPLACE FUNCTION keep_work_item_past() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_values jsonb := jsonb_build_object('updated_at', OLD.updated_at);
  after jsonb;
BEGIN
  IF OLD.title <> NEW.title THEN old_values := old_values || jsonb_build_object('title', OLD.title); END IF;
  IF OLD.state <> NEW.state THEN old_values := old_values || jsonb_build_object('state', OLD.state); END IF;
  IF OLD.status_id IS DISTINCT FROM NEW.status_id THEN old_values := old_values || jsonb_build_object('status_id', OLD.status_id); END IF;
  IF OLD.closed_at IS DISTINCT FROM NEW.closed_at THEN old_values := old_values || jsonb_build_object('closed_at', OLD.closed_at); END IF;
  IF (OLD.start_date, OLD.due_date, OLD.start_date_is_fixed, OLD.due_date_is_fixed)
    IS DISTINCT FROM (NEW.start_date, NEW.due_date, NEW.start_date_is_fixed, NEW.due_date_is_fixed)
    OR (OLD.milestone_id, OLD.iteration_id, OLD.weight, OLD.health_status, OLD.color, OLD.risk)
    IS DISTINCT FROM (NEW.milestone_id, NEW.iteration_id, NEW.weight, NEW.health_status, NEW.color, NEW.risk)
    OR (OLD.parent_id, OLD.ancestor_ids) IS DISTINCT FROM (NEW.parent_id, NEW.ancestor_ids) THEN
    after := work_item_kept(NEW);
    old_values := old_values || (
      SELECT jsonb_object_agg(kept.key, kept.value) FROM jsonb_each(work_item_kept(OLD)) AS kept WHERE kept.value <> after -> kept.key);
  END IF;
  INSERT INTO work_item_past (work_item_id, old) VALUES (OLD.id, old_values);
  RETURN NULL;
END
$$;
