-- Who wants to hear of items that get a label.
CREATE TABLE label_subscriptions (
  label_id bigint NOT NULL REFERENCES labels ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (label_id, user_id)
);
CREATE INDEX label_subscriptions_by_user ON label_subscriptions (user_id);

-- What somebody chose to hear of where their level is `custom`: names of events.
ALTER TABLE notification_settings ADD COLUMN events text[] NOT NULL DEFAULT '{}',
  DROP CONSTRAINT notification_settings_level_is_known,
  ADD CONSTRAINT notification_settings_level_is_known
    CHECK (level IN ('disabled', 'mention', 'participating', 'watch', 'custom'));
CREATE INDEX notification_settings_choosing ON notification_settings (user_id) WHERE level = 'custom';

-- Issues that stand below nothing have an order in their project: their neighbours there are two steps away.
CREATE INDEX work_items_free ON work_items (namespace_id, relative_position, id) WHERE parent_id IS NULL AND type <> 'epic';
