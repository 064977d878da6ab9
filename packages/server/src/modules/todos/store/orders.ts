import { unreachable } from '@milepost/core/errors';
import { sql, type RawBuilder } from 'kysely';

export type TodoOrder = 'created' | 'updated' | 'labelPriority';

/** The sort key of the row `t`, which ends with its id. */
export function sortKeyOf(by: TodoOrder, isDescending: boolean): RawBuilder<number[]> {
  switch (by) {
    case 'created':
      return sql`ARRAY[t.id]::bigint[]`;
    case 'updated':
      return sql`ARRAY[(extract(epoch FROM t.updated_at) * 1000000)::bigint, t.id]::bigint[]`;
    case 'labelPriority':
      // Of the item's first prioritized label; to-dos without one come last in both directions.
      return sql`ARRAY[coalesce((SELECT min(l.priority) FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id
        WHERE wl.work_item_id = t.work_item_id), ${isDescending ? sql`-1` : sql`2147483647`}), t.id]::bigint[]`;
    default:
      return unreachable(by);
  }
}
