import { unreachable } from '@milepost/core/errors';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { groupKindOf, groupSubjectOf, type LaneStep } from '@milepost/core/roadmap/lanes/lane-keys';
import { sql, type RawBuilder } from 'kysely';
import type { Context, Trx } from '../../../../platform/context.ts';
import { insiderNamespaces, visibleNamespaces } from '../../../namespaces/policy.ts';
import type { Namespace } from '../../../namespaces/store.ts';
import { lastEditor } from '../../../work-items/store/writing.ts';
import { laneHealth } from './sums.ts';
import { labelsOfScope, laneColumns, laneSourceOf, type LaneScope } from './sources.ts';

/** The lanes that these epics of one tree of groups are in, as steps from the first level, by id. */
export async function laneStepsOf(
  ctx: Context,
  of: Pick<Namespace, 'id' | 'rootId' | 'fullName'>,
  ids: readonly WorkItemId[],
  keys: readonly GroupKey[],
): Promise<ReadonlyMap<WorkItemId, readonly LaneStep[]>> {
  const scope: LaneScope = { ctx, of, order: null };
  const parts = keys.map((key, index) => {
    const [value, described] = [sql.ref(`v${index}`), sql.ref(`d${index}`)];
    const source = laneSourceOf(key, scope);
    return {
      text: sql`${described}.text`,
      join: sql`LEFT JOIN (${source.valuesOf(sql`lane_rows`)}) AS ${value} ON ${value}.id = r.id
        LEFT JOIN (${source.described}) AS ${described} ON ${described}.value = ${value}.value`,
    };
  });
  const health = keys.includes('HEALTH') ? sql`, ${laneHealth(ctx)}` : sql``;
  const { rows } = await sql<{ id: WorkItemId; values: (string | null)[] }>`
    WITH scope AS MATERIALIZED (
      SELECT n.id, ${insiderNamespaces(ctx.viewer)} AS is_insider FROM namespaces n
      WHERE n.traversal_ids[1] = ${of.rootId} AND n.kind = 'group' AND ${visibleNamespaces(ctx.viewer)}),
    lane_rows AS MATERIALIZED (SELECT ${laneColumns} FROM work_items w WHERE w.id = ANY(${ids}::bigint[])) ${health}
    SELECT r.id, ARRAY[${sql.join(parts.map(({ text }) => text))}]::text[] AS values
    FROM lane_rows r ${sql.join(
      parts.map(({ join }) => join),
      sql` `,
    )}`.execute(ctx.db);
  return new Map(rows.map(({ id, values }) => [id, keys.map((by, index) => ({ by, value: values[index] ?? null }))]));
}

/** The values that an epic itself has, in the order they were set, as the ids that the API knows. */
export async function ownValues(trx: Trx, epicId: WorkItemId, by: GroupKey): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`${ownValuesIn(by, epicId)}`.execute(trx);
  return rows.map(({ value }) => value);
}

function ownValuesIn(by: GroupKey, epicId: WorkItemId): RawBuilder<unknown> {
  const kind = groupKindOf(by);
  const column = (name: string) => {
    const value = sql.ref(`w.${name}`);
    return sql`SELECT ${value}::text AS value FROM work_items w WHERE w.id = ${epicId} AND ${value} IS NOT NULL`;
  };
  switch (kind) {
    case 'LABEL':
      return sql`SELECT l.id::text AS value FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id
        WHERE wl.work_item_id = ${epicId} AND ${labelsOfScope(groupSubjectOf(by))}`;
    case 'ASSIGNEE':
      return sql`SELECT user_id::text AS value FROM work_item_assignees WHERE work_item_id = ${epicId} ORDER BY set_order`;
    case 'FIELD':
      return sql`SELECT option_id::text AS value FROM work_item_custom_field_options
        WHERE work_item_id = ${epicId} AND custom_field_id = ${Number(groupSubjectOf(by))} ORDER BY set_order`;
    case 'MILESTONE':
      return column('milestone_id');
    case 'HEALTH':
      return column('health_status');
    case 'STATUS':
      return column('status_id');
    case 'PARENT':
      return column('parent_id');
    case 'SUBGROUP':
    case 'ITERATION':
    case 'AUTHOR':
      return sql`SELECT NULL::text AS value WHERE false`;
    default:
      return unreachable(kind);
  }
}

/** The label of a scope with this value that items of a group can have: the one that is defined nearest. */
export async function labelOfValue(
  trx: Trx,
  available: readonly NamespaceId[],
  scope: string,
  value: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT l.id::text AS id FROM labels l JOIN namespaces ln ON ln.id = l.namespace_id
    WHERE l.namespace_id = ANY(${available}::bigint[]) AND l.archived_at IS NULL AND ${labelsOfScope(scope)}
      AND substr(l.title, ${Array.from(scope).length + 3}) = ${value}
    ORDER BY cardinality(ln.traversal_ids) DESC, l.id LIMIT 1`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Puts assignees, or options of a field, in this order: the first decides the lane. */
export async function orderValues(
  trx: Trx,
  epicId: WorkItemId,
  by: GroupKey,
  values: readonly string[],
): Promise<void> {
  const kind = groupKindOf(by);
  if (values.length < 2 || (kind !== 'ASSIGNEE' && kind !== 'FIELD')) return;
  const [table, column] =
    kind === 'ASSIGNEE'
      ? [sql.table('work_item_assignees'), sql.ref('t.user_id')]
      : [sql.table('work_item_custom_field_options'), sql.ref('t.option_id')];
  // Sequentially, because the order of generated numbers within one statement is undefined.
  for (const value of values) {
    await sql`UPDATE ${table} AS t SET set_order = DEFAULT WHERE t.work_item_id = ${epicId} AND ${column} = ${value}::bigint`.execute(
      trx,
    );
  }
}

/** What is recorded when the value of a grouping changes: the name of the event, and what its data must have. */
function recordedAs(by: GroupKey): RawBuilder<unknown> {
  const kind = groupKindOf(by);
  const named = (name: string) => sql`e.name = ${name}`;
  switch (kind) {
    case 'LABEL':
      return sql`(e.name = 'workItem.labelsChanged' AND EXISTS (
        SELECT FROM (SELECT jsonb_array_elements((e.data -> 'added') || (e.data -> 'removed')) ->> 'title' AS title) AS l
        WHERE ${labelsOfScope(groupSubjectOf(by))}))`;
    case 'MILESTONE':
      return named('workItem.milestoneChanged');
    case 'ASSIGNEE':
      return named('workItem.assigneesChanged');
    case 'PARENT':
      return named('workItem.parentChanged');
    case 'STATUS':
      return sql`(e.name IN ('workItem.statusChanged', 'workItem.closed', 'workItem.reopened'))`;
    case 'FIELD':
      return sql`(e.name = 'workItem.customFieldChanged' AND e.data ->> 'customFieldId' = ${groupSubjectOf(by)})`;
    case 'HEALTH':
      return sql`(e.name = 'workItem.updated' AND e.data -> 'changes' ? 'healthStatus')`;
    case 'SUBGROUP':
    case 'ITERATION':
    case 'AUTHOR':
      return sql`false`;
    default:
      return unreachable(kind);
  }
}

/** The name of the last person who changed what decides the lane of an epic; null if unknown. */
export const lastLaneEditor = (trx: Trx, epicId: WorkItemId, by: GroupKey): Promise<string | null> =>
  lastEditor(trx, epicId, recordedAs(by));
