-- When a text began to call somebody. Null: it was written before this was kept, and counts from when the text was made.
ALTER TABLE mentions ADD COLUMN created_at timestamptz;
ALTER TABLE mentions ALTER COLUMN created_at SET DEFAULT now();

-- A to-do stands for several calls and names the last. Where the comment of that one is deleted it names the last of the others
-- that came while it waited, and goes along only where there is none. Whether its reader may see that one is asked as it is read.
CREATE FUNCTION todos_name_other_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE todos SET note_id = other.note_id, author_id = other.author_id
  FROM (
    SELECT DISTINCT ON (t.id) t.id, m.note_id, CASE WHEN m.note_id IS NULL THEN w.author_id ELSE note.author_id END AS author_id
    FROM todos t
    JOIN work_items w ON w.id = t.work_item_id
    JOIN mentions m ON m.user_id = t.user_id AND m.work_item_id = t.work_item_id
    LEFT JOIN notes note ON note.id = m.note_id
    WHERE t.note_id = OLD.id AND t.action IN ('mentioned', 'directly_addressed') AND m.note_id IS DISTINCT FROM OLD.id
      AND coalesce(m.created_at, note.created_at, w.created_at) BETWEEN t.created_at AND t.updated_at
      AND NOT EXISTS (SELECT FROM todos own WHERE own.user_id = t.user_id AND own.work_item_id = t.work_item_id
        AND own.id <> t.id AND own.note_id IS NOT DISTINCT FROM m.note_id)
    ORDER BY t.id, m.note_id DESC NULLS LAST
  ) other
  WHERE todos.id = other.id;
  RETURN OLD;
END;
$$;
CREATE TRIGGER notes_leave_todos BEFORE DELETE ON notes FOR EACH ROW EXECUTE FUNCTION todos_name_other_call();
