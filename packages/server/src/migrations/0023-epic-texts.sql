-- Search in the titles and descriptions of epics. Of epics alone: they are one in ten of all items and edited least, and an
-- index over the descriptions of everything would double the database and slow every import a hundred times.
CREATE INDEX work_items_epic_texts ON work_items USING gin (title gin_trgm_ops, description gin_trgm_ops) WHERE type = 'epic';
