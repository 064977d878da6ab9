-- A group or project that was deleted is hidden from everybody but its owners and can be restored for seven days. Everything below
-- it carries the same time, so that restoring it leaves alone what was deleted before. It is archived as well: read-only follows.
ALTER TABLE namespaces
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN path_before_deletion text,
  -- Counts changes of the settings, so that two people do not overwrite each other.
  ADD COLUMN lock_version integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT namespaces_deleted_are_archived CHECK (deleted_at IS NULL OR archived_at IS NOT NULL);
CREATE INDEX namespaces_deleted ON namespaces (deleted_at) WHERE deleted_at IS NOT NULL;

-- The former full paths of groups and projects. One row for each rename or transfer: addresses below are resolved by their prefix.
CREATE TABLE namespace_redirects (
  path text NOT NULL,
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX namespace_redirects_path_is_unique ON namespace_redirects (lower(path));
CREATE INDEX namespace_redirects_by_namespace ON namespace_redirects (namespace_id);

-- A former path is released when a group or project takes it.
CREATE FUNCTION release_former_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM namespace_redirects WHERE lower(path) = lower(NEW.full_path);
  RETURN NULL;
END
$$;
CREATE TRIGGER namespaces_release_path AFTER INSERT ON namespaces
  FOR EACH ROW EXECUTE FUNCTION release_former_path();
CREATE TRIGGER namespaces_release_changed_path AFTER UPDATE OF full_path ON namespaces
  FOR EACH ROW WHEN (OLD.full_path <> NEW.full_path) EXECUTE FUNCTION release_former_path();

-- The group or project of a present or former full path; null for none. Each step replaces the longest former prefix.
CREATE FUNCTION namespace_of_path(wanted text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  candidate text := lower(wanted);
  found_id bigint;
  moved record;
BEGIN
  FOR step IN 1..20 LOOP
    SELECT id INTO found_id FROM namespaces WHERE lower(full_path) = candidate;
    IF FOUND THEN
      RETURN found_id;
    END IF;
    SELECT r.path, n.full_path INTO moved
    FROM namespace_redirects r JOIN namespaces n ON n.id = r.namespace_id
    WHERE lower(r.path) = ANY (ARRAY(
      SELECT array_to_string((string_to_array(candidate, '/'))[:depth], '/') FROM generate_series(1, 21) AS depth
    ))
    ORDER BY length(r.path) DESC LIMIT 1;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
    candidate := lower(moved.full_path || substr(candidate, length(moved.path) + 1));
  END LOOP;
  RETURN NULL;
END
$$;
