-- Epics with equal dates are ordered by title, then number. The title itself goes along, last, so that a list in this order reads
-- nothing but the index.
DROP INDEX work_items_epics_by_start;
CREATE INDEX work_items_epics_by_start ON work_items (root_id, start_date_ascending, lower(title), iid, id)
  INCLUDE (namespace_id, parent_id, state, is_confidential, author_id, start_date, due_date, title) WHERE type = 'epic';
DROP INDEX work_items_epics_by_due;
CREATE INDEX work_items_epics_by_due ON work_items (root_id, due_date_ascending, start_date_ascending, lower(title), iid, id)
  INCLUDE (namespace_id, parent_id, state, is_confidential, author_id, start_date, due_date, title) WHERE type = 'epic';
