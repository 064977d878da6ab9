CREATE TABLE members (
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  access_level smallint NOT NULL,
  created_by_id bigint REFERENCES users ON DELETE SET NULL,
  expires_at date,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace_id, user_id),
  CONSTRAINT members_access_level_is_known CHECK (access_level IN (10, 15, 20, 30, 40, 50))
);
CREATE INDEX members_by_user ON members (user_id) INCLUDE (namespace_id, access_level, expires_at);
