-- People who ask to become members of a group or project that they see.
CREATE TABLE access_requests (
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace_id, user_id)
);
CREATE INDEX access_requests_by_user ON access_requests (user_id);

-- Whether people may ask; off in a group is off for everything below it.
ALTER TABLE namespaces ADD COLUMN request_access_enabled boolean NOT NULL DEFAULT true;
