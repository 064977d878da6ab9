import { baseOfItem, baseOfNamespace } from '@milepost/core/text/references';
import { ConflictError, DomainError, ForbiddenError, NotFoundError, StaleVersionError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import { livesIn, type WorkItemType } from '@milepost/core/work-items';
import { sql } from 'kysely';
import { requireIncludedIn } from '../entitlements/store.ts';
import { requireIncluded } from '../entitlements/policy.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { renderText } from '../../platform/markdown/sockets.ts';
import { countIidsFrom, nextIid, type Namespace } from '../namespaces/store.ts';
import { assign } from './commands/assignees.ts';
import { announceChanges } from './commands/events.ts';
import {
  changesStateOnly,
  columnsFor,
  isMoreThanText,
  type WorkItemChange,
  type WorkItemFields,
  withoutSwitchedOff,
} from './commands/fields.ts';
import { plannedFeaturesIn } from './commands/planned-features.ts';
import { refuseStaleValues } from './commands/values-read.ts';
import { closing, eventTo, fittingStatus, mayChangeState } from './commands/status.ts';
import { isEpicAsRead, planOf, prepareWidgets, writeWidgets } from './commands/widgets.ts';
import { namespaceWorkItemPolicy, workItemPolicy } from './policy.ts';
import { pluggedWidgets } from './sockets.ts';
import {
  descriptionsById,
  nameOfType,
  shownWorkItemOf,
  visibleWorkItemsOf,
  type WorkItem,
  workItemsById,
} from './store.ts';
import { replyAddressesById } from './store/heads.ts';
import { stateOfStatus } from './store/statuses.ts';
import {
  insertWorkItem,
  isIidTaken,
  lastEditor,
  lockWorkItem,
  removeWorkItem,
  saveWorkItem,
  touching,
  type LockedWorkItem,
} from './store/writing.ts';
import type { WorkItemRow } from './table.ts';
import type { UploadUse } from '../uploads/table.ts';

/** The dates of the item were changed concurrently. */
export class StaleDatesError extends DomainError {
  override name = 'StaleDatesError';
  readonly code = 'STALE_DATES' as const;
  readonly kind = 'conflict' as const;
  /** `who`: the other person's name, if known. */
  constructor(who: string | null) {
    super(`${who ?? 'Someone'} changed the dates meanwhile.`);
  }
}

export interface NewWorkItem extends WorkItemFields {
  /** A group for an epic, a project for anything else. */
  namespace: Namespace;
  type: WorkItemType;
  title: string;
  /** Accepted from owners only; the current time for others. */
  createdAt?: Date;
  /** Accepted from owners only; the next number for others. */
  iid?: number;
}

/**
 * Creates a work item. Throws ValidationError for invalid fields, ForbiddenError if the viewer may not, and the errors of the
 * widgets.
 */
export async function createWorkItem(ctx: Context, wanted: NewWorkItem): Promise<WorkItem> {
  const { namespace, type, createdAt, iid, ...given } = wanted;
  const input = withoutSwitchedOff(namespace.scope, given);
  ctx.require(type === 'epic' ? namespaceWorkItemPolicy.createEpic : namespaceWorkItemPolicy.createIssue, namespace);
  const { isConfidential: _open, ...rest } = input;
  if (isMoreThanText(rest)) ctx.require(namespaceWorkItemPolicy.describe, namespace);
  if (namespace.kind !== livesIn(type)) throw new ForbiddenError(`${nameOfType(type)}s belong to ${livesIn(type)}s`);
  requireIncluded(namespace, ...plannedFeaturesIn(input));
  const id = await ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const defaults = await prepareWidgets(within, trx, {
      input,
      isNew: true,
      about: () => Promise.resolve({ rootId: namespace.rootId, type }),
      isEpic: () => Promise.resolve(type === 'epic'),
    });
    const columns = columnsFor(type, null, {
      ...input,
      isConfidential: input.isConfidential ?? defaults.isConfidential,
      // An empty description is none.
      description: input.description || defaults.description,
    });
    const isOwner = ctx.viewer.atLeast('owner', namespace.scope);
    const status = await fittingStatus(trx, { rootId: namespace.rootId, type }, input.statusId);
    const row = await insertWorkItem(trx, {
      ...columns,
      ...(status && stateOfStatus(status) === 'closed' && closing(ctx)),
      rootId: namespace.rootId,
      namespaceId: namespace.id,
      iid: iid && isOwner ? await takeIid(trx, namespace, iid) : await nextIid(trx, namespace.id, 'work_items'),
      type,
      title: columns.title ?? '',
      descriptionHtml: await renderText(within, columns.description ?? '', baseOfNamespace(namespace)),
      authorId: ctx.viewer.id,
      ...(createdAt && isOwner && { createdAt, updatedAt: createdAt }),
    });
    trx.announce({ name: 'workItem.created', namespaceId: namespace.id, workItemId: row.id, data: { type } });
    await assign(trx, { ...row, scope: namespace.scope }, input, []);
    await writeWidgets(within, trx, { before: null, row, input, scope: namespace.scope, path: namespace.fullPath });
    return row.id;
  });
  return loaded(ctx, id);
}

