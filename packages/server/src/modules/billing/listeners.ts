import type { AnyAnnouncement, EventName, Listener } from '../../platform/context.ts';
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

/**
 * Counts the seats of the plan in the transaction that gave somebody a role, and refuses it if the group wants that and no seat is left.
 * Changes of members hold a lock on their tree, so of two people for the last seat one is refused.
 */
export const countSeatsOfPlan: Listener = async (_ctx, trx, announcement) => {
  if (!events.has(announcement.name)) return;
  const plan = await planAround(trx, announcement.namespaceId);
  if (!plan) return;
  const seats = await countSeats(trx, plan.namespaceId);
  if (plan.blocksOverage && plan.seats !== null && seats > plan.seats) {
    const isMore = await gaveSeats(trx, announcement, plan.namespaceId);
    if (isMore) throw new NoSeatsLeftError();
  }
  await raisePeak(trx, plan, seats);
};

async function gaveSeats(
  trx: Parameters<Listener>[1],
  { name, namespaceId }: AnyAnnouncement,
  rootId: Parameters<typeof hasNewSeats>[1],
): Promise<boolean> {
  if (name !== 'namespace.transferred') return hasNewSeats(trx, rootId);
  const moved = await namespaceById(trx, namespaceId);
  return moved !== null && hasSeatsOnlyBelow(trx, moved.scope.traversalIds);
}
