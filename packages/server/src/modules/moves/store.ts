import type { IterationId, MilestoneId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { isIterationAvailable } from '../iterations/store.ts';
import type { WorkItem } from '../work-items/store.ts';

/** The milestone of the successor: the same if it is valid there, otherwise the nearest of the same title. */
export async function milestoneFor(
  trx: Db,
  item: Pick<WorkItem, 'milestoneId'>,
  traversalIds: readonly NamespaceId[],
): Promise<MilestoneId | null> {
  const { rows } = await sql<{ id: MilestoneId }>`
    SELECT there.id FROM milestones own JOIN milestones there ON there.title = own.title
    WHERE own.id = ${item.milestoneId} AND there.namespace_id = ANY(${traversalIds}::bigint[])
    ORDER BY there.id <> own.id, array_position(${traversalIds}::bigint[], there.namespace_id) DESC LIMIT 1`.execute(
    trx,
  );
  return rows[0]?.id ?? null;
}

/** The iteration of the successor; null if it is not valid there. */
export async function iterationFor(
  trx: Db,
  { iterationId }: Pick<WorkItem, 'iterationId'>,
  traversalIds: readonly NamespaceId[],
): Promise<IterationId | null> {
  if (iterationId === null) return null;
  return (await isIterationAvailable(trx, traversalIds, iterationId)) ? iterationId : null;
}

export async function childIdsOf(trx: Db, id: WorkItemId): Promise<WorkItemId[]> {
  const rows = await trx
    .selectFrom('workItems')
    .select('id')
    .where('parentId', '=', id)
    .orderBy('relativePosition', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
