import type { NamespaceId } from '@milepost/core/ids';
import type { AnyAnnouncement, EventName, Listener, Trx } from '../../platform/context.ts';
import { planAround } from '../entitlements/store.ts';
import { countSeats, hasNewSeats, hasSeatsOnlyBelow } from '../members/store/seats.ts';
import { namespaceById } from '../namespaces/store.ts';
import { NoSeatsLeftError } from './commands.ts';
import { raisePeak } from './store.ts';

/** The events after which a tree can have more people with a seat. */
const events: ReadonlySet<EventName> = new Set<EventName>([
  'member.added',
  'member.updated',
  'group.shared',
  'group.shareChanged',
  'namespace.created',
  'namespace.transferred',
]);

/** Where seats were counted in a transaction: a sync gives roles to hundreds of people in one, and listeners run after all writes. */
const counted = new WeakMap<Trx, Set<NamespaceId>>();

function isFirstIn(trx: Trx, id: NamespaceId): boolean {
  const ids = counted.get(trx) ?? new Set();
  counted.set(trx, ids);
  const isFirst = !ids.has(id);
  ids.add(id);
  return isFirst;
}

/**
 * Counts the seats of the plan in the transaction that gave somebody a role, and refuses it if the group wants that and no seat is left.
 * Changes of members hold a lock on their tree, so of two people for the last seat one is refused. What the server itself does, as a
 * directory gives roles, is not refused.
 */
export const countSeatsOfPlan: Listener = async (ctx, trx, announcement) => {
  if (!events.has(announcement.name) || !isFirstIn(trx, announcement.namespaceId)) return;
  const plan = await planAround(trx, announcement.namespaceId);
  if (!plan) return;
  const seats = await countSeats(trx, plan.namespaceId);
  if (ctx.viewer.id !== null && plan.blocksOverage && plan.seats !== null && seats > plan.seats) {
    const isMore = await gaveSeats(trx, announcement, plan.namespaceId);
    if (isMore) throw new NoSeatsLeftError();
  }
  await raisePeak(trx, plan, seats);
};

async function gaveSeats(trx: Trx, { name, namespaceId }: AnyAnnouncement, rootId: NamespaceId): Promise<boolean> {
  if (name !== 'namespace.transferred') return hasNewSeats(trx, rootId);
  const moved = await namespaceById(trx, namespaceId);
  return moved !== null && hasSeatsOnlyBelow(trx, moved.scope.traversalIds);
}
