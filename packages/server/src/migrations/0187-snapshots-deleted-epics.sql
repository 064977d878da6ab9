-- Since when people have their roles: a deleted epic is named only to those who could see it when it was deleted.
--
-- `member_since`: since when the role is valid without a gap. `insider_since`: since when it is at least planner; null below.
ALTER TABLE members ADD COLUMN member_since timestamptz NOT NULL DEFAULT now(), ADD COLUMN insider_since timestamptz;
UPDATE members SET member_since = created_at, insider_since = CASE WHEN access_level >= 15 THEN created_at END;
ALTER TABLE group_shares ADD COLUMN member_since timestamptz NOT NULL DEFAULT now(), ADD COLUMN insider_since timestamptz;
UPDATE group_shares SET member_since = created_at, insider_since = CASE WHEN access_level >= 15 THEN created_at END;

CREATE FUNCTION note_role_since() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_valid boolean := TG_OP = 'UPDATE' AND (OLD.expires_at IS NULL OR OLD.expires_at > (now() AT TIME ZONE 'utc')::date);
BEGIN
  NEW.member_since := CASE WHEN was_valid THEN OLD.member_since ELSE now() END;
  NEW.insider_since := CASE WHEN NEW.access_level < 15 THEN NULL WHEN was_valid THEN coalesce(OLD.insider_since, now()) ELSE now() END;
  RETURN NEW;
END
$$;
CREATE TRIGGER members_note_role_since BEFORE INSERT OR UPDATE ON members FOR EACH ROW EXECUTE FUNCTION note_role_since();
CREATE TRIGGER group_shares_note_role_since BEFORE INSERT OR UPDATE ON group_shares FOR EACH ROW EXECUTE FUNCTION note_role_since();

CREATE OR REPLACE VIEW memberships AS
SELECT m.namespace_id, m.user_id, m.access_level, m.expires_at, m.created_by_id, m.created_at, NULL::bigint AS group_id,
  m.member_since, m.insider_since
FROM members m
WHERE m.expires_at IS NULL OR m.expires_at > (now() AT TIME ZONE 'utc')::date
UNION ALL
SELECT s.namespace_id, m.user_id, least(m.access_level, s.access_level), least(m.expires_at, s.expires_at),
  s.created_by_id, s.created_at, s.group_id, greatest(m.member_since, s.member_since),
  CASE WHEN m.insider_since IS NOT NULL AND s.insider_since IS NOT NULL THEN greatest(m.insider_since, s.insider_since) END
FROM members m
JOIN group_share_sources o ON o.source_id = m.namespace_id
JOIN group_shares s ON s.namespace_id = o.namespace_id AND s.group_id = o.group_id
WHERE (m.expires_at IS NULL OR m.expires_at > (now() AT TIME ZONE 'utc')::date)
  AND (s.expires_at IS NULL OR s.expires_at > (now() AT TIME ZONE 'utc')::date);

-- Where the epic was when it was deleted, and who could see that place without a role.
ALTER TABLE roadmap_snapshot_deleted_epics ADD COLUMN visibility text NOT NULL DEFAULT 'private',
  ADD COLUMN traversal_ids bigint[] NOT NULL DEFAULT '{}';
UPDATE roadmap_snapshot_deleted_epics d SET visibility = n.visibility, traversal_ids = n.traversal_ids
FROM namespaces n WHERE n.id = d.namespace_id;
ALTER TABLE roadmap_snapshot_deleted_epics ALTER COLUMN visibility DROP DEFAULT, ALTER COLUMN traversal_ids DROP DEFAULT;
