-- The features switched off in a group or project, and those switched off there or above. The second column is written by
-- triggers alone, so that reading a namespace, or an item joined with it, answers what is off without another statement.
ALTER TABLE namespaces
  ADD COLUMN own_disabled_features text[] NOT NULL DEFAULT '{}',
  ADD COLUMN disabled_features text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT namespaces_disabled_features_are_known CHECK (own_disabled_features <@ ARRAY[
    'scoped_labels', 'health_status', 'sub_epics', 'custom_fields', 'iterations', 'statuses', 'boards', 'access_requests',
    'issues', 'milestones']);
CREATE INDEX namespaces_with_disabled_features ON namespaces (id) WHERE disabled_features <> '{}';

CREATE FUNCTION inherit_disabled_features() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.disabled_features := ARRAY(
    SELECT unnest(NEW.own_disabled_features)
    UNION SELECT unnest(above.own_disabled_features) FROM namespaces above
      WHERE above.id = ANY (NEW.traversal_ids) AND above.id <> NEW.id AND above.own_disabled_features <> '{}'
    ORDER BY 1);
  RETURN NEW;
END
$$;
CREATE TRIGGER namespaces_inherit_disabled_features BEFORE INSERT OR UPDATE OF own_disabled_features, traversal_ids ON namespaces
  FOR EACH ROW EXECUTE FUNCTION inherit_disabled_features();

-- Everything below takes over the change: its own rows are written again, and the trigger above reads this one.
CREATE FUNCTION pass_on_disabled_features() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE namespaces SET own_disabled_features = own_disabled_features
  WHERE traversal_ids > NEW.traversal_ids
    AND traversal_ids < NEW.traversal_ids[:cardinality(NEW.traversal_ids) - 1] || (NEW.id + 1);
  RETURN NULL;
END
$$;
CREATE TRIGGER namespaces_pass_on_disabled_features AFTER UPDATE OF own_disabled_features ON namespaces
  FOR EACH ROW WHEN (OLD.own_disabled_features IS DISTINCT FROM NEW.own_disabled_features)
  EXECUTE FUNCTION pass_on_disabled_features();

-- The switch of access requests becomes one of them.
UPDATE namespaces SET own_disabled_features = '{access_requests}' WHERE NOT request_access_enabled;
ALTER TABLE namespaces DROP COLUMN request_access_enabled;
