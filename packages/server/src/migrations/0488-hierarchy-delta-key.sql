-- A change of an item writes a delta for each of its ancestors: one index instead of two.
DROP INDEX work_item_rollup_deltas_by_work_item;
ALTER TABLE work_item_rollup_deltas DROP CONSTRAINT work_item_rollup_deltas_pkey, ADD PRIMARY KEY (work_item_id, id);
