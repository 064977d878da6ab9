-- Epics by the milestones of their issues: which issues a milestone has and below which epic, read from the index alone.
CREATE INDEX work_items_milestones_below ON work_items (milestone_id, parent_id)
  WHERE type <> 'epic' AND parent_id IS NOT NULL AND milestone_id IS NOT NULL;

-- The title itself goes along, so that a list in this order reads nothing but the index.
DROP INDEX work_items_epics_by_title;
CREATE INDEX work_items_epics_by_title ON work_items (root_id, lower(title), id)
  INCLUDE (title, namespace_id, parent_id, state, is_confidential, author_id, start_date, due_date) WHERE type = 'epic';
