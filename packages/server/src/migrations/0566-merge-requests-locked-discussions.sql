-- As of issues: only members may comment.
ALTER TABLE merge_requests ADD COLUMN is_discussion_locked boolean NOT NULL DEFAULT false;
