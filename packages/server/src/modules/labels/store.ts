import { NotFoundError } from '@milepost/core/errors';
import type { LabelId, NamespaceId } from '@milepost/core/ids';
import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool, type Updateable } from 'kysely';
import { defineRowsLoader, type Context } from '../../platform/context.ts';
import { readCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Slice } from '../../platform/cursors.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { constantSql } from '../../platform/database/constant-sql.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import { namespacesBelow, visibleNamespaces } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';
import type { NamespaceKind } from '../namespaces/table.ts';
import type { LabelTable } from './table.ts';

/** A label with the kind of its namespace. */
export interface Label extends Selectable<LabelTable> {
  namespaceKind: NamespaceKind;
}

/** A label as stored in events, which outlive labels. */
export interface LabelSnapshot {
  id: LabelId;
  title: string;
  color: string;
  description: string;
}

const columns = [
  'l.id',
  'l.namespaceId',
  'l.title',
  'l.description',
  'l.color',
  'l.textColor',
  'l.priority',
  'l.archivedAt',
  'l.createdAt',
  'l.updatedAt',
  'n.kind as namespaceKind',
] as const;

/** The same for SQL, of the rows `l` and `n`. */
export const labelColumns = constantSql(
  sql.join(
    columns.map((column) => {
      const [name = '', alias] = column.split(' as ');
      return alias ? sql`${sql.ref(name)} AS ${sql.ref(alias)}` : sql.ref(name);
    }),
  ),
);

/** The base of every read of labels. */
export function selectLabels(db: Db) {
  return db.selectFrom('labels as l').innerJoin('namespaces as n', 'n.id', 'l.namespaceId').select(columns);
}

export const labelsById = defineRowsLoader<LabelId, Label, Label>('labelsById', {
  rows: (_ctx, ids) => sql`
    SELECT ${labelColumns} FROM labels l JOIN namespaces n ON n.id = l.namespace_id WHERE ${isOneOf('l.id', ids)}`,
  collect: (rows) => new Map(rows.map((row) => [row.id, row])),
});

export interface LabelListing {
  /** The namespace of a list; options include ancestors and descendants. */
  namespace: Namespace;
  includeAncestors?: boolean;
  includeDescendants?: boolean;
  /** Leaves out the labels of a group's projects. */
  onlyGroupLabels?: boolean;
  search?: string | null;
  searchIn?: readonly ('title' | 'description')[];
  title?: string | null;
  /** Null for both. */
  isArchived?: boolean | null;
  /** Of numbered pages. `group`: prioritized ones in their order, then by scope, then those without a scope. */
  order?: 'title' | 'group';
}

/** One page of labels by title, after `slice.cursor` (lower-case title and id). */
export async function labelsAfter(ctx: Context, listing: LabelListing, slice: Slice): Promise<Label[]> {
  const direction = slice.isBackward ? 'desc' : 'asc';
  const [title, id] = slice.cursor ? readCursor(slice.cursor, 'text', 'bigint') : [];
  return selectLabels(ctx.db)
    .where(conditionsOf(ctx, listing))
    .$if(slice.cursor !== null, (query) =>
      query.where(
        slice.isBackward
          ? sql<boolean>`(lower(l.title), l.id) < (${title}::text, ${id}::bigint)`
          : sql<boolean>`(lower(l.title), l.id) > (${title}::text, ${id}::bigint)`,
      ),
    )
    .orderBy(sql`lower(l.title)`, direction)
    .orderBy('l.id', direction)
    .limit(slice.limit + 1)
    .execute();
}

/** The sort key of a label: what a cursor holds. */
export function labelKey(label: Label): readonly unknown[] {
  return [label.title.toLowerCase(), label.id];
}

const scope = sql`lower(substring(l.title from '^(.+)::.+$'))`;
const orders = {
  title: [],
  group: [sql`l.priority NULLS LAST`, sql`${scope} NULLS LAST`],
} as const;

/** One numbered page of labels, by title within their order. */
export async function labelsOnPage(ctx: Context, listing: LabelListing, page: PageRequest): Promise<Label[]> {
  return selectLabels(ctx.db)
    .where(conditionsOf(ctx, listing))
    .orderBy(sql`${sql.join([...orders[listing.order ?? 'title'], sql`lower(l.title)`, sql`l.id`])}`)
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
}

