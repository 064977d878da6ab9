import { sql, type RawBuilder } from 'kysely';

/**
 * The rows that add to the sums below an item and are not folded into them yet, as a UNION ALL of queries. `id`: the item. `columns`: of
 * both tables. Changes are few and have no index, so that they are only read for items that are among their ancestors; these are hashed once.
 */
export function pendingBelow(
  id: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`SELECT ${columns} FROM work_item_rollup_deltas WHERE work_item_id = ${id} AND ${condition}
    UNION ALL
    SELECT ${columns} FROM work_item_rollup_changes
    WHERE ${id} IN (SELECT unnest(c.ancestor_ids) FROM work_item_rollup_changes c) AND ancestor_ids @> ARRAY[${id}]::bigint[] AND ${condition}`;
}

/** The ids of all items with pending rows. */
export const idsWithPending = sql`SELECT d.work_item_id FROM work_item_rollup_deltas d
  UNION ALL SELECT unnest(c.ancestor_ids) FROM work_item_rollup_changes c`;

/** Whether anything is pending. */
export const isAnyPending = sql`(EXISTS (SELECT FROM work_item_rollup_deltas) OR EXISTS (SELECT FROM work_item_rollup_changes))`;
