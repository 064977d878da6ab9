import { ConflictError, NotFoundError, StaleVersionError, ValidationError } from '@milepost/core/errors';
import type { LifecycleId, StatusId } from '@milepost/core/ids';
import { isSystem, statusLimits } from '@milepost/core/statuses/statuses';
import type { WorkItemType } from '@milepost/core/work-items';
import { requireIncluded } from '../entitlements/policy.ts';
import type { Context, Trx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Namespace } from '../namespaces/store.ts';
import { lifecyclesIn, replaceStatuses, type Lifecycle } from '../work-items/store/statuses.ts';
import { replacementsFor } from './commands/replacements.ts';
import { insertWith, saveWith, type NewLifecycle, type WantedStatuses } from './commands/writing.ts';
import { lifecyclePolicy } from './policy.ts';
import { lockLifecycles, removeLifecycle, removeUnusedStatuses, setTypes } from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'lifecycle.created': { lifecycleId: LifecycleId };
    'lifecycle.updated': { lifecycleId: LifecycleId };
    'lifecycle.deleted': { lifecycleId: LifecycleId };
  }
}

export interface LifecycleChange extends Partial<WantedStatuses> {
  name?: string | undefined;
  /** New status by old one, for items whose status is removed from the lifecycle. */
  replacements?: ReadonlyMap<StatusId, StatusId> | undefined;
  /** The version that was read, for optimistic locking. */
  lockVersion?: number | undefined;
}

/**
 * Adds a lifecycle to a top-level group; no type follows it yet. Throws ValidationError for an invalid one and a group that is
 * not a top-level group, ConflictError for a name that is taken.
 */
export async function createLifecycle(ctx: Context, group: Namespace, wanted: NewLifecycle): Promise<Lifecycle> {
  return changing(ctx, group, async (trx) => {
    const { id } = await insertWith(trx, group, wanted);
    await tidyStatuses(trx, group);
    trx.announce({ name: 'lifecycle.created', namespaceId: group.id, data: { lifecycleId: id } });
    return id;
  });
}

/**
 * Changes a lifecycle. Where the group still follows the system's, it becomes one of the group. Items whose status leaves it
 * get the replacement, in the same transaction. Throws StaleVersionError for an older `lockVersion`, and ValidationError for an
 * invalid change: a status in use without a replacement of the same state, a default that leaves without a new one.
 */
export async function updateLifecycle(
  ctx: Context,
  group: Namespace,
  id: LifecycleId,
  change: LifecycleChange,
): Promise<Lifecycle> {
  return changing(ctx, group, async (trx) => {
    const before = await lifecycleIn(trx, group, id);
    if (change.lockVersion !== undefined && change.lockVersion !== before.lockVersion) throw new StaleVersionError();
    const wanted = { ...draftOf(before), ...given(change) };
    const after = await rewriteLifecycle(trx, group, before, wanted, change.replacements);
    trx.announce({ name: 'lifecycle.updated', namespaceId: group.id, data: { lifecycleId: after } });
    return after;
  });
}

/**
 * Writes a lifecycle that is locked, without permission check and announcement; gives its id, another one where the group followed
 * the system's. Throws as `updateLifecycle` does.
 */
export async function rewriteLifecycle(
  trx: Db,
  group: Namespace,
  before: Lifecycle,
  wanted: NewLifecycle,
  chosen: ReadonlyMap<StatusId, StatusId> = new Map(),
): Promise<LifecycleId> {
  const isFirst = isSystem(before.id);
  const { id: after, renewed } = isFirst
    ? await insertWith(trx, group, wanted)
    : await saveWith(trx, group, before, wanted);
  if (isFirst) await setTypes(trx, group.id, before.types, after);
  // A replacement may be a status of the system, which the group has just copied.
  const own = [...chosen].map(([old, id]) => [old, renewed.get(id) ?? id] as const);
  await moveItems(trx, group, before.types, before, after, new Map([...renewed, ...own]));
  await tidyStatuses(trx, group);
  return after;
}

/** Makes items of a type follow another lifecycle. Replacements as in `updateLifecycle`. */
export async function attachType(
  ctx: Context,
  group: Namespace,
  type: WorkItemType,
  id: LifecycleId,
  replacements?: ReadonlyMap<StatusId, StatusId>,
): Promise<Lifecycle> {
  return changing(ctx, group, async (trx) => {
    const before = (await lifecyclesIn(trx, group.id)).find(({ types }) => types.includes(type));
    if (before && before.id !== id) {
      await lifecycleIn(trx, group, id);
      await setTypes(trx, group.id, [type], id);
      await moveItems(trx, group, [type], before, id, replacements);
      trx.announce({ name: 'lifecycle.updated', namespaceId: group.id, data: { lifecycleId: id } });
    }
    return id;
  });
}

