-- Whether the assistant may be used in a group or project, as the published API names it. The value of a group itself is null if it has
-- none of its own: that of the nearest group above applies. Below a group with never_on nothing else is possible. The second column is
-- written by triggers alone, as that of switched-off features.
ALTER TABLE namespaces
  ADD COLUMN own_duo_availability text,
  ADD COLUMN duo_availability text NOT NULL DEFAULT 'default_on',
  ADD COLUMN experiment_features_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN model_prompt_cache_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN duo_core_features_enabled boolean NOT NULL DEFAULT true,
  ADD CONSTRAINT namespaces_duo_availability_is_known CHECK (own_duo_availability IN ('default_on', 'default_off', 'never_on'));

CREATE FUNCTION inherit_duo_availability() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  above text[] := ARRAY(
    SELECT a.own_duo_availability FROM namespaces a
    WHERE a.id = ANY (NEW.traversal_ids) AND a.id <> NEW.id AND a.own_duo_availability IS NOT NULL
    ORDER BY cardinality(a.traversal_ids) DESC);
BEGIN
  NEW.duo_availability := CASE WHEN 'never_on' = ANY (above) THEN 'never_on'
    ELSE coalesce(NEW.own_duo_availability, above[1], 'default_on') END;
  RETURN NEW;
END
$$;
CREATE TRIGGER namespaces_inherit_duo_availability BEFORE INSERT OR UPDATE OF own_duo_availability, traversal_ids ON namespaces
  FOR EACH ROW EXECUTE FUNCTION inherit_duo_availability();

CREATE FUNCTION pass_on_duo_availability() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE namespaces SET own_duo_availability = own_duo_availability
  WHERE traversal_ids > NEW.traversal_ids
    AND traversal_ids < NEW.traversal_ids[:cardinality(NEW.traversal_ids) - 1] || (NEW.id + 1);
  RETURN NULL;
END
$$;
CREATE TRIGGER namespaces_pass_on_duo_availability AFTER UPDATE OF own_duo_availability ON namespaces
  FOR EACH ROW WHEN (OLD.own_duo_availability IS DISTINCT FROM NEW.own_duo_availability)
  EXECUTE FUNCTION pass_on_duo_availability();
