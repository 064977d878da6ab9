-- Which items and notes a file is or was attached to: whoever may read none of them does not get the file. A row stays when the text no
-- longer names the file, or is gone: removing a reference must not make a confidential file readable.
CREATE TABLE upload_uses (
  secret text NOT NULL,
  work_item_id bigint NOT NULL,
  -- Null for the description of the item.
  note_id bigint,
  CONSTRAINT upload_uses_are_unique UNIQUE NULLS NOT DISTINCT (secret, work_item_id, note_id)
);

-- However the file is addressed: by a path in the place, by the number of the place, or in full.
CREATE FUNCTION upload_secrets_in(body text) RETURNS TABLE (secret text) LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT match[1] FROM regexp_matches(body, '/uploads/([0-9a-f]{32})/', 'g') AS match
$$;

CREATE FUNCTION work_items_use_uploads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upload_uses (secret, work_item_id) SELECT secret, NEW.id FROM upload_secrets_in(NEW.description)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER work_items_use_uploads AFTER INSERT OR UPDATE OF description ON work_items
  FOR EACH ROW WHEN (strpos(NEW.description, '/uploads/') > 0) EXECUTE FUNCTION work_items_use_uploads();

CREATE FUNCTION notes_use_uploads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upload_uses (secret, work_item_id, note_id)
    SELECT secret, NEW.work_item_id, NEW.id FROM upload_secrets_in(NEW.body) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
-- A note follows its item when that becomes another one.
CREATE TRIGGER notes_use_uploads AFTER INSERT OR UPDATE OF body, work_item_id ON notes
  FOR EACH ROW WHEN (strpos(NEW.body, '/uploads/') > 0) EXECUTE FUNCTION notes_use_uploads();

INSERT INTO upload_uses (secret, work_item_id)
  SELECT s.secret, w.id FROM work_items w, upload_secrets_in(w.description) s WHERE strpos(w.description, '/uploads/') > 0;
INSERT INTO upload_uses (secret, work_item_id, note_id)
  SELECT s.secret, n.work_item_id, n.id FROM notes n, upload_secrets_in(n.body) s WHERE strpos(n.body, '/uploads/') > 0;
