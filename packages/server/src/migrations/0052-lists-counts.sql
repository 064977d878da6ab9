-- Lists of issues in the order of their ids, with the short columns that filters ask for: a tab is counted from here without reading
-- a single row, and whatever has no date to sort by is found here in order.
CREATE INDEX work_items_issues_by_id ON work_items (root_id, state, id)
  INCLUDE (namespace_id, type, is_confidential, author_id, parent_id, milestone_id, iteration_id, weight, health_status, title)
  WHERE type <> 'epic';
-- What was closed last, and what is at risk: two orders that the API offers. That of health serves its filter too.
CREATE INDEX work_items_issues_by_closing ON work_items (root_id, closed_at, id) WHERE type <> 'epic' AND closed_at IS NOT NULL;
DROP INDEX work_items_issues_by_health;
CREATE INDEX work_items_issues_by_health ON work_items (root_id, state, health_status, id) WHERE type <> 'epic' AND health_status IS NOT NULL;

-- What carries no label. Where everything has one, nobody could find that out without asking each. Whatever is not in here has a
-- label; what is in here may have one, where two changes at once did not know of each other: whoever reads it looks again.
CREATE TABLE unlabelled_work_items (work_item_id bigint PRIMARY KEY);
INSERT INTO unlabelled_work_items (work_item_id)
SELECT w.id FROM work_items w WHERE NOT EXISTS (SELECT FROM work_item_labels wl WHERE wl.work_item_id = w.id);

CREATE FUNCTION note_unlabelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unlabelled_work_items (work_item_id) SELECT id FROM made ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_are_unlabelled AFTER INSERT ON work_items
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION note_unlabelled();

CREATE FUNCTION forget_unlabelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM unlabelled_work_items u USING gone WHERE u.work_item_id = gone.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_forget_unlabelled AFTER DELETE ON work_items
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_unlabelled();

CREATE FUNCTION note_labelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM unlabelled_work_items u USING made WHERE u.work_item_id = made.work_item_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_item_labels_note_labelled AFTER INSERT ON work_item_labels
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION note_labelled();

-- Of two that each take away one of the last two labels, neither sees that none is left: so they wait for each other at the item.
-- The item itself may be what was deleted: then it is not found.
CREATE FUNCTION note_label_lost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM work_items w WHERE w.id IN (SELECT work_item_id FROM lost) ORDER BY w.id FOR NO KEY UPDATE;
  INSERT INTO unlabelled_work_items (work_item_id)
  SELECT w.id FROM work_items w
  WHERE w.id IN (SELECT work_item_id FROM lost) AND NOT EXISTS (SELECT FROM work_item_labels wl WHERE wl.work_item_id = w.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_item_labels_note_label_lost AFTER DELETE ON work_item_labels
  REFERENCING OLD TABLE AS lost FOR EACH STATEMENT EXECUTE FUNCTION note_label_lost();

ANALYZE unlabelled_work_items;
