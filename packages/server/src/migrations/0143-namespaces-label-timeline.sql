-- Whether label changes of the incidents of a project are added to their timelines.
ALTER TABLE namespaces ADD COLUMN has_label_timeline boolean NOT NULL DEFAULT false;

ALTER TABLE timeline_events DROP CONSTRAINT timeline_events_action_is_known,
  ADD CONSTRAINT timeline_events_action_is_known CHECK (action IN ('comment', 'severity', 'label'));
