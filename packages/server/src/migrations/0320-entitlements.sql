-- What a top-level group bought. Without a row, every feature is included and no number of seats is a limit.
CREATE TABLE plans (
  namespace_id bigint PRIMARY KEY REFERENCES namespaces ON DELETE CASCADE,
  code text NOT NULL,
  name text NOT NULL,
  -- The features that it leaves out: those that are added later are included.
  excluded_features text[] NOT NULL DEFAULT '{}',
  -- Null: any number.
  seats integer,
  -- Whether people are refused when no seat is left.
  blocks_overage boolean NOT NULL DEFAULT false,
  -- The running term.
  starts_on date NOT NULL,
  ends_on date,
  is_trial boolean NOT NULL DEFAULT false,
  trial_ends_on date,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT plans_excluded_features_are_known CHECK (excluded_features <@ ARRAY[
    'health_status', 'sub_epics', 'custom_fields', 'iterations', 'statuses', 'boards']),
  CONSTRAINT plans_seats_are_positive CHECK (seats > 0),
  CONSTRAINT plans_end_after_their_start CHECK (ends_on >= starts_on)
);

-- Of the plan of the top-level group, written by triggers alone: reading a namespace answers what is excluded without another
-- statement.
ALTER TABLE namespaces ADD COLUMN excluded_features text[] NOT NULL DEFAULT '{}';

CREATE FUNCTION inherit_excluded_features() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.excluded_features := coalesce(
    (SELECT p.excluded_features FROM plans p WHERE p.namespace_id = NEW.traversal_ids[1]), '{}');
  RETURN NEW;
END
$$;
CREATE TRIGGER namespaces_inherit_excluded_features BEFORE INSERT OR UPDATE OF traversal_ids ON namespaces
  FOR EACH ROW EXECUTE FUNCTION inherit_excluded_features();

CREATE FUNCTION pass_on_excluded_features() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  root bigint := coalesce(NEW.namespace_id, OLD.namespace_id);
  excluded text[] := CASE TG_OP WHEN 'DELETE' THEN '{}' ELSE NEW.excluded_features END;
BEGIN
  UPDATE namespaces n SET excluded_features = excluded
  WHERE n.traversal_ids >= ARRAY[root] AND n.traversal_ids < ARRAY[root + 1] AND n.excluded_features <> excluded;
  RETURN NULL;
END
$$;
CREATE TRIGGER plans_pass_on_excluded_features AFTER INSERT OR UPDATE OR DELETE ON plans
  FOR EACH ROW EXECUTE FUNCTION pass_on_excluded_features();
