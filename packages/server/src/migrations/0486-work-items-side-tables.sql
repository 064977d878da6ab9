-- Texts and ranks that few changes touch, beside the items: a change of state or dates writes no entry into their indexes. State and type are
-- read from the item itself.
CREATE TABLE work_item_titles (
  work_item_id bigint PRIMARY KEY REFERENCES work_items ON DELETE CASCADE,
  root_id bigint NOT NULL,
  is_epic boolean NOT NULL,
  title text NOT NULL
);
INSERT INTO work_item_titles (work_item_id, root_id, is_epic, title) SELECT id, root_id, type = 'epic', title FROM work_items ORDER BY id;
-- Up to 16 MB of new titles are pending until the job that indexes texts merges them.
CREATE INDEX work_item_titles_trigrams ON work_item_titles USING gin (title gin_trgm_ops) WITH (gin_pending_list_limit = 16384);
CREATE INDEX work_item_titles_of_issues ON work_item_titles (root_id, lower(title), work_item_id) WHERE NOT is_epic;

CREATE TABLE issue_ranks (
  work_item_id bigint PRIMARY KEY REFERENCES work_items ON DELETE CASCADE,
  root_id bigint NOT NULL,
  weight integer,
  health_status text,
  board_rank bigint,
  -- The project of an issue without a parent, and its position there.
  free_in bigint,
  relative_position integer NOT NULL
);
INSERT INTO issue_ranks (work_item_id, root_id, weight, health_status, board_rank, free_in, relative_position)
SELECT id, root_id, weight, health_status, board_rank, CASE WHEN parent_id IS NULL THEN namespace_id END, relative_position
FROM work_items WHERE type <> 'epic' ORDER BY id;
CREATE INDEX issue_ranks_by_weight ON issue_ranks (root_id, weight, work_item_id);
CREATE INDEX issue_ranks_by_health ON issue_ranks (root_id, health_status, work_item_id);
CREATE INDEX issue_ranks_on_boards ON issue_ranks (root_id, (coalesce(board_rank, work_item_id * -1048576)), work_item_id);
CREATE INDEX issue_ranks_free ON issue_ranks (free_in, relative_position, work_item_id) WHERE free_in IS NOT NULL;

DROP INDEX work_items_title_trigrams, work_items_issues_by_title, work_items_issues_by_weight, work_items_issues_by_health,
  work_items_issues_by_board_rank, work_items_free;

CREATE FUNCTION add_titles_and_ranks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO work_item_titles (work_item_id, root_id, is_epic, title) SELECT id, root_id, type = 'epic', title FROM made;
  INSERT INTO issue_ranks (work_item_id, root_id, weight, health_status, board_rank, free_in, relative_position)
  SELECT id, root_id, weight, health_status, board_rank, CASE WHEN parent_id IS NULL THEN namespace_id END, relative_position
  FROM made WHERE type <> 'epic';
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_add_titles_and_ranks AFTER INSERT ON work_items
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION add_titles_and_ranks();

CREATE FUNCTION change_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE work_item_titles SET root_id = NEW.root_id, is_epic = NEW.type = 'epic', title = NEW.title WHERE work_item_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_change_title AFTER UPDATE ON work_items
  FOR EACH ROW WHEN (ROW (OLD.root_id, OLD.type = 'epic', OLD.title) IS DISTINCT FROM ROW (NEW.root_id, NEW.type = 'epic', NEW.title))
  EXECUTE FUNCTION change_title();

CREATE FUNCTION change_ranks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.type = 'epic' THEN
    DELETE FROM issue_ranks WHERE work_item_id = NEW.id;
  ELSE
    INSERT INTO issue_ranks (work_item_id, root_id, weight, health_status, board_rank, free_in, relative_position)
    VALUES (NEW.id, NEW.root_id, NEW.weight, NEW.health_status, NEW.board_rank, CASE WHEN NEW.parent_id IS NULL THEN NEW.namespace_id END,
      NEW.relative_position)
    ON CONFLICT (work_item_id) DO UPDATE SET root_id = excluded.root_id, weight = excluded.weight, health_status = excluded.health_status,
      board_rank = excluded.board_rank, free_in = excluded.free_in, relative_position = excluded.relative_position;
  END IF;
  RETURN NULL;
END
$$;
-- The position of an issue with a parent is read from the item.
CREATE TRIGGER work_items_change_ranks AFTER UPDATE ON work_items
  FOR EACH ROW WHEN (
    (OLD.type <> 'epic' OR NEW.type <> 'epic') AND (
      ROW (OLD.type = 'epic', OLD.root_id, OLD.weight, OLD.health_status, OLD.board_rank, OLD.parent_id IS NULL)
        IS DISTINCT FROM ROW (NEW.type = 'epic', NEW.root_id, NEW.weight, NEW.health_status, NEW.board_rank, NEW.parent_id IS NULL)
      OR (NEW.parent_id IS NULL AND ROW (OLD.namespace_id, OLD.relative_position) IS DISTINCT FROM ROW (NEW.namespace_id, NEW.relative_position))
    )
  ) EXECUTE FUNCTION change_ranks();

-- Lists of issues by creation, with the short columns that filters need: counts and analytics read this index alone.
DROP INDEX work_items_issues_by_id, work_items_issues_by_creation;
CREATE INDEX work_items_issues_by_creation ON work_items (root_id, state, created_at, id)
  INCLUDE (namespace_id, type, is_confidential, author_id, parent_id, milestone_id, iteration_id, weight, health_status)
  WHERE type <> 'epic';

-- Few issues have a due date: the others are walked by their ids.
DROP INDEX work_items_issues_by_due;
CREATE INDEX work_items_issues_by_due ON work_items (root_id, state, due_date, id) WHERE type <> 'epic' AND due_date IS NOT NULL;
-- Pages read the rows anyway; counts read the index by creation.
DROP INDEX work_items_by_update;
CREATE INDEX work_items_by_update ON work_items (namespace_id, state, updated_at, id);

-- Half empty after years of insertions.
REINDEX INDEX work_items_by_author;
REINDEX INDEX work_items_by_creation;

ANALYZE work_item_titles, issue_ranks;
