-- The id of a discussion begins with the id of its first note, as 12 hexadecimal digits, so that the first note is found by its own key. Only
-- replies and notes of before need an entry in the index of discussions.
DROP INDEX notes_by_discussion;
CREATE INDEX notes_by_discussion ON notes (discussion_id) WHERE left(discussion_id, 12) <> lpad(to_hex(id), 12, '0');