/** Deletes a lifecycle that no type follows. Throws ConflictError for one that a type follows, and for the system's. */
export async function deleteLifecycle(ctx: Context, group: Namespace, id: LifecycleId): Promise<Lifecycle> {
  let deleted: Lifecycle | null = null;
  await managed(ctx, group, async (trx) => {
    deleted = await lifecycleIn(trx, group, id);
    if (isSystem(id)) throw new ConflictError('This lifecycle belongs to every installation and cannot be deleted.');
    if (deleted.types.length > 0) {
      throw new ConflictError('Choose another lifecycle for the types that follow this one first.');
    }
    await removeLifecycle(trx, id);
    await removeUnusedStatuses(trx, group.id);
    trx.announce({ name: 'lifecycle.deleted', namespaceId: group.id, data: { lifecycleId: id } });
  });
  return deleted ?? notFound();
}

/** Deletes statuses that are in no lifecycle any more. Throws ValidationError if too many remain. */
async function tidyStatuses(trx: Db, group: Namespace): Promise<void> {
  if ((await removeUnusedStatuses(trx, group.id)) <= statusLimits.perRoot) return;
  throw new ValidationError({ base: [`A group can have at most ${statusLimits.perRoot} statuses.`] });
}

async function changing(
  ctx: Context,
  group: Namespace,
  change: (trx: Trx) => Promise<LifecycleId>,
): Promise<Lifecycle> {
  return managed(ctx, group, async (trx) => lifecycleIn(trx, group, await change(trx)));
}

async function managed<Result>(ctx: Context, group: Namespace, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  ctx.require(lifecyclePolicy.manage, group);
  requireIncluded(group, 'statuses');
  if (group.parentId !== null || group.kind !== 'group') {
    throw new ValidationError({ namespace: ['must be a top-level group.'] });
  }
  return ctx.transaction(async (trx) => {
    await lockLifecycles(trx, group.id);
    return work(trx);
  });
}

/** Finds a lifecycle of the group, or that of the system if a type follows it. Throws NotFoundError. */
async function lifecycleIn(trx: Db, group: Namespace, id: LifecycleId): Promise<Lifecycle> {
  return (await lifecyclesIn(trx, group.id)).find((each) => each.id === id) ?? notFound();
}

function notFound(): never {
  throw new NotFoundError('Lifecycle');
}

function draftOf(lifecycle: Lifecycle): NewLifecycle {
  const { name, statuses } = lifecycle;
  const indexOfStatus = (id: StatusId) => statuses.findIndex((status) => status.id === id);
  return {
    name,
    statuses,
    defaultOpen: indexOfStatus(lifecycle.defaultOpenId),
    defaultClosed: indexOfStatus(lifecycle.defaultClosedId),
    defaultDuplicate: indexOfStatus(lifecycle.defaultDuplicateId),
  };
}

/** The given properties. Positions refer to a list of statuses: a list without them has no defaults yet. */
function given(change: LifecycleChange): Partial<NewLifecycle> {
  const { name, statuses, defaultOpen, defaultClosed, defaultDuplicate } = change;
  const places = statuses
    ? { defaultOpen: defaultOpen ?? -1, defaultClosed: defaultClosed ?? -1, defaultDuplicate: defaultDuplicate ?? -1 }
    : Object.fromEntries(
        Object.entries({ defaultOpen, defaultClosed, defaultDuplicate }).filter(([, place]) => place !== undefined),
      );
  return { ...(name !== undefined && { name: name.trim() }), ...(statuses && { statuses }), ...places };
}

/** Gives items whose status is not in the lifecycle `afterId` another. */
async function moveItems(
  trx: Db,
  group: Namespace,
  types: readonly WorkItemType[],
  before: Lifecycle,
  afterId: LifecycleId,
  wanted: ReadonlyMap<StatusId, StatusId> = new Map(),
): Promise<void> {
  if (types.length === 0) return;
  const after = await lifecycleIn(trx, group, afterId);
  await replaceStatuses(trx, group.id, types, await replacementsFor(trx, group.id, types, { before, after, wanted }));
}
