-- A to-do about a project may be about a merge request there.
ALTER TABLE todos ADD COLUMN merge_request_id bigint REFERENCES merge_requests ON DELETE CASCADE;
ALTER TABLE todos ADD CONSTRAINT todos_of_merge_requests_name_the_project
  CHECK (merge_request_id IS NULL OR (namespace_id IS NOT NULL AND deployment_id IS NULL));
-- The same person asks only once at a time; several merge requests of one author may wait.
DROP INDEX todos_ask_once;
CREATE UNIQUE INDEX todos_ask_once ON todos (user_id, namespace_id, action, author_id)
  WHERE state = 'pending' AND namespace_id IS NOT NULL AND deployment_id IS NULL AND merge_request_id IS NULL;
CREATE UNIQUE INDEX todos_of_merge_requests_once ON todos (user_id, merge_request_id, action)
  WHERE state = 'pending' AND merge_request_id IS NOT NULL;
CREATE INDEX todos_by_merge_request ON todos (merge_request_id) WHERE merge_request_id IS NOT NULL;
