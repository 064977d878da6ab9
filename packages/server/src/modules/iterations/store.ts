import type { CadenceId, IterationId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { IterationStateFilter } from '@milepost/core/timeboxes/iterations';
import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool, type Updateable } from 'kysely';
import { defineRowsLoader, type Context } from '../../platform/context.ts';
import { readIntegers } from '../../platform/cursors.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Slice } from '../../platform/cursors.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import { namespacesBelow, visibleNamespaces } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';
import type { IterationTable } from './table.ts';

/** An iteration with its group's path. */
export interface Iteration extends Selectable<IterationTable> {
  namespacePath: string;
}

/** The base of every read of iterations. */
export function selectIterations(db: Db) {
  return db
    .selectFrom('iterations as i')
    .innerJoin('namespaces as n', 'n.id', 'i.namespaceId')
    .selectAll('i')
    .select('n.fullPath as namespacePath');
}

/** Reads by id without a permission check: an item's iteration is visible with the item. */
export const iterationsById = defineRowsLoader<IterationId, Iteration, Iteration>('iterationsById', {
  rows: (ctx, ids) => sql`${selectIterations(ctx.db).where(isOneOf('i.id', ids))}`,
  collect: (rows) => new Map(rows.map((row) => [row.id, row])),
});

export const iterationSorts = ['CADENCE_AND_DUE_DATE_ASC', 'CADENCE_AND_DUE_DATE_DESC'] as const;
export type IterationSort = (typeof iterationSorts)[number];
export type IterationSearchField = 'TITLE' | 'CADENCE_TITLE';

export interface IterationListing {
  /** The group, or a project, which uses the iterations of its ancestors. */
  namespace: Namespace;
  includeAncestors?: boolean;
  includeDescendants?: boolean;
  ids?: readonly IterationId[] | null;
  iids?: readonly number[] | null;
  cadenceIds?: readonly CadenceId[] | null;
  state?: IterationStateFilter | null;
  search?: string | null;
  searchIn?: readonly IterationSearchField[] | null;
  timeframe?: { start: string; end: string } | null;
  updatedAfter?: Date | null;
  updatedBefore?: Date | null;
  sort?: IterationSort | null;
}

export interface KeyedIteration extends Iteration {
  sortKey: number[];
}

/** One page of iterations by cadence and date, after the sort key in `slice.cursor`. */
export async function iterationsAfter(
  ctx: Context,
  listing: IterationListing,
  slice: Slice,
): Promise<KeyedIteration[]> {
  const key = sortKeyOf(listing.sort);
  return selectIterations(ctx.db)
    .select(key.as('sortKey'))
    .where(conditionsOf(ctx, listing))
    .$if(slice.cursor !== null, (query) =>
      query.where(
        sql<boolean>`${key} ${slice.isBackward ? sql`<` : sql`>`} ${readIntegers(slice.cursor ?? [])}::bigint[]`,
      ),
    )
    .orderBy(key, slice.isBackward ? 'desc' : 'asc')
    .limit(slice.limit + 1)
    .execute();
}

/** One numbered page of iterations by cadence and date. */
export async function iterationsOnPage(
  ctx: Context,
  listing: IterationListing,
  page: PageRequest,
): Promise<Iteration[]> {
  return selectIterations(ctx.db)
    .where(conditionsOf(ctx, listing))
    .orderBy(sortKeyOf(listing.sort))
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
}

export async function countIterations(ctx: Context, listing: IterationListing): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('iterations as i')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(conditionsOf(ctx, listing))
    .executeTakeFirstOrThrow();
  return count;
}

function sortKeyOf(sort: IterationSort | null | undefined): RawBuilder<number[]> {
  const days = sql`(i.due_date - date '1970-01-01')`;
  return sort === 'CADENCE_AND_DUE_DATE_DESC'
    ? sql`ARRAY[i.cadence_id, -${days}, -i.id]::bigint[]`
    : sql`ARRAY[i.cadence_id, ${days}, i.id]::bigint[]`;
}

