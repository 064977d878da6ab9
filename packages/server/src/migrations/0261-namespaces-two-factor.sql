-- Groups that require a second factor of their members.
ALTER TABLE namespaces
  ADD COLUMN requires_two_factor boolean NOT NULL DEFAULT false,
  -- Hours.
  ADD COLUMN two_factor_grace_period integer NOT NULL DEFAULT 48,
  ADD COLUMN two_factor_required_at timestamptz,
  ADD CONSTRAINT namespaces_two_factor_is_for_groups CHECK (kind = 'group' OR NOT requires_two_factor),
  ADD CONSTRAINT namespaces_two_factor_has_a_start CHECK (NOT requires_two_factor OR two_factor_required_at IS NOT NULL),
  ADD CONSTRAINT namespaces_two_factor_grace_period_is_valid CHECK (two_factor_grace_period BETWEEN 0 AND 8760);
CREATE INDEX namespaces_requiring_two_factor ON namespaces (id) WHERE requires_two_factor;

-- The time until which a person must have a second factor: null if no group requires one. A group requires it of the members of
-- itself, of the groups above, which are members here too, and of everything below.
CREATE FUNCTION two_factor_deadline(person bigint) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(greatest(g.two_factor_required_at, m.created_at) + make_interval(hours => g.two_factor_grace_period))
  FROM namespaces g
  JOIN memberships m ON m.user_id = person
  JOIN namespaces n ON n.id = m.namespace_id
  WHERE g.requires_two_factor AND g.deleted_at IS NULL
    AND (n.traversal_ids @> ARRAY[g.id] OR g.traversal_ids @> ARRAY[n.id])
$$;
