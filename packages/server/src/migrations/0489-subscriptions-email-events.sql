-- Events that people are notified of, written with the change; the job that sends messages determines the recipients. So a change
-- does not wait for that.
CREATE TABLE email_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  work_item_id bigint NOT NULL REFERENCES work_items ON DELETE CASCADE,
  note_id bigint REFERENCES notes ON DELETE CASCADE,
  actor_id bigint REFERENCES users ON DELETE SET NULL,
  event text NOT NULL,
  -- Of `mentioned`: the people.
  user_ids bigint[] NOT NULL DEFAULT '{}',
  data jsonb NOT NULL DEFAULT '{}',
  -- When its transaction began, as of the messages.
  created_at timestamptz NOT NULL DEFAULT now()
);
-- For deletions.
CREATE INDEX email_events_by_work_item ON email_events (work_item_id);
CREATE INDEX email_events_by_note ON email_events (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX email_events_by_actor ON email_events (actor_id);
