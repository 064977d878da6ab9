-- Fewer indexes of work_items: every change of an item writes an entry into each of them. docs/indexes.md lists those that remain, with the
-- queries that need them.

-- All epics of a tree, for lanes and for every order without an index of its own: those sort what is read from here.
DROP INDEX work_items_epics_by_start_backwards, work_items_epics_by_due_backwards, work_items_epics_by_title, work_items_epics_by_creation,
  work_items_epics_by_update, work_items_epics_in_lanes;
CREATE INDEX work_items_epics_in_lanes ON work_items (root_id, id)
  INCLUDE (parent_id, ancestor_ids, namespace_id, author_id, health_status, status_id, milestone_id, state, start_date,
    due_date, is_confidential, created_at, updated_at, title)
  WHERE type = 'epic';

-- The children of an item, with what decides who sees their milestones.
DROP INDEX work_items_by_parent, work_items_parents_with_milestone;
CREATE INDEX work_items_by_parent ON work_items (parent_id, relative_position, id)
  INCLUDE (type, audience, namespace_id, is_confidential, author_id, milestone_id)
  WHERE parent_id IS NOT NULL;
DROP INDEX work_items_by_milestone, work_items_milestones_below;
CREATE INDEX work_items_by_milestone ON work_items (milestone_id, parent_id)
  INCLUDE (id, type, audience, namespace_id, is_confidential, author_id)
  WHERE milestone_id IS NOT NULL;

-- Few issues are confidential, incidents or tasks: a walk through all of them would find none for long.
DROP INDEX work_items_issues_of_other_types, work_items_issues_confidential;
CREATE INDEX work_items_issues_unusual ON work_items (root_id, is_confidential, type)
  WHERE type <> 'epic' AND (is_confidential OR type IN ('incident', 'task'));

-- The deletion of a status, which is rare, reads the table to see that no item has it.
DROP INDEX work_items_by_own_status;

-- The source of an inherited date is a child or the milestone of a child: what refers to a deleted one is found through the children. The
-- trigger work_items_orphan_dates does so for deleted children.
ALTER TABLE work_items
  DROP CONSTRAINT work_items_start_date_sourcing_work_item_id_fkey,
  DROP CONSTRAINT work_items_due_date_sourcing_work_item_id_fkey,
  DROP CONSTRAINT work_items_start_date_sourcing_milestone_id_fkey,
  DROP CONSTRAINT work_items_due_date_sourcing_milestone_id_fkey;
DROP INDEX work_items_start_sourced_by, work_items_due_sourced_by, work_items_start_sourced_by_milestone,
  work_items_due_sourced_by_milestone;

CREATE FUNCTION orphan_dates_of_deleted_milestone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE work_items w
  SET start_date_sourcing_milestone_id = nullif(w.start_date_sourcing_milestone_id, OLD.id),
    due_date_sourcing_milestone_id = nullif(w.due_date_sourcing_milestone_id, OLD.id)
  WHERE w.id IN (SELECT child.parent_id FROM work_items child WHERE child.milestone_id = OLD.id AND child.parent_id IS NOT NULL)
    AND OLD.id IN (w.start_date_sourcing_milestone_id, w.due_date_sourcing_milestone_id);
  RETURN OLD;
END
$$;
-- Before: afterwards its items no longer name it.
CREATE TRIGGER milestones_orphan_dates BEFORE DELETE ON milestones
  FOR EACH ROW EXECUTE FUNCTION orphan_dates_of_deleted_milestone();

-- Inherited dates without a source (0009), both in one index.
DROP INDEX work_items_start_orphaned, work_items_due_orphaned;
CREATE INDEX work_items_dates_orphaned ON work_items (root_id)
  WHERE (NOT start_date_is_fixed AND start_date IS NOT NULL
      AND start_date_sourcing_work_item_id IS NULL AND start_date_sourcing_milestone_id IS NULL)
    OR (NOT due_date_is_fixed AND due_date IS NOT NULL
      AND due_date_sourcing_work_item_id IS NULL AND due_date_sourcing_milestone_id IS NULL);

-- Successors of an issue: one index and triggers instead of three foreign keys, each of which needs its own index and looks up every
-- deleted item.
ALTER TABLE work_items
  DROP CONSTRAINT work_items_duplicated_to_id_fkey,
  DROP CONSTRAINT work_items_moved_to_id_fkey,
  DROP CONSTRAINT work_items_promoted_to_id_fkey;
DROP INDEX work_items_duplicated_to, work_items_moved_to, work_items_promoted_to;
CREATE INDEX work_items_by_successor ON work_items USING gin ((ARRAY[duplicated_to_id, moved_to_id, promoted_to_id]))
  WITH (fastupdate = off)
  WHERE coalesce(duplicated_to_id, moved_to_id, promoted_to_id) IS NOT NULL;

CREATE FUNCTION forget_deleted_successors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE work_items w
  SET duplicated_to_id = CASE WHEN w.duplicated_to_id = ANY(found.gone_ids) THEN NULL ELSE w.duplicated_to_id END,
    moved_to_id = CASE WHEN w.moved_to_id = ANY(found.gone_ids) THEN NULL ELSE w.moved_to_id END,
    promoted_to_id = CASE WHEN w.promoted_to_id = ANY(found.gone_ids) THEN NULL ELSE w.promoted_to_id END
  FROM (
    SELECT former.id, array_agg(gone.id) AS gone_ids
    FROM gone JOIN work_items former ON ARRAY[former.duplicated_to_id, former.moved_to_id, former.promoted_to_id] @> ARRAY[gone.id]
      AND coalesce(former.duplicated_to_id, former.moved_to_id, former.promoted_to_id) IS NOT NULL
    GROUP BY former.id
  ) AS found
  WHERE w.id = found.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_forget_deleted_successors AFTER DELETE ON work_items
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_successors();

-- As a foreign key does: a successor must exist, and cannot be deleted before this transaction ends.
CREATE FUNCTION require_successors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  successor_id bigint;
BEGIN
  FOREACH successor_id IN ARRAY array_remove(ARRAY[NEW.duplicated_to_id, NEW.moved_to_id, NEW.promoted_to_id], NULL) LOOP
    PERFORM FROM work_items WHERE id = successor_id FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE foreign_key_violation USING MESSAGE = format('Successor %s of work item %s does not exist', successor_id, NEW.id);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_new_need_successors AFTER INSERT ON work_items
  FOR EACH ROW WHEN (coalesce(NEW.duplicated_to_id, NEW.moved_to_id, NEW.promoted_to_id) IS NOT NULL)
  EXECUTE FUNCTION require_successors();
CREATE TRIGGER work_items_changed_need_successors AFTER UPDATE OF duplicated_to_id, moved_to_id, promoted_to_id ON work_items
  FOR EACH ROW WHEN (
    coalesce(NEW.duplicated_to_id, NEW.moved_to_id, NEW.promoted_to_id) IS NOT NULL
    AND ROW (OLD.duplicated_to_id, OLD.moved_to_id, OLD.promoted_to_id)
      IS DISTINCT FROM ROW (NEW.duplicated_to_id, NEW.moved_to_id, NEW.promoted_to_id)
  ) EXECUTE FUNCTION require_successors();
