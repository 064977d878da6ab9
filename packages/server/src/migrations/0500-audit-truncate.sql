-- TRUNCATE runs no triggers of rows, so it would empty the log that nobody may change.
CREATE TRIGGER audit_events_are_not_truncated BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_events();
CREATE TRIGGER audit_event_scopes_are_not_truncated BEFORE TRUNCATE ON audit_event_scopes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_events();
