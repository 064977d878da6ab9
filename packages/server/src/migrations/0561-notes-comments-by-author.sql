-- Only comments are looked up by their author. When an account is deleted, its system notes are found by reading the table, as those that it
-- edited or resolved always were; each change of an item wrote an entry into this index.
DROP INDEX notes_by_author;
CREATE INDEX notes_by_author ON notes (author_id) WHERE NOT is_system;