/**
 * Changes the given fields. Throws StaleVersionError when `lockVersion` is older than the text, NotFoundError if the viewer may
 * not see the item, and as `createWorkItem` does.
 */
export async function updateWorkItem(ctx: Context, id: WorkItemId, input: WorkItemChange): Promise<WorkItem> {
  const isEpic = isEpicAsRead(ctx, id);
  const known = await ctx.transaction(async (trx) => {
    const { after } = await change(ctx.within(trx), trx, id, { input, isEpic });
    // In the transaction of another command, the item may still change.
    if (!after || ctx.db.isTransaction) return null;
    trx.prime(workItemsById, id, after);
    return after;
  });
  if (!known) return loaded(ctx, id);
  ctx.prime(workItemsById, id, known);
  ctx.prime(descriptionsById, id, { description: known.description, descriptionHtml: known.descriptionHtml });
  ctx.prime(replyAddressesById, id, known.serviceDeskReplyTo);
  return known;
}

/**
 * The same for an item created in this transaction, on behalf of its author: permission to create includes permission to
 * describe.
 */
export async function describeNewWorkItem(ctx: Context, id: WorkItemId, input: WorkItemChange): Promise<WorkItem> {
  await ctx.transaction((trx) => changeWithin(ctx.within(trx), trx, id, input, true));
  return loaded(ctx, id);
}

export function closeWorkItem(ctx: Context, id: WorkItemId): Promise<WorkItem> {
  return updateWorkItem(ctx, id, { stateEvent: 'close' });
}

export function reopenWorkItem(ctx: Context, id: WorkItemId): Promise<WorkItem> {
  return updateWorkItem(ctx, id, { stateEvent: 'reopen' });
}

/** Deletes an item. Its children remain, without a parent. */
export async function deleteWorkItem(ctx: Context, id: WorkItemId): Promise<void> {
  await ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    await prepareWidgets(within, trx, planOf(trx, id, null));
    const item = await lockReadableItem(within, trx, id);
    ctx.require(workItemPolicy.destroy, item);
    await removeWorkItem(trx, id);
    for (const widget of pluggedWidgets) await widget.deleted?.(within, trx, item);
    const { type, iid, title, parentId, namespaceId, isConfidential, isHidden, authorId, confidantIds } = item;
    const deleted = { id, type, iid, title, parentId, isConfidential, isHidden, authorId, confidantIds };
    trx.announce({ name: 'workItem.deleted', namespaceId, data: deleted });
  });
}

/** `updateWorkItem` within an open transaction, that of `ctx`. True when something changed. */
export async function changeWithin(
  ctx: Context,
  trx: Trx,
  id: WorkItemId,
  input: WorkItemChange,
  isNew = false,
): Promise<boolean> {
  return (await change(ctx, trx, id, { input, isNew, isEpic: isEpicAsRead(ctx, id) })).isChanged;
}

interface Changed {
  isChanged: boolean;
  /** The item as it is now; null if it must be read to know. */
  after: LockedWorkItem | null;
}

