-- By state first: the lanes of a roadmap mostly show opened epics, and a list of all is sorted.
DROP INDEX work_items_epics_in_lanes;
CREATE INDEX work_items_epics_in_lanes ON work_items (root_id, state, id)
  INCLUDE (parent_id, ancestor_ids, namespace_id, author_id, health_status, status_id, milestone_id, start_date, due_date,
    is_confidential, created_at, updated_at, title)
  WHERE type = 'epic';
