-- A to-do is about a work item, or about a group or project in which somebody requests access.
ALTER TABLE todos ALTER COLUMN work_item_id DROP NOT NULL;
ALTER TABLE todos ADD COLUMN namespace_id bigint REFERENCES namespaces ON DELETE CASCADE;
ALTER TABLE todos ADD CONSTRAINT todos_have_one_target CHECK (num_nonnulls(work_item_id, namespace_id) = 1);
ALTER TABLE todos DROP CONSTRAINT todos_action_is_known;
ALTER TABLE todos ADD CONSTRAINT todos_action_is_known
  CHECK (action IN ('assigned', 'mentioned', 'directly_addressed', 'marked', 'member_access_requested'));
-- The same person asks only once at a time.
CREATE UNIQUE INDEX todos_ask_once ON todos (user_id, namespace_id, action, author_id)
  WHERE state = 'pending' AND namespace_id IS NOT NULL;
CREATE INDEX todos_by_namespace ON todos (namespace_id) WHERE namespace_id IS NOT NULL;
