-- What stays above a deleted item may have inherited a date through it: the date loses its source, and so is found by the
-- indexes work_items_start_orphaned and work_items_due_orphaned to be derived anew.
CREATE FUNCTION orphan_dates_above_deleted_work_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE work_items w
  SET start_date_sourcing_work_item_id = NULL, start_date_sourcing_milestone_id = NULL,
    due_date_sourcing_work_item_id = NULL, due_date_sourcing_milestone_id = NULL
  WHERE w.id IN (SELECT parent_id FROM gone) AND w.type = 'epic' AND NOT (w.start_date_is_fixed AND w.due_date_is_fixed);
  RETURN NULL;
END
$$;

CREATE TRIGGER work_items_orphan_dates AFTER DELETE ON work_items
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION orphan_dates_above_deleted_work_items();
