-- The kind of program that wrote a note for its author; null for the author's own requests.
ALTER TABLE notes ADD COLUMN via text;
