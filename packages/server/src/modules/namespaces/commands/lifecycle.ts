import { ValidationError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { limitsOfNamespaces, MAX_ITEMS_OF_DIRECT_REMOVAL, pathProblems } from '@milepost/core/namespaces';
import type { Context, Trx } from '../../../platform/context.ts';
import { policyOf } from '../policy.ts';
import { pluggedItems } from '../sockets.ts';
import { removalOf, startRemoval } from '../store/removals.ts';
import { saveDeleted, saveRestored } from '../store/lifecycle.ts';
import { deleteNamespaceRow, lockTrees, renameTree, saveArchived } from '../store/writing.ts';
import { lockNamespace, namespaceById, type Namespace } from '../store.ts';
import type { NamespaceKind } from '../table.ts';
import { lockVisible, refuse } from './writing.ts';

/** Archives a group or project with everything below it, or unarchives it. */
export function setArchived(
  ctx: Context,
  kind: NamespaceKind,
  id: NamespaceId,
  isArchived: boolean,
): Promise<Namespace> {
  return ctx.transaction(async (trx) => {
    const before = await lockVisible(ctx, trx, kind, id);
    ctx.require(policyOf(kind).archive, before);
    if ((before.archivedAt !== null) === isArchived) return before;
    if (!isArchived) await refuseBelowArchived(trx, before);
    await saveArchived(trx, before, isArchived);
    const name = isArchived ? 'namespace.archived' : 'namespace.unarchived';
    trx.announce({ name, namespaceId: id, data: {} });
    return (await namespaceById(trx, id)) ?? before;
  });
}

/** Throws ValidationError for a namespace below an archived group: it must stay archived. */
async function refuseBelowArchived(trx: Trx, { parentId }: Namespace): Promise<void> {
  const parent = parentId === null ? null : await namespaceById(trx, parentId);
  if (parent?.archivedAt) throw new ValidationError({ base: ['The parent group is archived. Unarchive it first.'] });
}

/**
 * Marks a group or project with its descendants for deletion: hidden at once from all but its owners, and removed permanently when
 * the restore period ends. Its path becomes available at once.
 */
export function scheduleDeletion(ctx: Context, kind: NamespaceKind, id: NamespaceId): Promise<void> {
  return ctx.transaction(async (trx) => {
    const before = await lockVisible(ctx, trx, kind, id);
    ctx.require(policyOf(kind).destroy, before);
    const what = kind === 'group' ? 'Group' : 'Project';
    if (before.deletedAt) throw new ValidationError({ base: [`${what} has been already marked for deletion`] });
    await saveDeleted(trx, before);
    await renameTree(trx, before, { path: pathOfDeleted(before), name: before.name });
    const { fullPath, scope } = before;
    const data = { kind, fullPath, traversalIds: scope.traversalIds, visibility: scope.visibility };
    trx.announce({ name: 'namespace.scheduledForDeletion', namespaceId: id, data });
  });
}

function pathOfDeleted({ path, id }: Namespace): string {
  const suffix = `-deletion_scheduled-${id}`;
  return path.slice(0, limitsOfNamespaces.path - suffix.length) + suffix;
}

/** Restores a deleted namespace under its former path or another one. Throws ValidationError when the path is taken. */
export function restoreNamespace(
  ctx: Context,
  kind: NamespaceKind,
  id: NamespaceId,
  { path }: { path?: string } = {},
): Promise<Namespace> {
  return ctx.transaction(async (trx) => {
    const before = await lockVisible(ctx, trx, kind, id);
    ctx.require(policyOf(kind).restore, before);
    const what = kind === 'group' ? 'Group' : 'Project';
    if (!before.deletedAt) throw new ValidationError({ base: [`${what} has not been marked for deletion`] });
    if (await removalOf(trx, id)) throw new ValidationError({ base: [`${what} is being removed permanently`] });
    if (before.pathBeforeDeletion === null) {
      throw new ValidationError({ base: ['The parent group has been deleted. Restore it first.'] });
    }
    const restoredPath = path ?? before.pathBeforeDeletion;
    refuse({ path: pathProblems(restoredPath, before.parentId === null) });
    const parent = before.parentId === null ? null : await namespaceById(trx, before.parentId);
    if (parent?.deletedAt)
      throw new ValidationError({ base: ['The parent group has been deleted. Restore it first.'] });
    await saveRestored(trx, before);
    const after = await renameTree(trx, before, { path: restoredPath, name: before.name });
    trx.announce({ name: 'namespace.restored', namespaceId: id, data: { kind, fullPath: after.fullPath } });
    return after;
  });
}

/**
 * Permanently removes a deleted group or project before its restore period ends. `fullPath` must match, as a confirmation. With more
 * than `maxItems` items a job does it.
 */
export function removeDeleted(
  ctx: Context,
  kind: NamespaceKind,
  id: NamespaceId,
  fullPath: string,
  maxItems: number = MAX_ITEMS_OF_DIRECT_REMOVAL,
): Promise<void> {
  return ctx.transaction(async (trx) => {
    const before = await lockVisible(ctx, trx, kind, id);
    ctx.require(policyOf(kind).destroy, before);
    if (!before.deletedAt) {
      const what = kind === 'group' ? 'Group' : 'Project';
      throw new ValidationError({ base: [`${what} must be marked for deletion first.`] });
    }
    if (fullPath !== before.fullPath) {
      throw new ValidationError({ base: ['`full_path` is incorrect. You must enter the complete path.'] });
    }
    await removeOrQueue(ctx, trx, before, maxItems);
  });
}

/** Permanently removes a group or project whose restore period is over, by a job if it has more than `maxItems` items. */
export function removeExpiredNamespace(
  ctx: Context,
  { kind, id }: Pick<Namespace, 'kind' | 'id'>,
  maxItems: number = MAX_ITEMS_OF_DIRECT_REMOVAL,
): Promise<void> {
  return ctx.transaction(async (trx) => {
    const before = await lockVisible(ctx, trx, kind, id);
    ctx.require(policyOf(kind).destroy, before);
    await removeOrQueue(ctx, trx, before, maxItems);
  });
}

async function removeOrQueue(ctx: Context, trx: Trx, namespace: Namespace, maxItems: number): Promise<void> {
  const { id, scope } = namespace;
  const items = pluggedItems();
  if (!items || !(await items.areMoreThan(trx, scope.traversalIds, maxItems))) return remove(trx, namespace);
  await startRemoval(trx, id, { userId: ctx.viewer.id, total: await items.count(trx, scope.traversalIds) });
}

/** Permanently removes a group or project with its descendants and contents, in one transaction. */
export function deleteNamespace(ctx: Context, kind: NamespaceKind, id: NamespaceId): Promise<void> {
  return ctx.transaction(async (trx) => {
    const before = await lockVisible(ctx, trx, kind, id);
    ctx.require(policyOf(kind).destroy, before);
    await remove(trx, before);
  });
}

/** The last step of a removal by a job: permissions were checked when it was queued. */
export function removeNow(ctx: Context, id: NamespaceId): Promise<void> {
  return ctx.transaction(async (trx) => {
    const seen = await namespaceById(trx, id);
    if (!seen) return;
    await lockTrees(trx, [seen.rootId]);
    const before = await lockNamespace(trx, id);
    if (before) await remove(trx, before);
  });
}

async function remove(trx: Trx, { id, kind, fullPath, scope }: Namespace): Promise<void> {
  await deleteNamespaceRow(trx, id);
  const data = { kind, fullPath, traversalIds: scope.traversalIds, visibility: scope.visibility };
  trx.announce({ name: 'namespace.deleted', namespaceId: id, data });
}
