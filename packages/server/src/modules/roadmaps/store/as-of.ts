import { utcDayOf, type Day } from '@milepost/core/days';
import type { WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineLoader, type Context } from '../../../platform/context.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';

/** The day (UTC) of the first record of an epic of the group or below that the viewer may see; null without epics. */
export async function firstRecordedDay({ db, viewer }: Context, of: Namespace): Promise<Day | null> {
  const { rows } = await sql<{ first: Date | null }>`
    SELECT min(w.created_at) AS first FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
    WHERE w.root_id = ${of.rootId} AND w.type = 'epic' AND ${namespacesBelow(of.scope.traversalIds)} AND ${visibleWorkItems(viewer)}`.execute(
    db,
  );
  const first = rows[0]?.first ?? null;
  return first && utcDayOf(first);
}

/** The time since when changes of items are recorded. */
export const recordedSince = defineLoader<WorkItemId, Date>('recordedSince', async ({ db }, ids) => {
  const rows = await db
    .selectFrom('workItems')
    .select(['id', 'recordedSince'])
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.recordedSince]));
});
