-- Lists of a status: those columns hold closed items too.
ALTER TABLE board_lists ADD COLUMN status_id bigint REFERENCES statuses ON DELETE CASCADE;
CREATE UNIQUE INDEX board_lists_status_is_unique ON board_lists (board_id, status_id) WHERE status_id IS NOT NULL;
CREATE INDEX board_lists_by_status ON board_lists (status_id) WHERE status_id IS NOT NULL;
ALTER TABLE board_lists ADD CONSTRAINT board_lists_have_one_value
  CHECK (num_nonnulls(label_id, assignee_id, milestone_id, iteration_id, status_id) = 1);
