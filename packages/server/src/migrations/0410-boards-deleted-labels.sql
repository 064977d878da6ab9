-- A list stays when its label is deleted: its column says so until somebody removes it.
ALTER TABLE board_lists DROP CONSTRAINT board_lists_label_id_fkey,
  ADD CONSTRAINT board_lists_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels ON DELETE SET NULL,
  DROP CONSTRAINT board_lists_have_one_value,
  ADD CONSTRAINT board_lists_have_one_value
    CHECK (num_nonnulls(label_id, assignee_id, milestone_id, iteration_id, status_id) <= 1);
