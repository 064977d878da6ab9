-- The mails of one person in the last hour are counted.
CREATE INDEX received_mails_by_user ON received_mails (user_id, received_at) WHERE user_id IS NOT NULL;
