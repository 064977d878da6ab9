-- Full-text search over items, comments, milestones, groups, projects and people. The words have a table of their own: a change of
-- state, dates or labels touches neither it nor its index.
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Stems without stop words, so that every word can be found; and whole words, for prefixes. Both without accents.
CREATE TEXT SEARCH DICTIONARY search_stem (TEMPLATE = snowball, Language = english);
CREATE TEXT SEARCH CONFIGURATION search_stems (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION search_stems
  ALTER MAPPING FOR asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart
  WITH unaccent, search_stem;
CREATE TEXT SEARCH CONFIGURATION search_words (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION search_words
  ALTER MAPPING FOR asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart
  WITH unaccent, simple;

-- Punctuation separates words: otherwise `kubelet.go` would be one word, the name of a host. A text counts up to 200,000 characters,
-- because a tsvector is limited to 1 MB.
CREATE FUNCTION search_plain(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(left(value, 200000)), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))
$$;
CREATE FUNCTION search_vector(value text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT strip(to_tsvector('search_words', search_plain(value))) || to_tsvector('search_stems', search_plain(value))
$$;

-- Both vectors also have tags in capital letters, which no text produces: `K:` the kind, `N:` the namespace, `B:` the block of
-- 65,536 ids, to read the newest matches of a common word without reading all of them.
CREATE TABLE search_texts (
  kind text NOT NULL,
  id bigint NOT NULL,
  title tsvector NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (kind, id),
  CONSTRAINT search_texts_kind_is_known CHECK (kind IN ('item', 'note', 'milestone', 'namespace', 'user'))
);
CREATE INDEX search_texts_words ON search_texts USING gin (title, words) WITH (gin_pending_list_limit = 1048576);

-- One row a change. Searches index the newest of them first, a job the rest: writing stays as fast as it was.
CREATE TABLE search_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  target_id bigint NOT NULL,
  -- Of the text, in bytes.
  size integer NOT NULL
);

CREATE FUNCTION queue_new_search_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'work_items' THEN
      INSERT INTO search_queue (kind, target_id, size) SELECT 'item', id, pg_column_size(description) FROM written;
    WHEN 'notes' THEN
      INSERT INTO search_queue (kind, target_id, size) SELECT 'note', id, pg_column_size(body) FROM written WHERE NOT is_system;
    ELSE
      INSERT INTO search_queue (kind, target_id, size) SELECT TG_ARGV[0], id, 100 FROM written;
  END CASE;
  RETURN NULL;
END
$$;
CREATE FUNCTION queue_changed_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_queue (kind, target_id, size) VALUES (TG_ARGV[0], NEW.id, 1000);
  RETURN NULL;
END
$$;
CREATE FUNCTION remove_search_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_texts s USING gone WHERE s.kind = TG_ARGV[0] AND s.id = gone.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER work_items_queue_new_search_texts AFTER INSERT ON work_items
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION queue_new_search_texts('item');
CREATE TRIGGER notes_queue_new_search_texts AFTER INSERT ON notes
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION queue_new_search_texts('note');
CREATE TRIGGER milestones_queue_new_search_texts AFTER INSERT ON milestones
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION queue_new_search_texts('milestone');
CREATE TRIGGER namespaces_queue_new_search_texts AFTER INSERT ON namespaces
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION queue_new_search_texts('namespace');
CREATE TRIGGER users_queue_new_search_texts AFTER INSERT ON users
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION queue_new_search_texts('user');

CREATE TRIGGER work_items_queue_changed_search_text AFTER UPDATE OF title, description, type, namespace_id ON work_items
  FOR EACH ROW WHEN (
    ROW (OLD.title, OLD.description, OLD.type, OLD.namespace_id) IS DISTINCT FROM ROW (NEW.title, NEW.description, NEW.type, NEW.namespace_id)
  ) EXECUTE FUNCTION queue_changed_search_text('item');
CREATE TRIGGER notes_queue_changed_search_text AFTER UPDATE OF body, work_item_id ON notes
  FOR EACH ROW WHEN (NOT NEW.is_system AND ROW (OLD.body, OLD.work_item_id) IS DISTINCT FROM ROW (NEW.body, NEW.work_item_id))
  EXECUTE FUNCTION queue_changed_search_text('note');
CREATE TRIGGER milestones_queue_changed_search_text AFTER UPDATE OF title, description, namespace_id ON milestones
  FOR EACH ROW WHEN (
    ROW (OLD.title, OLD.description, OLD.namespace_id) IS DISTINCT FROM ROW (NEW.title, NEW.description, NEW.namespace_id)
  ) EXECUTE FUNCTION queue_changed_search_text('milestone');
CREATE TRIGGER namespaces_queue_changed_search_text AFTER UPDATE OF name, path, description ON namespaces
  FOR EACH ROW WHEN (ROW (OLD.name, OLD.path, OLD.description) IS DISTINCT FROM ROW (NEW.name, NEW.path, NEW.description))
  EXECUTE FUNCTION queue_changed_search_text('namespace');
CREATE TRIGGER users_queue_changed_search_text AFTER UPDATE OF name, username ON users
  FOR EACH ROW WHEN (ROW (OLD.name, OLD.username) IS DISTINCT FROM ROW (NEW.name, NEW.username))
  EXECUTE FUNCTION queue_changed_search_text('user');

-- Comments are found in the namespace of their item.
CREATE FUNCTION queue_moved_search_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_queue (kind, target_id, size)
  SELECT 'note', id, pg_column_size(body) FROM notes WHERE work_item_id = NEW.id AND NOT is_system;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_queue_moved_search_texts AFTER UPDATE OF namespace_id ON work_items
  FOR EACH ROW WHEN (OLD.namespace_id <> NEW.namespace_id) EXECUTE FUNCTION queue_moved_search_texts();

CREATE TRIGGER work_items_remove_search_texts AFTER DELETE ON work_items
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_search_texts('item');
CREATE TRIGGER notes_remove_search_texts AFTER DELETE ON notes
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_search_texts('note');
CREATE TRIGGER milestones_remove_search_texts AFTER DELETE ON milestones
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_search_texts('milestone');
CREATE TRIGGER namespaces_remove_search_texts AFTER DELETE ON namespaces
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_search_texts('namespace');
CREATE TRIGGER users_remove_search_texts AFTER DELETE ON users
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_search_texts('user');

-- What exists is indexed by the job: nothing is read while the server starts.
INSERT INTO search_queue (kind, target_id, size) SELECT 'note', id, pg_column_size(body) FROM notes WHERE NOT is_system ORDER BY id;
INSERT INTO search_queue (kind, target_id, size) SELECT 'item', id, pg_column_size(description) FROM work_items ORDER BY id;
INSERT INTO search_queue (kind, target_id, size) SELECT 'milestone', id, 100 FROM milestones ORDER BY id;
INSERT INTO search_queue (kind, target_id, size) SELECT 'namespace', id, 100 FROM namespaces ORDER BY id;
INSERT INTO search_queue (kind, target_id, size) SELECT 'user', id, 100 FROM users ORDER BY id;
