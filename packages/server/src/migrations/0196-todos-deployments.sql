-- A to-do about a group or project may be about a deployment there that waits for approval.
ALTER TABLE todos ADD COLUMN deployment_id bigint REFERENCES deployments ON DELETE CASCADE;
ALTER TABLE todos ADD CONSTRAINT todos_of_deployments_name_the_project CHECK (deployment_id IS NULL OR namespace_id IS NOT NULL);
ALTER TABLE todos DROP CONSTRAINT todos_action_is_known;
ALTER TABLE todos ADD CONSTRAINT todos_action_is_known CHECK (action IN (
  'assigned', 'mentioned', 'directly_addressed', 'marked', 'member_access_requested', 'status_update_posted', 'approval_required',
  'review_requested'));
-- The same person asks only once at a time; several deployments of one author may wait.
DROP INDEX todos_ask_once;
CREATE UNIQUE INDEX todos_ask_once ON todos (user_id, namespace_id, action, author_id)
  WHERE state = 'pending' AND namespace_id IS NOT NULL AND deployment_id IS NULL;
CREATE UNIQUE INDEX todos_approve_once ON todos (user_id, deployment_id) WHERE state = 'pending' AND deployment_id IS NOT NULL;
CREATE INDEX todos_by_deployment ON todos (deployment_id) WHERE deployment_id IS NOT NULL;
