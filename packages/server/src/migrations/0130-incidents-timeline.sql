-- What happened in an incident, and when: written by people, taken from comments, or added by a change of the incident.
CREATE TABLE timeline_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  work_item_id bigint NOT NULL REFERENCES work_items ON DELETE CASCADE,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  updated_by_id bigint REFERENCES users ON DELETE SET NULL,
  promoted_from_note_id bigint REFERENCES notes ON DELETE SET NULL,
  action text NOT NULL DEFAULT 'comment',
  note text NOT NULL,
  occurred_at timestamptz NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT timeline_events_action_is_known CHECK (action IN ('comment', 'severity')),
  CONSTRAINT timeline_events_note_is_short CHECK (char_length(note) BETWEEN 1 AND 10000)
);

CREATE INDEX timeline_events_by_incident ON timeline_events (work_item_id, occurred_at, id);
CREATE INDEX timeline_events_by_author ON timeline_events (author_id);
CREATE INDEX timeline_events_by_editor ON timeline_events (updated_by_id) WHERE updated_by_id IS NOT NULL;
CREATE INDEX timeline_events_by_note ON timeline_events (promoted_from_note_id) WHERE promoted_from_note_id IS NOT NULL;
