ALTER TABLE webhooks ADD COLUMN merge_requests_events boolean NOT NULL DEFAULT false;
