import type { NamespaceId, StatusId } from '@milepost/core/ids';
import { isSystem, stateOfCategory, SYSTEM_LIFECYCLE } from '@milepost/core/statuses/statuses';
import { workItemTypes, type WorkItemState, type WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { defineRowsLoader, type Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import type { LifecycleTable, StatusTable } from '../table.ts';

export type Status = Selectable<StatusTable>;

/** A lifecycle with its statuses in order, and the types of items that follow it. */
export interface Lifecycle extends Selectable<LifecycleTable> {
  /** The top-level namespace for which it was read; lifecycles of the system belong to none. */
  belowId: NamespaceId;
  statuses: readonly Status[];
  types: readonly WorkItemType[];
}

export const statusesById = defineRowsLoader<StatusId, Status, Status>('statusesById', {
  rows: (_ctx, ids) => sql`SELECT * FROM statuses WHERE ${isOneOf('id', ids)}`,
  collect: (rows) => new Map(rows.map((row) => [row.id, row])),
});

/** The lifecycles below each top-level namespace: its own by name, then the system's if a type follows it. */
export const lifecyclesOfRoot = defineRowsLoader<NamespaceId, LifecycleRow, readonly Lifecycle[]>('lifecyclesOfRoot', {
  rows: (_ctx, rootIds) => lifecyclesBelow(rootIds),
  collect: (rows, rootIds) => lifecyclesByRoot(rows, rootIds),
});

/** As `lifecyclesOfRoot`, read from the transaction. */
export async function lifecyclesIn(db: Db, rootId: NamespaceId): Promise<readonly Lifecycle[]> {
  const { rows } = await sql<LifecycleRow>`${lifecyclesBelow([rootId])}`.execute(db);
  return lifecyclesByRoot(rows, [rootId]).get(rootId) ?? [];
}

interface LifecycleRow extends Omit<Lifecycle, 'types'> {
  ownTypes: WorkItemType[];
}

function lifecyclesBelow(rootIds: readonly NamespaceId[]): RawBuilder<unknown> {
  return sql`
    SELECT root.id AS below_id, l.*,
      (SELECT json_agg(json_build_object('id', s.id, 'rootId', s.root_id, 'name', s.name, 'description', s.description,
          'category', s.category, 'color', s.color, 'icon', s.icon) ORDER BY ls.position)
        FROM lifecycle_statuses ls JOIN statuses s ON s.id = ls.status_id WHERE ls.lifecycle_id = l.id) AS statuses,
      ARRAY(SELECT t.type FROM lifecycle_types t WHERE t.root_id = root.id AND t.lifecycle_id = l.id) AS own_types
    FROM unnest(${rootIds}::bigint[]) AS root (id)
    JOIN lifecycles l ON l.root_id = root.id OR l.id = ${SYSTEM_LIFECYCLE}::bigint
    ORDER BY l.root_id NULLS LAST, lower(l.name)`;
}

function lifecyclesByRoot(
  rows: readonly LifecycleRow[],
  rootIds: readonly NamespaceId[],
): ReadonlyMap<NamespaceId, readonly Lifecycle[]> {
  return new Map(rootIds.map((id) => [id, withTypes(rows.filter(({ belowId }) => belowId === id))]));
}

/** Assigns types to lifecycles. Types without one follow the system's, which is omitted if no type does. */
function withTypes(rows: readonly LifecycleRow[]): Lifecycle[] {
  const taken = new Set(rows.flatMap(({ ownTypes }) => ownTypes));
  return rows
    .map(({ ownTypes, ...lifecycle }) => ({
      ...lifecycle,
      types: workItemTypes.filter((type) => (isSystem(lifecycle.id) ? !taken.has(type) : ownTypes.includes(type))),
    }))
    .filter(({ id, types }) => !isSystem(id) || types.length > 0);
}

/** The lifecycle that items of a type follow. */
export async function lifecycleOf(ctx: Context, rootId: NamespaceId, type: WorkItemType): Promise<Lifecycle> {
  const lifecycles = (await ctx.load(lifecyclesOfRoot, rootId)) ?? [];
  const found = lifecycles.find(({ types }) => types.includes(type));
  if (!found) throw new Error(`No lifecycle for ${type} below ${rootId}`);
  return found;
}

/** The state of items in a status. */
export const stateOfStatus = ({ category }: Status): WorkItemState => stateOfCategory(category);

export interface StatusCount {
  statusId: StatusId;
  type: WorkItemType;
  count: number;
}

/** The number of items of these types below a top-level namespace in each status, without a permission check. */
export async function countByStatus(
  db: Db,
  rootId: NamespaceId,
  types: readonly WorkItemType[],
): Promise<readonly StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    SELECT status_id, type, count(*)::int AS count FROM work_items
    WHERE root_id = ${rootId}::bigint AND type = ANY(${types}::text[]) GROUP BY status_id, type`.execute(db);
  return rows;
}

/** Replaces statuses of items of these types. `replacements` are pairs of old and new status of the same state. */
export async function replaceStatuses(
  trx: Db,
  rootId: NamespaceId,
  types: readonly WorkItemType[],
  replacements: ReadonlyMap<StatusId, StatusId>,
): Promise<void> {
  if (replacements.size === 0) return;
  await sql`
    UPDATE work_items w SET status_id = r.new_id
    FROM unnest(${[...replacements.keys()]}::bigint[], ${[...replacements.values()]}::bigint[]) AS r (old_id, new_id)
    WHERE w.root_id = ${rootId}::bigint AND w.type = ANY(${types}::text[]) AND w.status_id = r.old_id`.execute(trx);
}

/** Keeps the lifecycles of a top-level group as they are until the transaction ends. */
export async function holdLifecycles(trx: Db, rootId: NamespaceId): Promise<void> {
  await sql`SELECT hold_lifecycles(${rootId}::bigint)`.execute(trx);
}

/** Locks the lifecycle of a type until the transaction ends, so that no status is removed while an item gets it. */
export async function holdLifecycle(trx: Db, rootId: NamespaceId, type: WorkItemType): Promise<Lifecycle | null> {
  await holdLifecycles(trx, rootId);
  return (await lifecyclesIn(trx, rootId)).find(({ types }) => types.includes(type)) ?? null;
}

/** A status in REST and in webhooks. */
export const presentStatus = ({ id, name, category, color }: Status) => ({ id, name, category, color });
