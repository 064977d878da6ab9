-- The words of a text are stored as keys that begin with the kind and the block of 16,384 ids (`i16:improve`), so that the index finds the
-- newest matches of a common word without reading all of them. Until the job has indexed everything again, the newest first, older
-- texts are not found.
DROP TABLE search_texts;

-- A text counts up to 120,000 characters: with their prefixes its keys stay below the 1 MB of a tsvector.
CREATE OR REPLACE FUNCTION search_plain(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(left(value, 120000)), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))
$$;

-- The lexemes of a vector with a prefix, at their positions. Lexemes that would exceed the limit of a tsvector are left out.
CREATE FUNCTION search_keys(vector tsvector, prefix text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(
    CASE WHEN length(vector::text) < 2000 THEN vector
      ELSE ts_delete(vector, ARRAY(SELECT lexeme FROM unnest(vector) WHERE octet_length(lexeme) > 2000)) END::text,
    '''((?:[^'']|'''')+)''', '''' || prefix || '\1''', 'g')::tsvector
$$;

-- Both vectors also have the tag `N16:5` of a namespace in a block.
CREATE TABLE search_texts (
  kind text NOT NULL,
  id bigint NOT NULL,
  -- 0 for people.
  namespace_id bigint NOT NULL,
  title tsvector NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (kind, id),
  CONSTRAINT search_texts_kind_is_known CHECK (kind IN ('item', 'note', 'milestone', 'namespace', 'user'))
);
-- Without a list of pending entries: a search would read all of it once for each block.
CREATE INDEX search_texts_words ON search_texts USING gin (title, words) WITH (fastupdate = off);

-- The blocks in which there are texts of a kind, as named in the keys.
CREATE TABLE search_blocks (
  kind text NOT NULL,
  number int NOT NULL,
  PRIMARY KEY (kind, number)
);

TRUNCATE search_queue;
INSERT INTO search_queue (kind, target_id, size) SELECT 'note', id, pg_column_size(body) FROM notes WHERE NOT is_system ORDER BY id;
INSERT INTO search_queue (kind, target_id, size) SELECT 'item', id, pg_column_size(description) FROM work_items ORDER BY id;
INSERT INTO search_queue (kind, target_id, size) SELECT 'milestone', id, 100 FROM milestones ORDER BY id;
INSERT INTO search_queue (kind, target_id, size) SELECT 'namespace', id, 100 FROM namespaces ORDER BY id;
INSERT INTO search_queue (kind, target_id, size) SELECT 'user', id, 100 FROM users ORDER BY id;
