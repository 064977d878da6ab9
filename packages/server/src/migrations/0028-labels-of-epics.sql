-- Lists of epics by label read the labels of epics alone: one in ten. Whoever writes a row need not say whose it is.
ALTER TABLE work_item_labels ADD COLUMN is_epic boolean;
UPDATE work_item_labels wl SET is_epic = true FROM work_items w WHERE w.id = wl.work_item_id AND w.type = 'epic';

CREATE FUNCTION set_label_is_epic() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT type = 'epic' INTO NEW.is_epic FROM work_items WHERE id = NEW.work_item_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER work_item_labels_set_is_epic BEFORE INSERT ON work_item_labels
  FOR EACH ROW WHEN (NEW.is_epic IS NULL) EXECUTE FUNCTION set_label_is_epic();

CREATE FUNCTION labels_follow_type() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE work_item_labels SET is_epic = NEW.type = 'epic' WHERE work_item_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_labels_follow_type AFTER UPDATE OF type ON work_items
  FOR EACH ROW WHEN ((OLD.type = 'epic') <> (NEW.type = 'epic')) EXECUTE FUNCTION labels_follow_type();

-- Epics with one of some labels, and epics with any label.
CREATE INDEX work_item_labels_of_epics ON work_item_labels (label_id, work_item_id) WHERE is_epic;
CREATE INDEX work_item_labels_labelled_epics ON work_item_labels (work_item_id) WHERE is_epic;

-- Epics with any milestone: they have those of the issues right below them.
CREATE INDEX work_items_parents_with_milestone ON work_items (parent_id)
  WHERE type <> 'epic' AND parent_id IS NOT NULL AND milestone_id IS NOT NULL;

-- Lists read indexes alone, as long as PostgreSQL has seen to it that their rows are visible to everyone: let it do so sooner.
ALTER TABLE work_item_labels SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE work_items SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ANALYZE work_item_labels;
