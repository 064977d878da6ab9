import { DomainError, ForbiddenError, NotFoundError, type ErrorKind } from '@milepost/core/errors';
import type { ChangeSetId, WorkItemId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import { recordAudit } from '../../platform/audit.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { linkItems, unlinkItems } from '../links/commands.ts';
import { lockTree } from '../hierarchy/store.ts';
import { visibleNamespace } from '../namespaces/commands.ts';
import { namespacesById } from '../namespaces/store.ts';
import { createNote, deleteNote } from '../notes/commands.ts';
import { createWorkItem, deleteWorkItem, updateWorkItem } from '../work-items/commands.ts';
import { findVisibleWorkItemById, visibleWorkItem, type WorkItem } from '../work-items/store.ts';
import { lockWorkItem } from '../work-items/store/writing.ts';
import { changeOf, type GivenFields } from './commands/fields.ts';
import { findItem, referenceOf } from './commands/items.ts';
import { changedSince, differenceOf, restoring } from './commands/values.ts';
import { insertChangeSet, itemValues, lockChangeSet, markUndone } from './store.ts';
import type { ItemValues, MadeChange } from './table.ts';

/** Number of changes in one set: all hold their locks until the last is done. */
export const MAX_CHANGES = 50;

/** A requested change. Items are named by reference or page address; `new:NAME` is the item that an earlier change created. */
export type WantedChange =
  | ({ action: 'create'; in: string; type: WorkItemType; title: string; name?: string } & GivenFields)
  | ({ action: 'update'; item: string; state?: 'opened' | 'closed' } & GivenFields)
  | { action: 'comment'; item: string; body: string; internal?: boolean }
  | { action: 'relate'; item: string; to: string };

/** A change as it was made, or would be. */
export interface AppliedChange {
  action: WantedChange['action'];
  item: WorkItem;
  /** The changed values; of an update only. */
  before: Partial<ItemValues>;
  after: Partial<ItemValues>;
}

export interface AppliedChanges<Shown> {
  /** Null for a dry run, and if nothing changed. */
  changeSetId: ChangeSetId | null;
  shown: Shown;
}

/** One of several changes cannot be made, so none was. */
export class ChangeRefusedError extends DomainError {
  override name = 'ChangeRefusedError';
  readonly code = 'CHANGE_REFUSED' as const;
  readonly kind: ErrorKind;
  /** `position`: of the change, from 1. */
  constructor(position: number, error: DomainError) {
    super(`Change ${position}: ${error.message}. Nothing was changed.`.replace('..', '.'));
    this.kind = error.kind;
  }
}

/** The item, or the change set, is no longer as it was read. */
export class ChangedMeanwhileError extends DomainError {
  override name = 'ChangedMeanwhileError';
  readonly code = 'CHANGED_MEANWHILE' as const;
  readonly kind = 'conflict' as const;
}

class DryRun extends Error {
  constructor(readonly shown: unknown) {
    super('dry run');
  }
}

interface Options {
  /** Makes the changes, presents them and rolls back. */
  isDryRun?: boolean;
}

/**
 * Makes changes in order, all or none, each with its own permission check, as one change set that its author can undo. `show` presents
 * them, within the transaction. Throws ChangeRefusedError if there are several and one is refused; otherwise the error of the change.
 */
export async function applyChanges<Shown>(
  ctx: Context,
  wanted: readonly WantedChange[],
  show: (ctx: Context, applied: readonly AppliedChange[]) => Promise<Shown>,
  { isDryRun = false }: Options = {},
): Promise<AppliedChanges<Shown>> {
  try {
    return await ctx.transaction(async (trx) => {
      const named = new Map<string, WorkItemId>();
      const made: MadeChange[] = [];
      const applied: Omit<AppliedChange, 'item'>[] = [];
      for (const [index, change] of wanted.entries()) {
        try {
          const done = await applyOne(ctx.within(trx), trx, change, named);
          made.push(done);
          const { before, after } = done.kind === 'updated' ? done : { before: {}, after: {} };
          applied.push({ action: change.action, before, after });
        } catch (error) {
          throw error instanceof DomainError && wanted.length > 1 ? new ChangeRefusedError(index + 1, error) : error;
        }
      }
      // Loaded at the end: a later change may have changed an item of an earlier one.
      const within = ctx.within(trx);
      const items = await Promise.all(made.map(({ itemId }) => findVisibleWorkItemById(within, itemId)));
      const shown = await show(
        within,
        applied.map((each, index) => ({ ...each, item: items[index] as WorkItem })),
      );
      if (isDryRun) throw new DryRun(shown);
      const effective = made.filter((each) => each.kind !== 'updated' || Object.keys(each.after).length > 0);
      if (effective.length === 0) return { changeSetId: null, shown };
      await recordProgram(within, trx, made, items);
      return { changeSetId: await insertChangeSet(trx, ctx.viewer.requireId(), effective), shown };
    });
  } catch (error) {
    if (error instanceof DryRun) return { changeSetId: null, shown: error.shown as Shown };
    throw error;
  }
}

async function applyOne(
  ctx: Context,
  trx: Trx,
  change: WantedChange,
  named: Map<string, WorkItemId>,
): Promise<MadeChange> {
  if (change.action === 'create') return create(ctx, change, named);
  const itemId = named.get(change.item) ?? (await findItem(ctx, change.item)).id;
  if (change.action === 'comment') {
    const { body, internal: isInternal = false } = change;
    const note = await createNote(ctx, { workItemId: itemId, body, isInternal });
    return { kind: 'commented', itemId, noteId: note.id };
  }
  const item = await findVisibleWorkItemById(ctx, itemId);
  if (change.action === 'relate') {
    const other = await findItem(ctx, change.to);
    await linkItems(ctx, { itemId, linkType: 'relates_to', otherIds: [other.id] });
    return { kind: 'linked', itemId, otherId: other.id };
  }
  const { action: _action, item: _item, state, ...given } = change;
  const home = await homeOf(ctx, item);
  await lock(trx, item, given.parent !== undefined);
  const before = await itemValues(trx, itemId);
  await updateWorkItem(ctx, itemId, {
    ...(await changeOf(ctx, home, given, named)),
    ...(state && { stateEvent: state === 'closed' ? 'close' : 'reopen' }),
  });
  return { kind: 'updated', itemId, ...differenceOf(before, await itemValues(trx, itemId)) };
}

async function create(
  ctx: Context,
  { action: _action, in: path, type, title, name, ...given }: WantedChange & { action: 'create' },
  named: Map<string, WorkItemId>,
): Promise<MadeChange> {
  const namespace = await visibleNamespace(ctx, path);
  if (!namespace) throw new NotFoundError('Group or project');
  const item = await createWorkItem(ctx, { ...(await changeOf(ctx, namespace, given, named)), namespace, type, title });
  if (name !== undefined) named.set(`new:${name}`, item.id);
  return { kind: 'created', itemId: item.id };
}

/** The tree is locked before the row, as in every change of dates and parents. */
async function lock(trx: Trx, { id, rootId }: WorkItem, isMoved: boolean): Promise<void> {
  await lockTree(trx, rootId, isMoved ? 'exclusive' : 'shared');
  await lockWorkItem(trx, id);
}

async function homeOf(ctx: Context, item: WorkItem) {
  const home = await ctx.load(namespacesById, item.namespaceId);
  if (!home) throw new NotFoundError('Group or project');
  return home;
}

/** The work of a program is in the audit log, once for each change. */
async function recordProgram(
  ctx: Context,
  trx: Trx,
  made: readonly MadeChange[],
  items: readonly WorkItem[],
): Promise<void> {
  if (ctx.via === null) return;
  for (const [index, { kind }] of made.entries()) {
    const item = items[index] as WorkItem;
    const verb = { created: 'Created', updated: 'Changed', commented: 'Commented on', linked: 'Linked' }[kind];
    await recordAudit(trx, ctx, {
      kind: 'item_changed_by_program',
      of: { namespace: { id: item.namespaceId, kind: item.namespaceKind } },
      target: { type: item.type === 'epic' ? 'Epic' : 'Issue', id: item.id, details: referenceOf(item) },
      what: `${verb} the item via ${ctx.via}`,
    });
  }
}

/**
 * Undoes a change set of the viewer: all of it or nothing. Throws NotFoundError for one of somebody else, ChangedMeanwhileError if a
 * value was changed since or it was undone before, ForbiddenError where the viewer may no longer change an item.
 */
export async function undoChangeSet(ctx: Context, id: ChangeSetId): Promise<void> {
  const authorId = ctx.viewer.requireId();
  await ctx.transaction(async (trx) => {
    const set = await lockChangeSet(trx, authorId, id);
    if (!set) throw new NotFoundError('Change set');
    if (set.undoneAt) throw new ChangedMeanwhileError('These changes were undone already.');
    for (const change of set.changes.toReversed()) await undoOne(ctx.within(trx), trx, change);
    await markUndone(trx, id);
  });
}

async function undoOne(ctx: Context, trx: Trx, change: MadeChange): Promise<void> {
  const item = await visibleWorkItem(ctx, change.itemId);
  if (!item) throw new ChangedMeanwhileError('An item of these changes no longer exists, or you may not read it.');
  switch (change.kind) {
    case 'created':
      return deleteWorkItem(ctx, item.id);
    case 'linked':
      await unlinkItems(ctx, { itemId: item.id, otherIds: [change.otherId] });
      return undefined;
    case 'commented':
      await deleteNote(ctx, change.noteId);
      return undefined;
    default: {
      if (item.isArchived) throw new ForbiddenError();
      await lock(trx, item, change.before.parentId !== undefined);
      const changed = changedSince(change.after, await itemValues(trx, item.id));
      if (changed.length > 0) {
        throw new ChangedMeanwhileError(`${referenceOf(item)} changed meanwhile: ${changed.join(', ')}.`);
      }
      await updateWorkItem(ctx, item.id, restoring(change.before, change.after));
      return undefined;
    }
  }
}
