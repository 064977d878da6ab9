import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { LinkId, WorkItemId } from '@milepost/core/ids';
import {
  cycleText,
  linkAsStored,
  linkTypeSeenFrom,
  MAX_LAG_DAYS,
  MAX_LINKS,
  pathBetween,
  type Link,
  type LinkType,
} from '@milepost/core/links';
import type { Context, Trx } from '../../platform/context.ts';
import { nameOfType, visibleWorkItem, workItemsById, type WorkItem } from '../work-items/store.ts';
import { linkPolicy } from './policy.ts';
import {
  blockingLinksFrom,
  countVisibleLinks,
  insertLink,
  linkById,
  lockLinks,
  removeLinkBetween,
  saveLag,
  type WorkItemLink,
} from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    /** Announced for both ends, each as seen from there. */
    'workItem.linked': { linkId: LinkId; linkType: LinkType; otherId: WorkItemId };
    'workItem.lagChanged': { otherId: WorkItemId };
    'workItem.unlinked': { linkType: LinkType; otherId: WorkItemId };
  }
}

export interface LinkRequest {
  itemId: WorkItemId;
  /** The relation of the item to the others. */
  linkType: LinkType;
  otherIds: readonly WorkItemId[];
  /** Days that must pass after the blocker ends; 0 by default, and for other links. */
  lagDays?: number;
}

/**
 * Links an item with others; existing links of any type stay unchanged. Throws ConflictError when all are linked already,
 * ValidationError for a link of an item to itself, more than MAX_LINKS links and a visible cycle, NotFoundError for items the viewer
 * may not see, and ForbiddenError unless they may link at every end.
 */
export async function linkItems(ctx: Context, wanted: LinkRequest): Promise<WorkItemLink[]> {
  return ctx.transaction((trx) => link(ctx.within(trx), trx, wanted));
}

/** The same within an existing transaction. */
export async function link(
  ctx: Context,
  trx: Trx,
  { itemId, linkType, otherIds, lagDays = 0 }: LinkRequest,
): Promise<WorkItemLink[]> {
  checkLag(lagDays);
  if (lagDays > 0 && linkType === 'relates_to') throw new ValidationError({ lagDays: ['belongs to links that block'] });
  const item = await readEnd(ctx, itemId);
  ctx.require(linkPolicy.link, item);
  await lockLinks(trx);
  const made: WorkItemLink[] = [];
  let known: WorkItem | null = null;
  // Locked in the order of ids to avoid deadlocks.
  for (const otherId of [...new Set(otherIds)].toSorted((a, b) => a - b)) {
    if (otherId === itemId) throw new ValidationError({ base: ['An item cannot be linked with itself'] });
    const other = await readEnd(ctx, otherId);
    ctx.require(linkPolicy.link, other);
    const stored = linkAsStored(itemId, linkType, otherId);
    const row = await insertLink(trx, { ...stored, lagDays });
    if (!row) {
      known ??= other;
      continue;
    }
    await refuseTooMany(ctx, [item, other]);
    if (stored.type === 'blocks') await refuseCycle(ctx, stored);
    made.push(row);
    for (const [near, far] of endsOf(item, other)) {
      trx.announce({
        name: 'workItem.linked',
        namespaceId: near.namespaceId,
        workItemId: near.id,
        data: { linkId: row.id, linkType: linkTypeSeenFrom(row, near.id), otherId: far.id },
      });
    }
  }
  if (known && made.length === 0) throw new ConflictError(`${nameOfType(known.type)}(s) already assigned`);
  return made;
}

/** Counts what the viewer may see, so that a refusal reveals no hidden link. The transaction holds the new link already. */
async function refuseTooMany(ctx: Context, ends: readonly WorkItem[]): Promise<void> {
  for (const { id, title } of ends) {
    if ((await countVisibleLinks(ctx, id)) <= MAX_LINKS) continue;
    throw new ValidationError({ base: [`“${title}” has ${MAX_LINKS} links, the maximum`] });
  }
}

