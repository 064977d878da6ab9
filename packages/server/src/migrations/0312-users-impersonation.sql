-- A session in which an administrator acts as a person, for support. It is not extended by use.
ALTER TABLE sessions
  ADD COLUMN impersonator_id bigint REFERENCES users ON DELETE CASCADE,
  ADD COLUMN impersonation_reason text,
  ADD CONSTRAINT sessions_impersonation_has_a_reason CHECK ((impersonator_id IS NULL) = (impersonation_reason IS NULL));
CREATE INDEX sessions_of_impersonator ON sessions (impersonator_id) WHERE impersonator_id IS NOT NULL;

-- Who acted as the author.
ALTER TABLE audit_events ADD COLUMN impersonator_id bigint, ADD COLUMN impersonator_name text;