async function change(
  ctx: Context,
  trx: Trx,
  id: WorkItemId,
  { input, isNew = false, isEpic }: { input: WorkItemChange; isNew?: boolean; isEpic: boolean | null },
): Promise<Changed> {
  await prepareWidgets(ctx, trx, planOf(trx, id, input, isEpic));
  const before = await lockReadableItem(ctx, trx, id);
  if (isNew && isMoreThanText(input)) {
    ctx.require(namespaceWorkItemPolicy.describe, { scope: before.scope, archivedAt: null });
  } else if (isMoreThanText(input)) ctx.require(workItemPolicy.plan, before);
  else if (!changesStateOnly(input) || !(await mayChangeState(ctx, before))) ctx.require(workItemPolicy.update, before);
  if (input.lockVersion !== undefined && input.lockVersion !== before.lockVersion) throw new StaleVersionError();
  if (input.datesRead && !isSameSpan(input.datesRead, before)) {
    const datesChanged = sql`e.name = 'workItem.updated' AND e.data -> 'changes' ?| ARRAY['startDate', 'dueDate']`;
    throw new StaleDatesError(await lastEditor(trx, id, datesChanged));
  }
  if (input.valuesRead) await refuseStaleValues(trx, before, input.valuesRead);
  const after = await writeColumns(ctx, trx, before, input);
  const isReassigned = await assign(trx, before, input, null);
  const { scope, namespacePath: path } = before;
  const widgets = await writeWidgets(ctx, trx, { before, row: after ?? before, input, scope, path });
  const isChanged = after !== null || isReassigned || widgets.isChanged;
  let touched = {};
  if (isChanged && !after) {
    touched = { updatedAt: timeOfChange(ctx, before, input), updatedById: ctx.viewer.id };
    trx.defer(touching(id, touched as Pick<WorkItemRow, 'updatedAt' | 'updatedById'>), `touch ${id}`);
  }
  // Confidentiality decides on the audience and, with the assignees, on the readers.
  const isOpen = !before.isConfidential && after?.isConfidential !== true;
  const isKnown = !widgets.isRowChanged && isOpen;
  return { isChanged, after: isKnown ? shownWorkItemOf({ ...before, ...after, ...touched }) : null };
}

function isSameSpan(
  one: Pick<WorkItemRow, 'startDate' | 'dueDate'>,
  other: Pick<WorkItemRow, 'startDate' | 'dueDate'>,
): boolean {
  return one.startDate === other.startDate && one.dueDate === other.dueDate;
}

/** The changed row, or null when none of the item's own columns changed. */
async function writeColumns(
  ctx: Context,
  trx: Trx,
  before: LockedWorkItem,
  given: WorkItemChange,
): Promise<WorkItemRow | null> {
  const input = withoutSwitchedOff(before.scope, given);
  await requireIncludedIn(trx, before.namespaceId, plannedFeaturesIn(input, before));
  const type = input.type ?? before.type;
  const status = await fittingStatus(trx, { rootId: before.rootId, type }, input.statusId);
  const columns = columnsFor(type, before, status ? { ...input, stateEvent: eventTo(status) } : input);
  if (Object.keys(columns).length === 0) return null;
  const { viewer } = ctx;
  const isTextChanged = columns.title !== undefined || columns.description !== undefined;
  const after = await saveWorkItem(trx, before.id, {
    ...columns,
    ...(columns.state === 'closed' && closing(ctx)),
    ...(columns.description !== undefined && {
      descriptionHtml: await renderText(ctx, columns.description, baseOfItem(before)),
    }),
    ...(isTextChanged && {
      lockVersion: before.lockVersion + 1,
      lastEditedAt: new Date(),
      lastEditedById: viewer.id,
    }),
    updatedAt: timeOfChange(ctx, before, input),
    updatedById: viewer.id,
  });
  announceChanges(trx, before, after, {
    isByStatus: status !== null && input.stateEvent === undefined,
    cause: input.closingCause,
  });
  return after;
}

/** Accepted from owners; the current time for others. */
function timeOfChange(ctx: Context, item: LockedWorkItem, { updatedAt }: WorkItemChange): Date {
  return updatedAt && ctx.viewer.atLeast('owner', item.scope) ? updatedAt : new Date();
}

/** A requested number; later ones continue above it. Throws ConflictError if it is taken. */
async function takeIid(trx: Trx, namespace: Namespace, iid: number): Promise<number> {
  await countIidsFrom(trx, namespace.id, 'work_items', iid);
  if (await isIidTaken(trx, namespace.id, iid)) throw new ConflictError('Duplicated issue');
  return iid;
}

/** Locks an item. Throws NotFoundError for one that the viewer may not read. */
export async function lockReadableItem(ctx: Context, trx: Trx, id: WorkItemId): Promise<LockedWorkItem> {
  const item = await lockWorkItem(trx, id);
  if (!item || !ctx.can(workItemPolicy.read, item)) throw new NotFoundError('Work item');
  return item;
}

async function loaded(ctx: Context, id: WorkItemId): Promise<WorkItem> {
  const item = await ctx.load(workItemsById, id);
  if (!item) throw new NotFoundError('Work item');
  return item;
}

/** Whether the viewer may read one of the items whose description a file is attached to. */
export async function readsOneItem(ctx: Context, uses: readonly UploadUse[]): Promise<boolean> {
  const ids = uses.filter(({ noteId }) => noteId === null).map(({ workItemId }) => workItemId);
  return (await visibleWorkItemsOf(ctx, ids)).length > 0;
}