/** A cycle through items that the viewer may not see is not refused: the refusal would name them (docs/decisions/0061). */
async function refuseCycle(ctx: Context, { sourceId, targetId }: Link<WorkItemId>): Promise<void> {
  const way = pathBetween(targetId, sourceId, await blockingLinksFrom(ctx, targetId));
  if (!way) return;
  const ids = [sourceId, ...way.slice(0, -1)];
  const items = await Promise.all(ids.map((id) => ctx.load(workItemsById, id)));
  const titles = items.map((item) => item?.title ?? '');
  throw new ValidationError({ base: [`This would be a cycle: ${cycleText(titles)}`] });
}

/**
 * Changes the lag of a link. Throws NotFoundError unless one of the items visibly blocks the other, ForbiddenError unless the viewer
 * may link at both ends.
 */
export async function changeLag(
  ctx: Context,
  { itemId, otherId, lagDays }: { itemId: WorkItemId; otherId: WorkItemId; lagDays: number },
): Promise<WorkItemLink> {
  checkLag(lagDays);
  return ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const [item, other] = [await readEnd(within, itemId), await readEnd(within, otherId)];
    ctx.require(linkPolicy.link, item);
    ctx.require(linkPolicy.link, other);
    const row = await saveLag(trx, item.id, other.id, lagDays);
    if (!row) throw new NotFoundError('Link');
    for (const [near, far] of endsOf(item, other)) {
      trx.announce({
        name: 'workItem.lagChanged',
        namespaceId: near.namespaceId,
        workItemId: near.id,
        data: { otherId: far.id },
      });
    }
    return row;
  });
}

function checkLag(lagDays: number): void {
  if (Number.isInteger(lagDays) && lagDays >= 0 && lagDays <= MAX_LAG_DAYS) return;
  throw new ValidationError({ lagDays: [`must be from 0 to ${MAX_LAG_DAYS} whole days`] });
}

/** Removes links. Throws NotFoundError unless the item is visibly linked with each of the others. */
export async function unlinkItems(
  ctx: Context,
  { itemId, otherIds }: Pick<LinkRequest, 'itemId' | 'otherIds'>,
): Promise<WorkItemLink[]> {
  return ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const item = await readEnd(within, itemId);
    const removed: WorkItemLink[] = [];
    for (const otherId of [...new Set(otherIds)].toSorted((a, b) => a - b)) {
      removed.push(await unlink(within, trx, item, await readEnd(within, otherId)));
    }
    return removed;
  });
}

/** Permission at either end is enough to remove a link. */
async function unlink(ctx: Context, trx: Trx, item: WorkItem, other: WorkItem): Promise<WorkItemLink> {
  if (!ctx.can(linkPolicy.link, item) && !ctx.can(linkPolicy.link, other)) throw new ForbiddenError();
  const row = await removeLinkBetween(trx, item.id, other.id);
  if (!row) throw new NotFoundError('Link');
  for (const [near, far] of endsOf(item, other)) {
    trx.announce({
      name: 'workItem.unlinked',
      namespaceId: near.namespaceId,
      workItemId: near.id,
      data: { linkType: linkTypeSeenFrom(row, near.id), otherId: far.id },
    });
  }
  return row;
}

/** A link with both its ends. */
export interface FoundLink {
  link: WorkItemLink;
  source: WorkItem;
  target: WorkItem;
}

/** The link of this id of an item. Throws NotFoundError when there is none whose ends the viewer may see. */
export async function findLink(ctx: Context, itemId: WorkItemId, id: LinkId): Promise<FoundLink> {
  const row = Number.isSafeInteger(id) ? await linkById(ctx.db, id) : null;
  if (!row || (row.sourceId !== itemId && row.targetId !== itemId)) throw new NotFoundError('Link');
  const [source, target] = await Promise.all([visibleWorkItem(ctx, row.sourceId), visibleWorkItem(ctx, row.targetId)]);
  if (!source || !target) throw new NotFoundError('Link');
  return { link: row, source, target };
}

async function readEnd(ctx: Context, id: WorkItemId): Promise<WorkItem> {
  const item = await visibleWorkItem(ctx, id);
  if (!item) throw new NotFoundError('Work item');
  return item;
}

function endsOf(item: WorkItem, other: WorkItem): readonly [WorkItem, WorkItem][] {
  return [
    [item, other],
    [other, item],
  ];
}
