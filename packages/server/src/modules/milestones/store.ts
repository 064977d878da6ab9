import { NotFoundError } from '@milepost/core/errors';
import type { MilestoneId, NamespaceId } from '@milepost/core/ids';
import type { MilestoneState } from '@milepost/core/timeboxes/milestones';
import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool, type Updateable } from 'kysely';
import { defineRowsLoader, type Context } from '../../platform/context.ts';
import { readCursor, readIntegers } from '../../platform/cursors.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Slice } from '../../platform/cursors.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import { namespacesBelow, visibleNamespaces } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';
import type { NamespaceKind } from '../namespaces/table.ts';
import type { MilestoneTable } from './table.ts';

/** A milestone, with the data of its group or project for its flags and address. */
export interface Milestone extends Selectable<MilestoneTable> {
  namespaceKind: NamespaceKind;
  namespacePath: string;
  /** 1 at the top-level group. */
  namespaceDepth: number;
}

/** The base of every read of milestones. */
export function selectMilestones(db: Db) {
  return db
    .selectFrom('milestones as m')
    .innerJoin('namespaces as n', 'n.id', 'm.namespaceId')
    .selectAll('m')
    .select([
      'n.kind as namespaceKind',
      'n.fullPath as namespacePath',
      sql<number>`cardinality(n.traversal_ids)`.as('namespaceDepth'),
    ]);
}

/** Reads by id without a permission check: an item's milestone is visible with the item. */
export const milestonesById = defineRowsLoader<MilestoneId, Milestone, Milestone>('milestonesById', {
  rows: (_ctx, ids) => sql`
    SELECT m.*, n.kind AS namespace_kind, n.full_path AS namespace_path, cardinality(n.traversal_ids) AS namespace_depth
    FROM milestones m JOIN namespaces n ON n.id = m.namespace_id WHERE ${isOneOf('m.id', ids)}`,
  collect: (rows) => new Map(rows.map((row) => [row.id, row])),
});

export const milestoneSorts = [
  'DUE_DATE_ASC',
  'DUE_DATE_DESC',
  'CREATED_ASC',
  'CREATED_DESC',
  'UPDATED_ASC',
  'UPDATED_DESC',
  'EXPIRED_LAST_DUE_DATE_ASC',
  'EXPIRED_LAST_DUE_DATE_DESC',
  'START_DATE_ASC',
  'START_DATE_DESC',
  'TITLE_ASC',
  'TITLE_DESC',
] as const;
export type MilestoneSort = (typeof milestoneSorts)[number];

export interface MilestoneListing {
  /** The namespace of a list; options include ancestors and descendants. */
  namespace: Namespace;
  includeAncestors?: boolean;
  includeDescendants?: boolean;
  ids?: readonly MilestoneId[] | null;
  iids?: readonly number[] | null;
  /** Null for both. */
  state?: MilestoneState | null;
  title?: string | null;
  /** In title and description. */
  search?: string | null;
  searchTitle?: string | null;
  /** Days `YYYY-MM-DD`; milestones that touch them, except those without dates. */
  timeframe?: { start: string; end: string } | null;
  /** A day, as a timeframe of its own. */
  containedDay?: string | null;
  updatedAfter?: Date | null;
  updatedBefore?: Date | null;
  sort?: MilestoneSort | null;
}

/** One page of milestones in the listing's order, after the sort key in `slice.cursor`. */
export async function milestonesAfter(
  ctx: Context,
  listing: MilestoneListing,
  slice: Slice,
): Promise<KeyedMilestone[]> {
  const { key, isDescending, read } = orderOf(listing.sort);
  return selectMilestones(ctx.db)
    .select(key.as('sortKey'))
    .where(conditionsOf(ctx, listing))
    .$if(slice.cursor !== null, (query) =>
      query.where(
        sql<boolean>`${key} ${slice.isBackward === isDescending ? sql`>` : sql`<`} ${read(slice.cursor ?? [])}`,
      ),
    )
    .orderBy(key, slice.isBackward === isDescending ? 'asc' : 'desc')
    .limit(slice.limit + 1)
    .execute();
}

export interface KeyedMilestone extends Milestone {
  sortKey: (number | string)[];
}

/** One numbered page of milestones in the listing's order. */
export async function milestonesOnPage(
  ctx: Context,
  listing: MilestoneListing,
  page: PageRequest,
): Promise<Milestone[]> {
  return selectMilestones(ctx.db)
    .where(conditionsOf(ctx, listing))
    .orderBy(orderOf(listing.sort).key, orderOf(listing.sort).isDescending ? 'desc' : 'asc')
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
}

