-- Groups and projects that are shared with a group: its members get the lower of their role there and the maximum role here.
CREATE TABLE group_shares (
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  group_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  -- The maximum role.
  access_level smallint NOT NULL,
  -- The first day on which it is no longer valid.
  expires_at date,
  created_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace_id, group_id),
  CONSTRAINT group_shares_access_level_is_known CHECK (access_level IN (10, 15, 20, 30, 40, 50)),
  CONSTRAINT group_shares_are_with_another CHECK (namespace_id <> group_id)
);
CREATE INDEX group_shares_by_group ON group_shares (group_id);

-- The shared group and its ancestors, whose members are members of the group. A table of its own, so that both the shares of a
-- person and the people of a share are found by index. Triggers maintain it, also when a group moves.
CREATE TABLE group_share_sources (
  namespace_id bigint NOT NULL,
  group_id bigint NOT NULL,
  source_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  PRIMARY KEY (namespace_id, group_id, source_id),
  FOREIGN KEY (namespace_id, group_id) REFERENCES group_shares ON DELETE CASCADE
);
CREATE INDEX group_share_sources_by_source ON group_share_sources (source_id) INCLUDE (namespace_id, group_id);

CREATE FUNCTION group_shares_write_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_share_sources (namespace_id, group_id, source_id)
  SELECT NEW.namespace_id, NEW.group_id, unnest(n.traversal_ids) FROM namespaces n WHERE n.id = NEW.group_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER group_shares_inserted AFTER INSERT ON group_shares
  FOR EACH ROW EXECUTE FUNCTION group_shares_write_sources();

CREATE FUNCTION group_shares_follow_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM group_share_sources o WHERE o.group_id = NEW.id AND o.source_id <> ALL (NEW.traversal_ids);
  INSERT INTO group_share_sources (namespace_id, group_id, source_id)
  SELECT s.namespace_id, s.group_id, unnest(NEW.traversal_ids) FROM group_shares s WHERE s.group_id = NEW.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER namespaces_moved_shares AFTER UPDATE OF traversal_ids ON namespaces
  FOR EACH ROW WHEN (OLD.traversal_ids IS DISTINCT FROM NEW.traversal_ids) EXECUTE FUNCTION group_shares_follow_moves();

-- Every role that holds today, and where it comes from: the one place that says who is a member. A share is not shared on.
CREATE VIEW memberships AS
SELECT m.namespace_id, m.user_id, m.access_level, m.expires_at, m.created_by_id, m.created_at, NULL::bigint AS group_id
FROM members m
WHERE m.expires_at IS NULL OR m.expires_at > (now() AT TIME ZONE 'utc')::date
UNION ALL
SELECT s.namespace_id, m.user_id, least(m.access_level, s.access_level), least(m.expires_at, s.expires_at),
  s.created_by_id, s.created_at, s.group_id
FROM members m
JOIN group_share_sources o ON o.source_id = m.namespace_id
JOIN group_shares s ON s.namespace_id = o.namespace_id AND s.group_id = o.group_id
WHERE (m.expires_at IS NULL OR m.expires_at > (now() AT TIME ZONE 'utc')::date)
  AND (s.expires_at IS NULL OR s.expires_at > (now() AT TIME ZONE 'utc')::date);

-- Open pages of the people concerned: see 0013-live.sql.
CREATE FUNCTION tell_live_of_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_of_people(ARRAY(
    SELECT DISTINCT m.user_id FROM changed c
    JOIN namespaces g ON g.id = c.group_id
    JOIN members m ON m.namespace_id = ANY (g.traversal_ids)
    ORDER BY m.user_id LIMIT 201));
  RETURN NULL;
END
$$;
CREATE TRIGGER group_shares_inserted_live AFTER INSERT ON group_shares
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_shares();
CREATE TRIGGER group_shares_updated_live AFTER UPDATE ON group_shares
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_shares();
CREATE TRIGGER group_shares_deleted_live AFTER DELETE ON group_shares
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_shares();
