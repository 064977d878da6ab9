-- The request in which an event was recorded, as in the log of the server.
ALTER TABLE audit_events ADD COLUMN request_id text;