export async function countLabels(ctx: Context, listing: LabelListing): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('labels as l')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(conditionsOf(ctx, listing))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The labels of a listing. Inherited labels are visible to everyone who sees the namespace; labels of descendants only if the
 * viewer can see those.
 */
function conditionsOf(ctx: Context, listing: LabelListing): RawBuilder<SqlBool> {
  const parts = [
    sql<SqlBool>`l.namespace_id = ANY(ARRAY(SELECT n.id FROM namespaces n WHERE ${scopeOfListing(ctx, listing)}))`,
  ];
  if (listing.title) parts.push(sql<SqlBool>`l.title = ${listing.title}`);
  if (listing.search) parts.push(matching(listing.search, listing.searchIn ?? ['title', 'description']));
  if (typeof listing.isArchived === 'boolean')
    parts.push(sql<SqlBool>`(l.archived_at IS NOT NULL) = ${listing.isArchived}`);
  return sql<SqlBool>`${sql.join(parts, sql` AND `)}`;
}

function scopeOfListing(ctx: Context, listing: LabelListing): RawBuilder<SqlBool> {
  const { namespace } = listing;
  const inherited = listing.includeAncestors ? namespace.scope.traversalIds : [namespace.id];
  const scopes = [sql<SqlBool>`n.id = ANY(${inherited}::bigint[])`];
  if (namespace.kind === 'group') {
    const isShown = sql<SqlBool>`${visibleNamespaces(ctx.viewer)} ${listing.onlyGroupLabels ? sql`AND n.kind = 'group'` : sql``}`;
    if (listing.includeDescendants) scopes.push(sql`(${namespacesBelow(namespace.scope.traversalIds)} AND ${isShown})`);
    else if (!listing.onlyGroupLabels) {
      scopes.push(sql`(n.parent_id = ${namespace.id} AND n.kind = 'project' AND ${visibleNamespaces(ctx.viewer)})`);
    }
  }
  return sql<SqlBool>`(${sql.join(scopes, sql` OR `)})`;
}

