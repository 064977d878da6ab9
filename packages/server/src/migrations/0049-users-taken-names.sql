-- A person and a top-level group are both called `@name` and both live at `/name`: no name is taken twice. What was taken twice
-- before stays with the person, and the group goes on being found below /groups.
CREATE TABLE taken_names (
  -- In lower case.
  name text PRIMARY KEY,
  user_id bigint UNIQUE REFERENCES users ON DELETE CASCADE,
  namespace_id bigint UNIQUE REFERENCES namespaces ON DELETE CASCADE,
  CONSTRAINT taken_names_are_of_one CHECK (num_nonnulls(user_id, namespace_id) = 1)
);
INSERT INTO taken_names (name, user_id) SELECT lower(username), id FROM users;
INSERT INTO taken_names (name, namespace_id) SELECT lower(path), id FROM namespaces WHERE parent_id IS NULL ON CONFLICT DO NOTHING;

CREATE FUNCTION take_name_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO taken_names (name, user_id) VALUES (lower(NEW.username), NEW.id)
  ON CONFLICT (user_id) DO UPDATE SET name = EXCLUDED.name;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_take_name AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION take_name_of_user();
CREATE TRIGGER users_change_name AFTER UPDATE OF username ON users FOR EACH ROW
  WHEN (lower(OLD.username) <> lower(NEW.username)) EXECUTE FUNCTION take_name_of_user();

CREATE FUNCTION take_name_of_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.parent_id IS NULL THEN
    INSERT INTO taken_names (name, namespace_id) VALUES (lower(NEW.path), NEW.id)
    ON CONFLICT (namespace_id) DO UPDATE SET name = EXCLUDED.name;
  ELSIF TG_OP = 'UPDATE' THEN
    DELETE FROM taken_names WHERE namespace_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER namespaces_take_name AFTER INSERT ON namespaces FOR EACH ROW
  WHEN (NEW.parent_id IS NULL) EXECUTE FUNCTION take_name_of_group();
CREATE TRIGGER namespaces_change_name AFTER UPDATE OF path, parent_id ON namespaces FOR EACH ROW
  WHEN (lower(OLD.path) <> lower(NEW.path) OR OLD.parent_id IS DISTINCT FROM NEW.parent_id)
  EXECUTE FUNCTION take_name_of_group();

-- How much somebody wants to hear from one group or project, and from what lies below it; without a namespace, from everywhere
-- else. The nearest counts.
ALTER TABLE notification_settings DROP CONSTRAINT notification_settings_pkey,
  ADD COLUMN namespace_id bigint REFERENCES namespaces ON DELETE CASCADE,
  ADD CONSTRAINT notification_settings_are_unique UNIQUE NULLS NOT DISTINCT (user_id, namespace_id);
CREATE INDEX notification_settings_by_namespace ON notification_settings (namespace_id, user_id) WHERE namespace_id IS NOT NULL;
