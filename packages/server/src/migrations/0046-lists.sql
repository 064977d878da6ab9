-- Lists of issues: all issues of a tree of groups in each of their orders, each state by itself, so that a tab is one range. What
-- has no date or weight is a range by itself, so that one index serves both directions.
CREATE INDEX work_items_issues_by_update ON work_items (root_id, state, updated_at, id) WHERE type <> 'epic';
CREATE INDEX work_items_issues_by_creation ON work_items (root_id, state, created_at, id) WHERE type <> 'epic';
CREATE INDEX work_items_issues_by_due ON work_items (root_id, state, due_date, id) WHERE type <> 'epic';
CREATE INDEX work_items_issues_by_weight ON work_items (root_id, state, weight, id) WHERE type <> 'epic';
CREATE INDEX work_items_issues_by_title ON work_items (root_id, state, lower(title), id) WHERE type <> 'epic';
-- What few issues are or have: a walk through all of them would meet none for long.
CREATE INDEX work_items_issues_of_other_types ON work_items (root_id, type) WHERE type IN ('incident', 'task');
CREATE INDEX work_items_issues_confidential ON work_items (root_id) WHERE type <> 'epic' AND is_confidential;
CREATE INDEX work_items_issues_by_health ON work_items (root_id, health_status) WHERE type <> 'epic' AND health_status IS NOT NULL;
