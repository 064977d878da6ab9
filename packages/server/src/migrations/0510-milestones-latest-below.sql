-- The lanes by milestone need the milestone of every epic: the one that is due last among those of its direct issues. Reading the issues of
-- tens of thousands of epics takes most of such a page. So the result is stored for the issues that are neither confidential nor hidden:
-- all who see that milestone and the group or project of its issue see no later one. Others, and epics that wait in
-- unplanned_epics_waiting, are looked up one by one, as with unplanned_epics (0057).
CREATE TABLE latest_milestones (
  -- The epic. It may be gone, and so may the milestone: then it waits.
  work_item_id bigint NOT NULL,
  -- NULL if all of these issues are confidential or hidden.
  milestone_id bigint,
  -- The group or project of an issue with that milestone.
  namespace_id bigint,
  -- Whether a confidential or hidden issue has a milestone, which may be due later.
  has_withheld boolean NOT NULL,
  -- Read from the index alone.
  CONSTRAINT latest_milestones_pkey PRIMARY KEY (work_item_id) INCLUDE (milestone_id, namespace_id, has_withheld)
);

-- What is to be stored of these epics; none for those without any milestone.
CREATE FUNCTION latest_milestones_among(ids bigint[])
RETURNS TABLE (work_item_id bigint, milestone_id bigint, namespace_id bigint, has_withheld boolean) LANGUAGE sql STABLE AS $$
  SELECT w.parent_id, (array_agg(w.milestone_id ORDER BY m.due_date DESC NULLS LAST, m.id, w.namespace_id) FILTER (WHERE is_plain))[1],
    (array_agg(w.namespace_id ORDER BY m.due_date DESC NULLS LAST, m.id, w.namespace_id) FILTER (WHERE is_plain))[1], bool_or(NOT is_plain)
  FROM work_items w JOIN milestones m ON m.id = w.milestone_id
  CROSS JOIN LATERAL (SELECT NOT w.is_confidential AND NOT w.is_hidden AS is_plain) AS kind
  WHERE w.parent_id = ANY(ids) AND w.type <> 'epic'
  GROUP BY w.parent_id
$$;
INSERT INTO latest_milestones
SELECT found.* FROM latest_milestones_among(ARRAY(SELECT id FROM work_items WHERE type = 'epic')) AS found;

-- As in 0495, and for another milestone too.
CREATE OR REPLACE TRIGGER work_items_changed_milestones_wait AFTER UPDATE ON work_items
  FOR EACH ROW WHEN (
    ROW (OLD.type = 'epic', OLD.namespace_id) IS DISTINCT FROM ROW (NEW.type = 'epic', NEW.namespace_id) OR (
      (OLD.milestone_id IS NOT NULL OR NEW.milestone_id IS NOT NULL) AND
      ROW (OLD.parent_id, OLD.is_confidential, OLD.is_hidden, OLD.milestone_id)
        IS DISTINCT FROM ROW (NEW.parent_id, NEW.is_confidential, NEW.is_hidden, NEW.milestone_id)
    )
  ) EXECUTE FUNCTION let_changed_milestones_wait();

CREATE FUNCTION let_redated_milestones_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unplanned_epics_waiting (work_item_id)
  SELECT DISTINCT parent_id FROM work_items WHERE milestone_id = NEW.id AND parent_id IS NOT NULL AND type <> 'epic';
  RETURN NULL;
END
$$;
CREATE TRIGGER milestones_redated_wait AFTER UPDATE ON milestones
  FOR EACH ROW WHEN (OLD.due_date IS DISTINCT FROM NEW.due_date) EXECUTE FUNCTION let_redated_milestones_wait();

ANALYZE latest_milestones;
