-- Nothing reads it.
ALTER TABLE roadmap_snapshots DROP COLUMN epic_count;
