-- Issues by milestone and id, for lists by the due date of the milestone: they read the issues of one milestone after the other.
DROP INDEX work_items_by_milestone;
CREATE INDEX work_items_by_milestone ON work_items (milestone_id, state, id)
  INCLUDE (parent_id, type, namespace_id, is_confidential, author_id)
  WHERE milestone_id IS NOT NULL;

-- The number of thumbs up of an issue, null for none: few issues have any.
ALTER TABLE issue_ranks ADD COLUMN thumbs_up bigint;
UPDATE issue_ranks SET thumbs_up = given.count
FROM (SELECT work_item_id, count(*) FROM reactions WHERE work_item_id IS NOT NULL AND name = 'thumbsup' GROUP BY work_item_id) AS given
WHERE issue_ranks.work_item_id = given.work_item_id;
CREATE INDEX issue_ranks_by_thumbs_up ON issue_ranks (root_id, thumbs_up, work_item_id) WHERE thumbs_up IS NOT NULL;

CREATE FUNCTION count_thumbs_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.name = 'thumbsup' THEN
    UPDATE issue_ranks SET thumbs_up = nullif(thumbs_up - 1, 0) WHERE work_item_id = OLD.work_item_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.name = 'thumbsup' THEN
    UPDATE issue_ranks SET thumbs_up = coalesce(thumbs_up, 0) + 1 WHERE work_item_id = NEW.work_item_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER reactions_count_thumbs_up AFTER INSERT OR DELETE OR UPDATE OF work_item_id, name ON reactions
  FOR EACH ROW EXECUTE FUNCTION count_thumbs_up();

-- As in 0486, with the thumbs of what becomes an issue.
CREATE OR REPLACE FUNCTION change_ranks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.type = 'epic' THEN
    DELETE FROM issue_ranks WHERE work_item_id = NEW.id;
  ELSE
    INSERT INTO issue_ranks (work_item_id, root_id, weight, health_status, board_rank, free_in, relative_position, thumbs_up)
    VALUES (NEW.id, NEW.root_id, NEW.weight, NEW.health_status, NEW.board_rank, CASE WHEN NEW.parent_id IS NULL THEN NEW.namespace_id END,
      NEW.relative_position,
      CASE WHEN OLD.type = 'epic' THEN
        (SELECT nullif(count(*), 0) FROM reactions WHERE work_item_id = NEW.id AND name = 'thumbsup')
      END)
    ON CONFLICT (work_item_id) DO UPDATE SET root_id = excluded.root_id, weight = excluded.weight, health_status = excluded.health_status,
      board_rank = excluded.board_rank, free_in = excluded.free_in, relative_position = excluded.relative_position;
  END IF;
  RETURN NULL;
END
$$;

ANALYZE issue_ranks, work_items;
