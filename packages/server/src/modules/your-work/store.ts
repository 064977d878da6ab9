import type { UserId, WorkItemId } from '@milepost/core/ids';
import type { WorkItemState } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { InvalidCursorError, type Slice } from '../../platform/cursors.ts';
import { containing } from '../../platform/database/violations.ts';
import { readableNotes } from '../notes/policy.ts';
import { visibleWorkItems } from '../work-items/policy.ts';

export const yourWorkTabs = ['assigned', 'created', 'mentioned', 'epics'] as const;
export type YourWorkTab = (typeof yourWorkTabs)[number];
export type YourWorkSort = 'tab' | 'updated' | 'created' | 'due';

export interface YourWorkListing {
  tab: YourWorkTab;
  state: WorkItemState | null;
  /** Part of a title. */
  search: string;
  /** `tab`: the newest mention first, the latest change in the other tabs. */
  sort: YourWorkSort;
}

export interface YourWorkRow {
  id: WorkItemId;
  /** The sort key, larger first. */
  key: string;
}

/** Maximum count of a tab; more items are shown as "1,000+". */
export const MAX_YOUR_WORK_COUNT = 1000;

/** A slice of a tab, one more than requested. */
export async function yourWorkAfter(ctx: Context, listing: YourWorkListing, slice: Slice): Promise<YourWorkRow[]> {
  const { viewer } = ctx;
  if (viewer.id === null) return [];
  const key = keyOf(viewer.id, listing);
  const conditions = [belonging(ctx, viewer.id, listing.tab), ...filtersOf(listing)];
  const { rows } = await sql<YourWorkRow>`
    SELECT found.id, found.key::text AS key FROM (
      SELECT w.id, ${key} AS key FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
      WHERE ${sql.join(conditions, sql` AND `)}
    ) AS found
    WHERE ${behind(slice)}
    ORDER BY found.key DESC, found.id DESC LIMIT ${slice.limit + 1}`.execute(ctx.db);
  return rows;
}

/** The number of open items in each tab, at most `MAX_YOUR_WORK_COUNT` + 1: one statement. */
export async function countYourWork(ctx: Context): Promise<Record<YourWorkTab, number>> {
  const { id } = ctx.viewer;
  const counts: Record<YourWorkTab, number> = { assigned: 0, created: 0, mentioned: 0, epics: 0 };
  if (id === null) return counts;
  const parts = yourWorkTabs.map(
    (tab) => sql`SELECT ${tab}::text AS tab, (SELECT count(*) FROM (
      SELECT FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
      WHERE ${belonging(ctx, id, tab)} AND w.state = 'opened' LIMIT ${MAX_YOUR_WORK_COUNT + 1}) AS found) AS count`,
  );
  const { rows } = await sql<{ tab: YourWorkTab; count: number }>`${sql.join(parts, sql` UNION ALL `)}`.execute(ctx.db);
  for (const { tab, count } of rows) counts[tab] = count;
  return counts;
}

/** The condition on items of a tab: visible to the viewer, in groups and projects that are neither archived nor deleted. */
function belonging(ctx: Context, userId: UserId, tab: YourWorkTab): RawBuilder<SqlBool> {
  const isAssigned = sql`EXISTS (SELECT FROM work_item_assignees a WHERE a.work_item_id = w.id AND a.user_id = ${userId})`;
  const isIn: Record<YourWorkTab, RawBuilder<unknown>> = {
    assigned: sql`w.type <> 'epic' AND ${isAssigned}`,
    created: sql`w.author_id = ${userId}`,
    mentioned: sql`w.id IN (${mentions(ctx, userId)})`,
    epics: sql`w.type = 'epic' AND ${isAssigned}`,
  };
  return sql<SqlBool>`(${isIn[tab]} AND n.archived_at IS NULL AND n.deleted_at IS NULL AND ${visibleWorkItems(ctx.viewer)})`;
}

/** Items with a mention in their description, or in a comment that the viewer may read. */
function mentions(ctx: Context, userId: UserId): RawBuilder<unknown> {
  return sql`SELECT m.work_item_id FROM mentions m WHERE m.user_id = ${userId} AND (m.note_id IS NULL OR ${isReadable(ctx)})`;
}

function isReadable(ctx: Context): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT FROM notes note WHERE note.id = m.note_id AND ${readableNotes(ctx.viewer)})`;
}

function keyOf(userId: UserId, { tab, sort }: YourWorkListing): RawBuilder<unknown> {
  const micros = (time: RawBuilder<unknown>) => sql`(extract(epoch FROM ${time}) * 1000000)::bigint`;
  if (sort === 'created') return micros(sql`w.created_at`);
  // The earliest due date first, items without one last.
  if (sort === 'due') return sql`-(w.due_date_ascending - '2000-01-01'::date)::bigint`;
  if (sort === 'tab' && tab === 'mentioned') {
    return micros(sql`(SELECT max(coalesce(written.created_at, w.created_at)) FROM mentions m
      LEFT JOIN notes written ON written.id = m.note_id WHERE m.work_item_id = w.id AND m.user_id = ${userId})`);
  }
  return micros(sql`w.updated_at`);
}

function filtersOf({ state, search }: YourWorkListing): RawBuilder<SqlBool>[] {
  return [
    ...(state ? [sql<SqlBool>`w.state = ${state}`] : []),
    ...(search === '' ? [] : [sql<SqlBool>`w.title ILIKE ${containing(search)}`]),
  ];
}

function behind({ cursor }: Slice): RawBuilder<SqlBool> {
  if (!cursor) return sql<SqlBool>`true`;
  const [key, id] = cursor;
  const isValid =
    cursor.length === 2 && typeof key === 'string' && /^-?\d{1,18}$/.test(key) && Number.isSafeInteger(id);
  if (!isValid) throw new InvalidCursorError();
  return sql<SqlBool>`(found.key, found.id) < (${key}::bigint, ${id}::bigint)`;
}
