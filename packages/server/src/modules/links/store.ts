import type { LinkId, WorkItemId } from '@milepost/core/ids';
import { linkTypeSeenFrom, type Link, type LinkType, type StoredLinkType } from '@milepost/core/links';
import { sql, type Selectable } from 'kysely';
import { defineRowsLoader, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import { namespacesBelow } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';
import { visibleWorkItems } from '../work-items/policy.ts';
import { workItemsById, type WorkItem } from '../work-items/store.ts';
import type { WorkItemLinkTable } from './table.ts';

export type WorkItemLink = Selectable<WorkItemLinkTable>;

/** A link as seen from one of its ends, with the fields of the other that most lists show. */
export interface SeenLink {
  linkId: LinkId;
  linkType: LinkType;
  linkedAt: Date;
  linkUpdatedAt: Date;
  lagDays: number;
  far: Pick<WorkItem, 'id' | 'type' | 'state'>;
}

/** A link with the whole item at its other end. */
export interface LinkedItem extends SeenLink {
  item: WorkItem;
}

/** The links of each item to visible items, oldest first: one statement for a page of items. */
export const linksOf = defineRowsLoader<WorkItemId, LinkEnd, SeenLink[]>('linksOf', {
  rows: (ctx, itemIds) => sql`
    SELECT link.*, w.type AS far_type, w.state AS far_state
    FROM (
      SELECT id AS link_id, source_id AS near_id, target_id AS far_id, source_id, target_id, type AS link_type,
        created_at AS linked_at, updated_at AS link_updated_at, lag_days
      FROM work_item_links WHERE ${isOneOf('source_id', itemIds)}
      UNION ALL
      SELECT id, target_id, source_id, source_id, target_id, type, created_at, updated_at, lag_days
      FROM work_item_links WHERE ${isOneOf('target_id', itemIds)}
    ) AS link
    JOIN work_items w ON w.id = link.far_id
    JOIN namespaces n ON n.id = w.namespace_id
    WHERE ${visibleWorkItems(ctx.viewer)}
    ORDER BY link.linked_at, link.link_id`,
  collect: linksByItem,
});

function linksByItem(rows: readonly LinkEnd[], itemIds: readonly WorkItemId[]): ReadonlyMap<WorkItemId, SeenLink[]> {
  const links = new Map<WorkItemId, SeenLink[]>(itemIds.map((id) => [id, []]));
  for (const {
    linkId,
    nearId,
    farId,
    farType,
    farState,
    sourceId,
    targetId,
    linkType,
    linkedAt,
    linkUpdatedAt,
    lagDays,
  } of rows) {
    links.get(nearId)?.push({
      linkId,
      linkType: linkTypeSeenFrom({ sourceId, targetId, type: linkType }, nearId),
      linkedAt,
      linkUpdatedAt,
      lagDays,
      far: { id: farId, type: farType, state: farState },
    });
  }
  return links;
}

/** The visible items linked with this one, oldest link first; `fits` filters by link fields. */
export async function linkedItemsOf(
  ctx: Context,
  id: WorkItemId,
  fits: (link: SeenLink) => boolean = () => true,
): Promise<LinkedItem[]> {
  const links = ((await ctx.load(linksOf, id)) ?? []).filter(fits);
  const items = await Promise.all(links.map(({ far }) => ctx.load(workItemsById, far.id)));
  // Null if it was deleted meanwhile.
  return links.flatMap((link, index) => {
    const item = items[index];
    return item ? [{ ...link, item }] : [];
  });
}

interface LinkEnd {
  linkId: LinkId;
  nearId: WorkItemId;
  farId: WorkItemId;
  sourceId: WorkItemId;
  targetId: WorkItemId;
  linkType: StoredLinkType;
  farType: WorkItem['type'];
  farState: WorkItem['state'];
  linkedAt: Date;
  linkUpdatedAt: Date;
  lagDays: number;
}

export interface BlockCounts {
  /** Open items that block this one. */
  blockedBy: number;
  /** Open items that this one blocks; none once it is closed. */
  blocking: number;
}

/** The number of visible open blockers of each item, and of items it blocks: one statement for a page. */
export const blockCountsOf = defineRowsLoader<WorkItemId, CountedBlocks, BlockCounts>('blockCountsOf', {
  rows: (ctx, itemIds) => sql`
    SELECT near.id, count(*) FILTER (WHERE end_of.is_blocker) AS blocked_by,
      count(*) FILTER (WHERE NOT end_of.is_blocker AND near.state = 'opened') AS blocking
    FROM (
      SELECT target_id AS near_id, source_id AS far_id, true AS is_blocker
      FROM work_item_links WHERE type = 'blocks' AND ${isOneOf('target_id', itemIds)}
      UNION ALL
      SELECT source_id, target_id, false
      FROM work_item_links WHERE type = 'blocks' AND ${isOneOf('source_id', itemIds)}
    ) AS end_of
    JOIN work_items near ON near.id = end_of.near_id
    JOIN work_items w ON w.id = end_of.far_id AND w.state = 'opened'
    JOIN namespaces n ON n.id = w.namespace_id
    WHERE ${visibleWorkItems(ctx.viewer)}
    GROUP BY near.id`,
  collect: (rows, itemIds) => {
    const counts = new Map<WorkItemId, BlockCounts>(itemIds.map((id) => [id, { blockedBy: 0, blocking: 0 }]));
    for (const { id, blockedBy, blocking } of rows) counts.set(id, { blockedBy, blocking });
    return counts;
  },
});

interface CountedBlocks extends BlockCounts {
  id: WorkItemId;
}

/** The link of this id, without a permission check; null when there is none. */
export async function linkById(db: Db, id: LinkId): Promise<WorkItemLink | null> {
  const row = await db.selectFrom('workItemLinks').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Copies the links of an item to another, without a permission check; a link between the two is left out. */
export async function copyLinks(trx: Db, fromId: WorkItemId, toId: WorkItemId): Promise<void> {
  const swapped = (end: 'source_id' | 'target_id') =>
    sql`CASE ${sql.ref(end)} WHEN ${fromId}::bigint THEN ${toId}::bigint ELSE ${sql.ref(end)} END`;
  await sql`INSERT INTO work_item_links (source_id, target_id, type, lag_days)
    SELECT ${swapped('source_id')}, ${swapped('target_id')}, type, lag_days FROM work_item_links
    WHERE (source_id = ${fromId} OR target_id = ${fromId}) AND ${toId}::bigint NOT IN (source_id, target_id)
    ORDER BY id ON CONFLICT DO NOTHING`.execute(trx);
}

/** The key of the advisory lock under which links are created, so that concurrent ones cannot form a cycle or exceed the limit. */
const LINKS = 7_205_158;

/** Serializes the creation of links; held until the transaction ends. */
export async function lockLinks(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LINKS})`.execute(trx);
}

/** The number of links of an item to visible items, read from the transaction. */
export async function countVisibleLinks(ctx: Context, id: WorkItemId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM (
      SELECT target_id AS far_id FROM work_item_links WHERE source_id = ${id}
      UNION ALL
      SELECT source_id FROM work_item_links WHERE target_id = ${id}
    ) AS link
    JOIN work_items w ON w.id = link.far_id
    JOIN namespaces n ON n.id = w.namespace_id
    WHERE ${visibleWorkItems(ctx.viewer)}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** Maximum number of links that a search for a cycle reads; cycles beyond it are not found. */
const MAX_SEARCHED_LINKS = 50_000;

/** Pairs of blocker and blocked item that are reachable from an item through visible items. */
export async function blockingLinksFrom(ctx: Context, id: WorkItemId): Promise<[WorkItemId, WorkItemId][]> {
  const { rows } = await sql<{ sourceId: WorkItemId; targetId: WorkItemId }>`
    WITH RECURSIVE reached (source_id, target_id) AS (
      SELECT link.source_id, link.target_id FROM work_item_links link
      JOIN work_items w ON w.id = link.target_id
      JOIN namespaces n ON n.id = w.namespace_id
      WHERE link.type = 'blocks' AND link.source_id = ${id} AND ${visibleWorkItems(ctx.viewer)}
      UNION
      SELECT link.source_id, link.target_id FROM reached
      JOIN work_item_links link ON link.source_id = reached.target_id AND link.type = 'blocks'
      JOIN work_items w ON w.id = link.target_id
      JOIN namespaces n ON n.id = w.namespace_id
      WHERE ${visibleWorkItems(ctx.viewer)}
    )
    SELECT source_id, target_id FROM reached LIMIT ${MAX_SEARCHED_LINKS}`.execute(ctx.db);
  return rows.map(({ sourceId, targetId }) => [sourceId, targetId]);
}

/** Writes a link; null when the two are already linked in either direction. */
export async function insertLink(trx: Db, link: Link<WorkItemId> & { lagDays: number }): Promise<WorkItemLink | null> {
  const row = await trx
    .insertInto('workItemLinks')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Sets the lag of the link between two items in either direction; null when there is none that blocks. */
export async function saveLag(
  trx: Db,
  one: WorkItemId,
  other: WorkItemId,
  lagDays: number,
): Promise<WorkItemLink | null> {
  const row = await trx
    .updateTable('workItemLinks')
    .set({ lagDays, updatedAt: sql`now()` })
    .where(sql<boolean>`least(source_id, target_id) = ${Math.min(one, other)}`)
    .where(sql<boolean>`greatest(source_id, target_id) = ${Math.max(one, other)}`)
    .where('type', '=', 'blocks')
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes the link between two items in either direction; null when there is none. */
export async function removeLinkBetween(trx: Db, one: WorkItemId, other: WorkItemId): Promise<WorkItemLink | null> {
  const row = await trx
    .deleteFrom('workItemLinks')
    .where(sql<boolean>`least(source_id, target_id) = ${Math.min(one, other)}`)
    .where(sql<boolean>`greatest(source_id, target_id) = ${Math.max(one, other)}`)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export interface EpicLinkListing {
  /** The group whose epics, or whose descendants' epics, are at either end. */
  group: Namespace;
  createdAfter?: Date;
  createdBefore?: Date;
  updatedAfter?: Date;
  updatedBefore?: Date;
}

/** One numbered page of the links between epics that are both visible, oldest first. */
export async function epicLinksOnPage(
  ctx: Context,
  listing: EpicLinkListing,
  page: PageRequest,
): Promise<WorkItemLink[]> {
  return epicLinks(ctx, listing)
    .selectAll('l')
    .orderBy('l.createdAt')
    .orderBy('l.id')
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
}

export async function countEpicLinks(ctx: Context, listing: EpicLinkListing): Promise<number> {
  const { count } = await epicLinks(ctx, listing)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function epicLinks(ctx: Context, { group, ...times }: EpicLinkListing) {
  const { traversalIds } = group.scope;
  let query = ctx.db
    .selectFrom('workItemLinks as l')
    .innerJoin('workItems as source', 'source.id', 'l.sourceId')
    .innerJoin('namespaces as sourceGroup', 'sourceGroup.id', 'source.namespaceId')
    .innerJoin('workItems as target', 'target.id', 'l.targetId')
    .innerJoin('namespaces as targetGroup', 'targetGroup.id', 'target.namespaceId')
    .where('source.type', '=', 'epic')
    .where('target.type', '=', 'epic')
    .where(
      sql<boolean>`(${namespacesBelow(traversalIds, 'sourceGroup')} OR ${namespacesBelow(traversalIds, 'targetGroup')})`,
    )
    .where(visibleWorkItems(ctx.viewer, 'source', 'sourceGroup'))
    .where(visibleWorkItems(ctx.viewer, 'target', 'targetGroup'));
  if (times.createdAfter) query = query.where('l.createdAt', '>=', times.createdAfter);
  if (times.createdBefore) query = query.where('l.createdAt', '<=', times.createdBefore);
  if (times.updatedAfter) query = query.where('l.updatedAt', '>=', times.updatedAfter);
  if (times.updatedBefore) query = query.where('l.updatedAt', '<=', times.updatedBefore);
  return query;
}
