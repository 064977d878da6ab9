-- What the machine wrote of another item is for those who may see that item. No foreign key: of an item that is gone nobody can
-- tell who might have seen it, so what names it stays with whoever may see everything.
ALTER TABLE notes ADD COLUMN about_id bigint;

-- What was written before names the other item by its full reference.
UPDATE notes SET about_id = other.id
FROM (
  SELECT id, regexp_match(body, '([A-Za-z0-9_./-]+)([#&])([0-9]{1,9})') AS named FROM notes
  WHERE is_system AND system_action IN ('relate_to_parent', 'unrelate_from_parent', 'relate_to_child', 'unrelate_from_child', 'relate',
    'unrelate', 'moved', 'cloned', 'promoted', 'duplicate')
) AS note
JOIN namespaces n ON n.full_path = note.named[1]
JOIN work_items other ON other.namespace_id = n.id AND other.iid = note.named[3]::integer
  AND (other.type = 'epic') = (note.named[2] = '&')
WHERE notes.id = note.id;