export async function countMilestones(ctx: Context, listing: MilestoneListing): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('milestones as m')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(conditionsOf(ctx, listing))
    .executeTakeFirstOrThrow();
  return count;
}

/** The days on which milestones of a listing end, the latest first. */
export async function milestoneDueDates(ctx: Context, listing: MilestoneListing, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('milestones as m')
    .select('m.dueDate')
    .distinct()
    .where(conditionsOf(ctx, listing))
    .where('m.dueDate', 'is not', null)
    .orderBy('m.dueDate', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ dueDate }) => dueDate ?? []);
}

const days = sql`(m.due_date - date '1970-01-01')`;
const starts = sql`(m.start_date - date '1970-01-01')`;
const isExpired = sql`(coalesce(m.due_date < (now() AT TIME ZONE 'utc')::date, false))::int`;
const created = sql`(extract(epoch FROM m.created_at) * 1000000)::bigint`;
const updated = sql`(extract(epoch FROM m.updated_at) * 1000000)::bigint`;

/** Every order as one ascending row of numbers, so that one comparison can page through it. Nulls come last. */
const sortKeys: Readonly<Record<Exclude<MilestoneSort, TitleSort>, RawBuilder<number[]>>> = {
  DUE_DATE_ASC: sql`ARRAY[coalesce(${days}, 9999999), m.id]::bigint[]`,
  DUE_DATE_DESC: sql`ARRAY[coalesce(-${days}, 9999999), -m.id]::bigint[]`,
  CREATED_ASC: sql`ARRAY[${created}, m.id]::bigint[]`,
  CREATED_DESC: sql`ARRAY[-${created}, -m.id]::bigint[]`,
  UPDATED_ASC: sql`ARRAY[${updated}, m.id]::bigint[]`,
  UPDATED_DESC: sql`ARRAY[-${updated}, -m.id]::bigint[]`,
  EXPIRED_LAST_DUE_DATE_ASC: sql`ARRAY[${isExpired}, coalesce(${days}, 9999999), m.id]::bigint[]`,
  EXPIRED_LAST_DUE_DATE_DESC: sql`ARRAY[${isExpired}, coalesce(-${days}, 9999999), -m.id]::bigint[]`,
  START_DATE_ASC: sql`ARRAY[coalesce(${starts}, 9999999), m.id]::bigint[]`,
  START_DATE_DESC: sql`ARRAY[coalesce(-${starts}, 9999999), -m.id]::bigint[]`,
};

type TitleSort = 'TITLE_ASC' | 'TITLE_DESC';
const titleKey = sql<string[]>`ARRAY[lower(m.title), lpad(m.id::text, 20, '0')]`;

/** The sort key of an order, its direction, and how a cursor becomes a key again. */
function orderOf(sort: MilestoneSort | null | undefined) {
  if (sort === 'TITLE_ASC' || sort === 'TITLE_DESC') {
    const read = (cursor: readonly unknown[]) => sql`${[...readCursor(cursor, 'text', 'text')]}::text[]`;
    return { key: titleKey as RawBuilder<(number | string)[]>, isDescending: sort === 'TITLE_DESC', read };
  }
  const key = sortKeys[sort ?? 'DUE_DATE_ASC'] as RawBuilder<(number | string)[]>;
  return { key, isDescending: false, read: (cursor: readonly unknown[]) => sql`${readIntegers(cursor)}::bigint[]` };
}

function touching({ start, end }: { start: string; end: string }): RawBuilder<SqlBool> {
  return sql<SqlBool>`(coalesce(m.start_date, m.due_date) IS NOT NULL
    AND (m.start_date IS NULL OR m.start_date <= ${end}::date) AND (m.due_date IS NULL OR m.due_date >= ${start}::date))`;
}

