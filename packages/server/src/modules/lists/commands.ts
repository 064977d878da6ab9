import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { BulkUpdateId, UserId, WorkItemId } from '@milepost/core/ids';
import { recordAudit } from '../../platform/audit.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import type { WorkItemChange } from '../work-items/commands/fields.ts';
import type { WorkItemListing } from '../work-items/store/list-conditions.ts';
import { idsOfListing } from '../work-items/store/lists.ts';
import { plansWithin } from '../work-items/store.ts';
import {
  countPending,
  dismissBulkUpdate,
  finishBulkUpdate,
  itemsChangedBy,
  lockBulkUpdate,
  shownBulkUpdates,
  startBulkUpdate,
  type BulkUpdate,
} from './store.ts';

/** Number of items of one bulk update. Up to this number, pages count all matching items. */
export const MAX_ITEMS = 10_000;
/** Number of bulk updates of one person that are not finished. */
export const MAX_PENDING = 3;
/** Number of bulk updates that a page shows. */
const MAX_SHOWN = 5;

/** What to change, and the words that describe it to the person who starts it. */
export interface WantedUpdate {
  title: string;
  change: WorkItemChange;
}

/**
 * Starts a bulk update of all items that match a list now: a job changes them in batches, each with the person's own permissions at that
 * time. Throws ValidationError if none or too many match, ForbiddenError unless the person plans here or somewhere below.
 */
export async function startUpdateOfListing(
  ctx: Context,
  of: Namespace,
  listing: WorkItemListing,
  { title, change }: WantedUpdate,
): Promise<BulkUpdate> {
  const userId = ctx.viewer.requireId();
  if (!(await plansWithin(ctx, of))) throw new ForbiddenError();
  if (Object.values(change).every((value) => value === undefined)) refuse('No change is given');
  const ids = await idsOfListing(ctx, listing, MAX_ITEMS + 1);
  if (ids.length === 0) refuse('No items match');
  if (ids.length > MAX_ITEMS) {
    const most = MAX_ITEMS.toLocaleString('en');
    refuse(`More than ${most} items match. Narrow the filters to change at most ${most} at once`);
  }
  return ctx.transaction(async (trx) => {
    await requireFewPending(ctx.within(trx), userId);
    await recordStart(ctx, trx, of, `Started a bulk update of ${countOf(ids)}: ${title.trim()}`);
    return startBulkUpdate(trx, { userId, namespaceId: of.id, title: title.trim().slice(0, 255), change }, ids);
  });
}

const countOf = (ids: readonly WorkItemId[]) => (ids.length === 1 ? '1 item' : `${ids.length} items`);

function recordStart(ctx: Context, trx: Trx, { id, kind }: Namespace, what: string): Promise<void> {
  return recordAudit(trx, ctx, { kind: 'bulk_update_started', of: { namespace: { id, kind } }, what });
}

function refuse(problem: string): never {
  throw new ValidationError({ base: [problem] });
}

async function requireFewPending({ db }: Context, userId: UserId): Promise<void> {
  if ((await countPending(db, userId)) < MAX_PENDING) return;
  throw new ConflictError(`You have ${MAX_PENDING} bulk updates in progress. Wait for one of them, or cancel it.`);
}

/** Ends a bulk update of one's own; what it has changed stays. No effect on one that is finished. */
export function cancelUpdate(ctx: Context, id: BulkUpdateId): Promise<BulkUpdate> {
  return ctx.transaction(async (trx) => {
    await findOwn(ctx.within(trx), id);
    await finishBulkUpdate(trx, id, 'cancelled');
    return findOwn(ctx.within(trx), id);
  });
}

/** Hides the result of a bulk update of one's own. */
export function dismissUpdate(ctx: Context, id: BulkUpdateId): Promise<BulkUpdate> {
  return ctx.transaction(async (trx) => {
    const update = await findOwn(ctx.within(trx), id);
    if (update.status === 'pending') throw new ConflictError('Cancel the bulk update first.');
    await dismissBulkUpdate(trx, id);
    return update;
  });
}

/** Starts a bulk update that changes back what one of one's own has changed, once. Throws ConflictError if it cannot be undone. */
export function undoUpdate(ctx: Context, id: BulkUpdateId): Promise<BulkUpdate> {
  const userId = ctx.viewer.requireId();
  return ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const update = await findOwn(within, id);
    const { namespaceId, title } = update;
    const change = reverseOf(update.change);
    if (!change || !isUndoable(update)) throw new ConflictError('This bulk update cannot be undone.');
    await requireFewPending(within, userId);
    await dismissBulkUpdate(trx, id);
    const ids = await itemsChangedBy(trx, id);
    const namespace = await namespaceById(trx, namespaceId);
    if (namespace) await recordStart(ctx, trx, namespace, `Started to undo a bulk update of ${countOf(ids)}: ${title}`);
    return startBulkUpdate(trx, { userId, namespaceId, title, change, undoOfId: id }, ids);
  });
}

/** Whether `undoUpdate` can change everything back: the changed field has two values. Undoing dismisses it. */
export function isUndoable({ status, changed, undoOfId, dismissedAt, change }: BulkUpdate): boolean {
  const isOpen = status !== 'pending' && undoOfId === null && dismissedAt === null;
  return isOpen && changed > 0 && reverseOf(change) !== null;
}

/** The change back, of a single field with two values; null for any other. */
function reverseOf(change: WorkItemChange): WorkItemChange | null {
  const [first, second] = Object.entries(change).filter(([, value]) => value !== undefined);
  if (!first || second) return null;
  const [field, value] = first;
  if (field === 'stateEvent') return { stateEvent: value === 'close' ? 'reopen' : 'close' };
  return (field === 'isConfidential' || field === 'isDiscussionLocked') && typeof value === 'boolean'
    ? { [field]: !value }
    : null;
}

async function findOwn(ctx: Context, id: BulkUpdateId): Promise<BulkUpdate> {
  const found = await lockBulkUpdate(ctx.db, ctx.viewer.requireId(), id);
  if (!found) throw new NotFoundError('Bulk update');
  return found;
}

/** One's own bulk updates of the items of a group or project, to show on its lists. */
export async function updatesToShow(ctx: Context, { id }: Namespace): Promise<BulkUpdate[]> {
  const { id: userId } = ctx.viewer;
  return userId === null ? [] : shownBulkUpdates(ctx.db, userId, id, MAX_SHOWN);
}
