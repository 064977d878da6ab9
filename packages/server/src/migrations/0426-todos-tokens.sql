-- A to-do may be about an access token that ends soon: of a group or project, or of nobody's namespace.
ALTER TABLE todos ADD COLUMN access_token_id bigint REFERENCES personal_access_tokens ON DELETE CASCADE;
ALTER TABLE todos DROP CONSTRAINT todos_have_one_target;
ALTER TABLE todos ADD CONSTRAINT todos_have_one_target CHECK (
  CASE WHEN access_token_id IS NULL THEN num_nonnulls(work_item_id, namespace_id) = 1 ELSE work_item_id IS NULL END);
ALTER TABLE todos DROP CONSTRAINT todos_action_is_known;
ALTER TABLE todos ADD CONSTRAINT todos_action_is_known CHECK (action IN (
  'assigned', 'mentioned', 'directly_addressed', 'marked', 'member_access_requested', 'status_update_posted', 'approval_required',
  'review_requested', 'access_token_expiring'));
-- The same person asks only once at a time; several tokens of one account may end.
DROP INDEX todos_ask_once;
CREATE UNIQUE INDEX todos_ask_once ON todos (user_id, namespace_id, action, author_id)
  WHERE state = 'pending' AND namespace_id IS NOT NULL AND deployment_id IS NULL AND merge_request_id IS NULL AND access_token_id IS NULL;
CREATE UNIQUE INDEX todos_of_tokens_once ON todos (user_id, access_token_id) WHERE state = 'pending' AND access_token_id IS NOT NULL;
CREATE INDEX todos_by_token ON todos (access_token_id) WHERE access_token_id IS NOT NULL;
