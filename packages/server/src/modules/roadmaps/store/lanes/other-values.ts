import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { groupKindOf, groupSubjectOf } from '@milepost/core/roadmap/lanes/lane-keys';
import { sql } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import { fieldOptionsOf } from './sources.ts';

/** The names of the assignees or options that these epics have in addition to the one that decides their lane, in the order they were set. */
export async function otherValuesOf(
  { db }: Context,
  rootId: NamespaceId,
  ids: readonly WorkItemId[],
  by: GroupKey,
): Promise<ReadonlyMap<WorkItemId, readonly string[]>> {
  const values =
    groupKindOf(by) === 'FIELD'
      ? sql`SELECT r.id, o.set_order, (SELECT d.value FROM custom_field_options d WHERE d.id = o.option_id) AS name
          FROM work_items r ${fieldOptionsOf(rootId, groupSubjectOf(by))}`
      : sql`SELECT r.id, a.set_order, u.name FROM work_items r
          JOIN work_item_assignees a ON a.work_item_id = r.id JOIN users u ON u.id = a.user_id WHERE true`;
  const { rows } = await sql<{ id: WorkItemId; names: string[] }>`
    SELECT id, (array_agg(name ORDER BY set_order))[2:] AS names FROM (${values} AND r.id = ANY(${ids}::bigint[])) AS given
    GROUP BY id HAVING count(*) > 1`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, names]));
}