/** The milestones of a listing: inherited ones are visible with the namespace, those of descendants only if the viewer can see them. */
function conditionsOf(ctx: Context, listing: MilestoneListing): RawBuilder<SqlBool> {
  const { timeframe, containedDay } = listing;
  const parts = [
    sql<SqlBool>`m.namespace_id = ANY(ARRAY(SELECT n.id FROM namespaces n WHERE ${scopeOf(ctx, listing)}))`,
  ];
  if (listing.ids) parts.push(sql`m.id = ANY(${listing.ids}::bigint[])`);
  if (listing.iids) parts.push(sql`m.iid = ANY(${listing.iids}::int[])`);
  if (listing.state) parts.push(sql`m.state = ${listing.state}`);
  if (listing.title) parts.push(sql`m.title = ${listing.title}`);
  if (listing.searchTitle) parts.push(sql`m.title ILIKE ${containing(listing.searchTitle)}`);
  if (listing.search) {
    parts.push(sql`(m.title ILIKE ${containing(listing.search)} OR m.description ILIKE ${containing(listing.search)})`);
  }
  if (timeframe) parts.push(touching(timeframe));
  if (containedDay) parts.push(touching({ start: containedDay, end: containedDay }));
  if (listing.updatedAfter) parts.push(sql`m.updated_at >= ${listing.updatedAfter}::timestamptz`);
  if (listing.updatedBefore) parts.push(sql`m.updated_at <= ${listing.updatedBefore}::timestamptz`);
  return sql<SqlBool>`${sql.join(parts, sql` AND `)}`;
}

function scopeOf(
  ctx: Context,
  { namespace, includeAncestors, includeDescendants }: MilestoneListing,
): RawBuilder<SqlBool> {
  const inherited = includeAncestors ? namespace.scope.traversalIds : [namespace.id];
  const isInherited = sql<SqlBool>`n.id = ANY(${inherited}::bigint[])`;
  if (!includeDescendants) return isInherited;
  return sql`(${isInherited} OR (${namespacesBelow(namespace.scope.traversalIds)} AND ${visibleNamespaces(ctx.viewer)}))`;
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The milestone of this id in the namespace. Throws NotFoundError when there is none. */
export async function findMilestone(ctx: Context, namespace: { id: NamespaceId }, id: MilestoneId): Promise<Milestone> {
  const milestone = Number.isSafeInteger(id) ? await ctx.load(milestonesById, id) : null;
  if (milestone?.namespaceId !== namespace.id) throw new NotFoundError('Milestone');
  return milestone;
}

/** The title of a milestone; null without one. */
export async function milestoneTitle(ctx: Context, id: MilestoneId | null): Promise<string | null> {
  return id === null ? null : ((await ctx.load(milestonesById, id))?.title ?? null);
}

/** Locks the row for the transaction; null when it does not exist any more. */
export async function lockMilestone(trx: Db, id: MilestoneId): Promise<Milestone | null> {
  return (await selectMilestones(trx).where('m.id', '=', id).forNoKeyUpdate('m').executeTakeFirst()) ?? null;
}

export async function readMilestone(db: Db, id: MilestoneId): Promise<Milestone | null> {
  return (await selectMilestones(db).where('m.id', '=', id).executeTakeFirst()) ?? null;
}

/** Writes a milestone; null when the namespace already has one of this title. */
export async function insertMilestone(trx: Db, milestone: Insertable<MilestoneTable>): Promise<MilestoneId | null> {
  const row = await trx
    .insertInto('milestones')
    .values(milestone)
    .onConflict((conflict) => conflict.columns(['namespaceId', 'title']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The first key of an advisory lock; the second is the top-level group. */
const TITLES = 80;

/** Serializes changes of milestone titles below a top-level group: no database constraint compares titles of two namespaces. */
export async function lockTitles(trx: Db, { rootId }: Namespace): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${TITLES}::integer, ${rootId % 2_147_483_647}::integer)`.execute(trx);
}

/** Whether a milestone of the namespace, of a group above, or of anything below has this title, other than `except`. */
export async function isTitleTaken(
  trx: Db,
  { scope }: Namespace,
  title: string,
  except: readonly MilestoneId[] = [],
): Promise<boolean> {
  const row = await trx
    .selectFrom('milestones as m')
    .innerJoin('namespaces as n', 'n.id', 'm.namespaceId')
    .select('m.id')
    .where('m.title', '=', title)
    .where(sql<boolean>`(n.id = ANY(${scope.traversalIds}::bigint[]) OR ${namespacesBelow(scope.traversalIds)})`)
    .where(sql<boolean>`m.id <> ALL(${except}::bigint[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveMilestone(trx: Db, id: MilestoneId, changes: Updateable<MilestoneTable>): Promise<void> {
  await trx
    .updateTable('milestones')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function removeMilestone(trx: Db, id: MilestoneId): Promise<void> {
  await trx.deleteFrom('milestones').where('id', '=', id).execute();
}