function matching(search: string, fields: readonly ('title' | 'description')[]): RawBuilder<SqlBool> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const tests = fields.map((field) => sql<SqlBool>`${sql.ref(`l.${field}`)} ILIKE ${pattern}`);
  return tests.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(tests, sql` OR `)})`;
}

/** The label of this id or title in the namespace or, by default, its ancestors. Throws NotFoundError when there is none. */
export async function findLabel(
  ctx: Context,
  namespace: Namespace,
  key: string | number,
  includeAncestors = true,
): Promise<Label> {
  const scope = includeAncestors ? namespace.scope.traversalIds : [namespace.id];
  const byId = /^\d{1,15}$/.test(String(key)) ? await ctx.load(labelsById, Number(key) as LabelId) : null;
  const label = byId && scope.includes(byId.namespaceId) ? byId : await labelTitled(ctx.db, scope, String(key));
  if (!label) throw new NotFoundError('Label');
  return label;
}

/** Locks the row for the transaction; null when it does not exist any more. */
export async function lockLabel(trx: Db, id: LabelId): Promise<Label | null> {
  const label = await selectLabels(trx).where('l.id', '=', id).forUpdate('l').executeTakeFirst();
  return label ?? null;
}

export type NewLabel = Insertable<LabelTable>;

/** Writes a label; null when the namespace already has one of this title. */
export async function insertLabel(trx: Db, label: NewLabel): Promise<LabelId | null> {
  const row = await trx
    .insertInto('labels')
    .values(label)
    .onConflict((conflict) => conflict.columns(['namespaceId', 'title']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Changes a label; false when the namespace or one above has another of the new title. */
export async function saveLabel(
  trx: Db,
  label: Label,
  { scope: { traversalIds } }: Namespace,
  changes: Updateable<LabelTable>,
): Promise<boolean> {
  const { title } = changes;
  if (typeof title === 'string' && title !== label.title && (await labelTitled(trx, traversalIds, title))) return false;
  await trx
    .updateTable('labels')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', label.id)
    .execute();
  return true;
}

/** The label of this title in the nearest of these namespaces (root first), or null. */
export async function labelTitled(db: Db, traversalIds: readonly NamespaceId[], title: string): Promise<Label | null> {
  const label = await selectLabels(db)
    .where(sql<boolean>`l.namespace_id = ANY(${traversalIds}::bigint[])`)
    .where('l.title', '=', title)
    .orderBy(sql`cardinality(n.traversal_ids)`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return label ?? null;
}

export async function removeLabel(trx: Db, id: LabelId): Promise<void> {
  await trx.deleteFrom('labels').where('id', '=', id).execute();
}

/** Labels of this title in the projects below a group, which a promotion merges. Locked until the transaction ends. */
export async function lockProjectLabelsBelow(trx: Db, group: Namespace, title: string): Promise<LabelId[]> {
  const rows = await trx
    .selectFrom('labels as l')
    .innerJoin('namespaces as n', 'n.id', 'l.namespaceId')
    .select('l.id')
    .where('l.title', '=', title)
    .where('n.kind', '=', 'project')
    .where(namespacesBelow(group.scope.traversalIds))
    .forUpdate('l')
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces the labels `from` by `to` on all items, also in their past, moves their subscriptions, and deletes `from`. */
export async function mergeLabels(trx: Db, from: readonly LabelId[], to: LabelId): Promise<void> {
  // An item may have had several of them, one after the other or at once: the times when it had any are those of `to`.
  await sql`
    WITH merged AS (
      SELECT work_item_id FROM work_item_labels WHERE label_id = ANY(${from}::bigint[])
      UNION SELECT work_item_id FROM work_item_past_labels WHERE label_id = ANY(${from}::bigint[])
    ), times AS (
      SELECT work_item_id, bool_or(is_epic) AS is_epic, unnest(range_agg(held)) AS held FROM (
        SELECT work_item_id, label_id, is_epic, tstzrange(added_at, NULL) AS held FROM work_item_labels
        UNION ALL
        SELECT work_item_id, label_id, is_epic,
          -- The transaction that removed it may have begun before the one that added it.
          CASE WHEN added_at > removed_at THEN 'empty' ELSE tstzrange(added_at, removed_at) END
        FROM work_item_past_labels
      ) AS had
      WHERE label_id = ANY(${[...from, to]}::bigint[]) AND work_item_id IN (SELECT work_item_id FROM merged)
      GROUP BY work_item_id
    ), former AS (
      DELETE FROM work_item_past_labels WHERE label_id = ${to} AND work_item_id IN (SELECT work_item_id FROM merged)
    ), past AS (
      INSERT INTO work_item_past_labels (work_item_id, label_id, is_epic, added_at, removed_at)
      SELECT work_item_id, ${to}::bigint, is_epic, lower(held), upper(held) FROM times WHERE NOT upper_inf(held)
    )
    INSERT INTO work_item_labels (work_item_id, label_id, added_at)
    SELECT work_item_id, ${to}::bigint, lower(held) FROM times WHERE upper_inf(held)
    ON CONFLICT (work_item_id, label_id) DO UPDATE SET added_at = excluded.added_at`.execute(trx);
  await sql`
    INSERT INTO label_subscriptions (label_id, user_id)
    SELECT DISTINCT ${to}::bigint, user_id FROM label_subscriptions WHERE label_id = ANY(${from}::bigint[])
    ON CONFLICT DO NOTHING`.execute(trx);
  // Boards keep their columns and filters; of two columns that become one label the first stays.
  await sql`
    UPDATE board_lists l SET label_id = ${to}::bigint
    WHERE label_id = ANY(${from}::bigint[]) AND NOT EXISTS (SELECT FROM board_lists o WHERE o.board_id = l.board_id
      AND (o.label_id = ${to}::bigint OR (o.label_id = ANY(${from}::bigint[]) AND o.id < l.id)))`.execute(trx);
  await sql`DELETE FROM board_lists WHERE label_id = ANY(${from}::bigint[])`.execute(trx);
  await sql`
    INSERT INTO board_labels (board_id, label_id)
    SELECT DISTINCT board_id, ${to}::bigint FROM board_labels WHERE label_id = ANY(${from}::bigint[])
    ON CONFLICT DO NOTHING`.execute(trx);
  await trx
    .deleteFrom('labels')
    .where(sql<boolean>`id = ANY(${from}::bigint[])`)
    .execute();
}
