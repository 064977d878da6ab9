-- The milestones of the issues below many epics are read from this index alone, in the order of the epics.
DROP INDEX work_items_parents_with_milestone;
CREATE INDEX work_items_parents_with_milestone ON work_items (parent_id, audience)
  INCLUDE (id, namespace_id, is_confidential, author_id, milestone_id)
  WHERE type <> 'epic' AND parent_id IS NOT NULL AND milestone_id IS NOT NULL;
