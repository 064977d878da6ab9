-- What people say about the progress of an epic. A deleted one is kept for a day, to be restored.
CREATE TABLE status_updates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  work_item_id bigint NOT NULL REFERENCES work_items ON DELETE CASCADE,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  health text NOT NULL,
  previous_health text,
  body text NOT NULL,
  body_html text NOT NULL,
  -- The dates of the epic at that time.
  start_date date,
  due_date date,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  CONSTRAINT status_updates_health_is_known CHECK (health IN ('on_track', 'needs_attention', 'at_risk')),
  CONSTRAINT status_updates_previous_health_is_known
    CHECK (previous_health IN ('on_track', 'needs_attention', 'at_risk')),
  CONSTRAINT status_updates_body_is_short CHECK (char_length(body) BETWEEN 1 AND 10000)
);

CREATE INDEX status_updates_by_epic ON status_updates (work_item_id, id DESC);
CREATE INDEX status_updates_by_author ON status_updates (author_id);
CREATE INDEX status_updates_deleted ON status_updates (deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE todos DROP CONSTRAINT todos_action_is_known;
ALTER TABLE todos ADD CONSTRAINT todos_action_is_known CHECK (action IN
  ('assigned', 'mentioned', 'directly_addressed', 'marked', 'member_access_requested', 'status_update_posted'));

ALTER TABLE webhooks ADD COLUMN status_update_events boolean NOT NULL DEFAULT false;
