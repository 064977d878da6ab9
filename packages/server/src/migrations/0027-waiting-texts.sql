-- Entering the text of an epic into its index costs several times as much as all the rest of the epic. So the index stands over
-- a copy of the texts, which a job brings up to date; until then a text waits here, and searches look into it where it stands.
DROP INDEX work_items_epic_texts;
CREATE TABLE epic_texts (
  work_item_id bigint PRIMARY KEY REFERENCES work_items ON DELETE CASCADE,
  title text NOT NULL,
  description text NOT NULL
);
INSERT INTO epic_texts (work_item_id, title, description) SELECT id, title, description FROM work_items WHERE type = 'epic';
CREATE INDEX epic_texts_trigrams ON epic_texts USING gin (title gin_trgm_ops, description gin_trgm_ops)
  WITH (gin_pending_list_limit = 1048576);

-- One row a change; an epic that is gone may still be named here.
CREATE TABLE epic_texts_waiting (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  work_item_id bigint NOT NULL
);
CREATE INDEX epic_texts_waiting_by_work_item ON epic_texts_waiting (work_item_id);

CREATE FUNCTION let_new_epic_texts_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO epic_texts_waiting (work_item_id) SELECT id FROM written WHERE type = 'epic';
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_new_texts_wait AFTER INSERT ON work_items
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION let_new_epic_texts_wait();

CREATE FUNCTION let_changed_epic_text_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO epic_texts_waiting (work_item_id) VALUES (NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_changed_text_waits AFTER UPDATE OF title, description, type ON work_items
  FOR EACH ROW WHEN (
    NEW.type = 'epic' AND ROW (OLD.title, OLD.description, OLD.type) IS DISTINCT FROM ROW (NEW.title, NEW.description, NEW.type)
  ) EXECUTE FUNCTION let_changed_epic_text_wait();

-- Titles of everything wait in the list that PostgreSQL keeps for it, up to 16 MB, and the same job empties that.
ALTER INDEX work_items_title_trigrams SET (gin_pending_list_limit = 16384);
