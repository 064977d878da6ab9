-- Who may see the issues of an epic or of a milestone is answered from these alone.
DROP INDEX work_items_parents_with_milestone;
CREATE INDEX work_items_parents_with_milestone ON work_items (parent_id, audience)
  INCLUDE (id, namespace_id, is_confidential, author_id)
  WHERE type <> 'epic' AND parent_id IS NOT NULL AND milestone_id IS NOT NULL;
DROP INDEX work_items_milestones_below;
CREATE INDEX work_items_milestones_below ON work_items (milestone_id, parent_id)
  INCLUDE (id, audience, namespace_id, is_confidential, author_id)
  WHERE type <> 'epic' AND parent_id IS NOT NULL AND milestone_id IS NOT NULL;

-- An epic has the milestones of the issues right below it, each for whoever may see that issue. Where everything has one, nobody could
-- find out what has none without asking half a million issues who may see them. So this is kept: every epic of which somebody may see
-- no milestone, and who. An epic that is not in here has a milestone that everyone sees.
CREATE TABLE unplanned_epics (
  work_item_id bigint PRIMARY KEY,
  -- That of the epic.
  namespace_id bigint NOT NULL,
  -- The narrowest audience (work_items.audience) in the whole tree of groups that is not sure to see a milestone: its issues with one
  -- are all for narrower audiences. 5 where there is no such issue at all.
  audience smallint NOT NULL,
  -- The same for those who have their role in the epic's own group: what lives elsewhere and is not for all is not sure to be theirs.
  near_audience smallint NOT NULL
);
-- Whatever has changed since, one row a change, is asked itself. A job brings the table up to date with what waits (and forgets it) in a
-- single statement: what that did not see still waits afterwards. So nobody waits for anybody, and every reader is told what is so. An
-- epic that is gone may still be named here.
CREATE TABLE unplanned_epics_waiting (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  work_item_id bigint NOT NULL
);
CREATE INDEX unplanned_epics_waiting_by_work_item ON unplanned_epics_waiting (work_item_id);

-- What is to be noted of these epics, 0 where everyone sees a milestone. Groups and projects stay where they are.
CREATE FUNCTION unplanned_among(ids bigint[])
RETURNS TABLE (work_item_id bigint, namespace_id bigint, audience smallint, near_audience smallint) LANGUAGE sql STABLE AS $$
  SELECT epic.id, epic.namespace_id, coalesce(min(child.audience) - 1, 5)::smallint,
    coalesce(min(CASE WHEN child.audience <= 2 OR home.traversal_ids @> ARRAY[epic.namespace_id] THEN child.audience ELSE 5 END) - 1, 5)::smallint
  FROM unnest(ids) AS named (id) JOIN work_items epic ON epic.id = named.id AND epic.type = 'epic'
  LEFT JOIN work_items child ON child.parent_id = epic.id AND child.type <> 'epic' AND child.milestone_id IS NOT NULL
  LEFT JOIN namespaces home ON home.id = child.namespace_id
  GROUP BY epic.id
$$;
INSERT INTO unplanned_epics
SELECT * FROM unplanned_among(ARRAY(SELECT id FROM work_items WHERE type = 'epic')) AS found WHERE found.audience > 0;

CREATE FUNCTION let_new_milestones_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unplanned_epics_waiting (work_item_id)
  SELECT id FROM written WHERE type = 'epic'
  UNION
  SELECT parent_id FROM written WHERE type <> 'epic' AND parent_id IS NOT NULL AND milestone_id IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_new_milestones_wait AFTER INSERT ON work_items
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION let_new_milestones_wait();
CREATE TRIGGER work_items_lost_milestones_wait AFTER DELETE ON work_items
  REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION let_new_milestones_wait();

CREATE FUNCTION let_changed_milestones_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unplanned_epics_waiting (work_item_id)
  SELECT OLD.parent_id WHERE OLD.type <> 'epic' AND OLD.parent_id IS NOT NULL AND OLD.milestone_id IS NOT NULL
  UNION
  SELECT NEW.parent_id WHERE NEW.type <> 'epic' AND NEW.parent_id IS NOT NULL AND NEW.milestone_id IS NOT NULL
  UNION
  SELECT NEW.id WHERE ROW (NEW.type = 'epic', NEW.namespace_id) IS DISTINCT FROM ROW (OLD.type = 'epic', OLD.namespace_id);
  RETURN NULL;
END
$$;
-- Whichever column was written: others change the audience, before it is written.
CREATE TRIGGER work_items_changed_milestones_wait AFTER UPDATE ON work_items
  FOR EACH ROW WHEN (
    ROW (OLD.type = 'epic', OLD.namespace_id) IS DISTINCT FROM ROW (NEW.type = 'epic', NEW.namespace_id) OR (
      (OLD.milestone_id IS NOT NULL OR NEW.milestone_id IS NOT NULL) AND
      ROW (OLD.parent_id, OLD.audience, OLD.milestone_id IS NULL) IS DISTINCT FROM ROW (NEW.parent_id, NEW.audience, NEW.milestone_id IS NULL)
    )
  ) EXECUTE FUNCTION let_changed_milestones_wait();

ANALYZE unplanned_epics;
ANALYZE unplanned_epics_waiting;
