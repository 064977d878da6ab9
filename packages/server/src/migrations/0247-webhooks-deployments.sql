ALTER TABLE webhooks ADD COLUMN deployment_events boolean NOT NULL DEFAULT false;
