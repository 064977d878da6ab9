-- Search in the descriptions of issues, as in those of epics (0027): an index over a copy of the texts, which a job brings up to
-- date; until then an issue waits here, and searches look into it where it stands. Only issues that have a description are copied,
-- in small letters, so that looking into one costs little. Titles have an index of their own, and stand in the copy's first line
-- for searches whose words are in both.
CREATE TABLE issue_texts (
  work_item_id bigint PRIMARY KEY REFERENCES work_items ON DELETE CASCADE,
  text text NOT NULL
);
CREATE INDEX issue_texts_trigrams ON issue_texts USING gin (text gin_trgm_ops) WITH (gin_pending_list_limit = 1048576);

-- One row a change; an issue that is gone may still be named here.
CREATE TABLE issue_texts_waiting (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  work_item_id bigint NOT NULL
);
-- What is there waits too: nothing is copied while the server starts.
INSERT INTO issue_texts_waiting (work_item_id) SELECT id FROM work_items WHERE type <> 'epic' AND description <> '' ORDER BY id;
CREATE INDEX issue_texts_waiting_by_work_item ON issue_texts_waiting (work_item_id);
ANALYZE issue_texts_waiting;

CREATE OR REPLACE FUNCTION let_new_epic_texts_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO epic_texts_waiting (work_item_id) SELECT id FROM written WHERE type = 'epic';
  INSERT INTO issue_texts_waiting (work_item_id) SELECT id FROM written WHERE type <> 'epic' AND description <> '';
  RETURN NULL;
END
$$;
ALTER FUNCTION let_new_epic_texts_wait RENAME TO let_new_texts_wait;

-- An issue without a description is found by its title alone, which needs no copy.
CREATE FUNCTION let_changed_issue_text_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO issue_texts_waiting (work_item_id) VALUES (NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_changed_issue_text_waits AFTER UPDATE OF title, description, type ON work_items
  FOR EACH ROW WHEN (
    (OLD.type <> 'epic' OR NEW.type <> 'epic') AND (OLD.description <> '' OR NEW.description <> '')
    AND ROW (OLD.title, OLD.description, OLD.type = 'epic') IS DISTINCT FROM ROW (NEW.title, NEW.description, NEW.type = 'epic')
  ) EXECUTE FUNCTION let_changed_issue_text_wait();