/** Inherited iterations are visible with the namespace; those of descendants only if the viewer can see them. */
function conditionsOf(ctx: Context, listing: IterationListing): RawBuilder<SqlBool> {
  const { timeframe } = listing;
  const parts = [
    sql<SqlBool>`i.namespace_id = ANY(ARRAY(SELECT n.id FROM namespaces n WHERE ${scopeOf(ctx, listing)}))`,
  ];
  if (listing.ids) parts.push(sql`i.id = ANY(${listing.ids}::bigint[])`);
  if (listing.iids) parts.push(sql`i.iid = ANY(${listing.iids}::int[])`);
  if (listing.cadenceIds) parts.push(sql`i.cadence_id = ANY(${listing.cadenceIds}::bigint[])`);
  if (listing.state && listing.state !== 'all') parts.push(inState[listing.state]);
  if (listing.search) parts.push(matching(listing.search, listing.searchIn ?? ['TITLE']));
  if (timeframe) parts.push(sql`i.start_date <= ${timeframe.end}::date AND i.due_date >= ${timeframe.start}::date`);
  if (listing.updatedAfter) parts.push(sql`i.updated_at >= ${listing.updatedAfter}::timestamptz`);
  if (listing.updatedBefore) parts.push(sql`i.updated_at <= ${listing.updatedBefore}::timestamptz`);
  return sql<SqlBool>`${sql.join(parts, sql` AND `)}`;
}

function scopeOf(
  ctx: Context,
  { namespace, includeAncestors, includeDescendants }: IterationListing,
): RawBuilder<SqlBool> {
  const inherited = includeAncestors || namespace.kind === 'project' ? namespace.scope.traversalIds : [namespace.id];
  const isInherited = sql<SqlBool>`n.id = ANY(${inherited}::bigint[])`;
  if (!includeDescendants) return isInherited;
  return sql`(${isInherited} OR (${namespacesBelow(namespace.scope.traversalIds)} AND ${visibleNamespaces(ctx.viewer)}))`;
}

const today = sql`(now() AT TIME ZONE 'utc')::date`;

const inState: Readonly<Record<Exclude<IterationStateFilter, 'all'>, RawBuilder<SqlBool>>> = {
  upcoming: sql`i.start_date > ${today}`,
  current: sql`i.start_date <= ${today} AND i.due_date >= ${today}`,
  closed: sql`i.due_date < ${today}`,
  opened: sql`i.due_date >= ${today}`,
};

function matching(search: string, fields: readonly IterationSearchField[]): RawBuilder<SqlBool> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const tests = fields.map((field) =>
    field === 'TITLE'
      ? sql<SqlBool>`i.title ILIKE ${pattern}`
      : sql<SqlBool>`EXISTS (SELECT FROM iteration_cadences c WHERE c.id = i.cadence_id AND c.title ILIKE ${pattern})`,
  );
  return tests.length === 0 ? sql`false` : sql`(${sql.join(tests, sql` OR `)})`;
}

/** All iterations of a cadence by date, to validate a new one. */
export async function iterationsOfCadence(db: Db, cadenceId: CadenceId): Promise<Iteration[]> {
  return selectIterations(db).where('i.cadenceId', '=', cadenceId).orderBy('i.startDate').execute();
}

/** Locks the row for the transaction; null when it does not exist any more. */
export async function lockIteration(trx: Db, id: IterationId): Promise<Iteration | null> {
  return (await selectIterations(trx).where('i.id', '=', id).forUpdate('i').executeTakeFirst()) ?? null;
}

export async function insertIterations(trx: Db, rows: readonly Insertable<IterationTable>[]): Promise<IterationId[]> {
  if (rows.length === 0) return [];
  const made = await trx
    .insertInto('iterations')
    .values([...rows])
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

export async function saveIteration(trx: Db, id: IterationId, changes: Updateable<IterationTable>): Promise<void> {
  await trx
    .updateTable('iterations')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function removeIteration(trx: Db, id: IterationId): Promise<void> {
  await trx.deleteFrom('iterations').where('id', '=', id).execute();
}

/** Renumbers a cadence's iterations by date. */
export async function renumber(trx: Db, cadenceId: CadenceId): Promise<void> {
  await sql`
    UPDATE iterations i SET sequence = numbered.sequence
    FROM (SELECT id, row_number() OVER (ORDER BY start_date, id) AS sequence FROM iterations WHERE cadence_id = ${cadenceId}) numbered
    WHERE i.id = numbered.id AND i.sequence <> numbered.sequence`.execute(trx);
}

/** Whether an item in a namespace may have the iteration: it belongs to an ancestor group. */
export async function isIterationAvailable(
  trx: Db,
  traversalIds: readonly NamespaceId[],
  id: IterationId,
): Promise<boolean> {
  const row = await trx
    .selectFrom('iterations')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`namespace_id = ANY(${traversalIds}::bigint[])`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setIteration(trx: Db, itemId: WorkItemId, id: IterationId | null): Promise<void> {
  await trx.updateTable('workItems').set({ iterationId: id }).where('id', '=', itemId).execute();
}
