import { ForbiddenError, NotFoundError, TransferInProgressError, ValidationError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { limitsOfNamespaces, MAX_ITEMS_OF_DIRECT_TRANSFER, pathProblems } from '@milepost/core/namespaces';
import type { Context, Trx } from '../../../platform/context.ts';
import { findVisibleGroup, type NamespaceKey } from '../commands.ts';
import { groupPolicy, mayCreateTopLevelGroup, policyOf } from '../policy.ts';
import { pluggedItems, pluggedTransfers, type RootChange } from '../sockets.ts';
import { levelsOf, moveTree } from '../store/lifecycle.ts';
import { hasTransferBelow, startTransfer } from '../store/transfers.ts';
import { lockTree } from '../store/writing.ts';
import { lockNamespace, namespaceByFullPath, namespaceById, type Namespace } from '../store.ts';
import type { NamespaceKind } from '../table.ts';
import { lockVisible, refuse, visibilityProblems } from './writing.ts';

export interface Transfer {
  kind: NamespaceKind;
  id: NamespaceId;
  /** The new parent; null: the top level, groups only. */
  to: NamespaceKey | null;
  /** Parameters of other rooms. */
  input: Readonly<Record<string, unknown>>;
}

/** A transfer that was checked under the locks of both trees. */
interface CheckedTransfer {
  before: Namespace;
  parent: Namespace | null;
  /** Null: the items stay in their top-level group. */
  change: RootChange | null;
}

/**
 * Moves a group or project with everything below it into another group; `null`: to the top, groups only. `input` has what other rooms
 * ask for. The top-level group is stored with each item: with more than `maxItems` of them a job does it, and the answer is the
 * group or project as it is until then, read-only.
 */
export function transferNamespace(
  ctx: Context,
  kind: NamespaceKind,
  id: NamespaceId,
  to: NamespaceKey | null,
  input: Transfer['input'] = {},
  maxItems: number = MAX_ITEMS_OF_DIRECT_TRANSFER,
): Promise<Namespace> {
  return ctx.transaction(async (trx) => {
    const transfer = { kind, id, to, input };
    const checked = await checkTransfer(ctx, trx, transfer);
    const { before, parent, change } = checked;
    if (!change || !(await pluggedItems()?.areMoreThan(trx, change.traversalIds, maxItems))) {
      return moveNamespace(ctx, trx, transfer, checked);
    }
    for (const step of pluggedTransfers()) await step.check?.(trx, change, input);
    const path = parent ? `${parent.fullPath}/${before.path}` : before.path;
    if (await namespaceByFullPath(trx, path)) throw new ValidationError({ path: ['has already been taken'] });
    await startTransfer(trx, before, { targetId: parent?.id ?? null, userId: ctx.viewer.id, input });
    return (await namespaceById(trx, id)) ?? before;
  });
}

/** Locks both trees and checks permissions, levels, paths and visibilities. */
export async function checkTransfer(ctx: Context, trx: Trx, { kind, id, to }: Transfer): Promise<CheckedTransfer> {
  const target = to === null ? null : await findVisibleGroup(ctx.within(trx), to);
  const before = await lockVisible(ctx, trx, kind, id, target?.rootId);
  ctx.require(policyOf(kind).transfer, before);
  const parent = target && (await lockNamespace(trx, target.id));
  if (target && !parent) throw new NotFoundError('Group');
  if (parent) ctx.require(kind === 'group' ? groupPolicy.createSubgroup : groupPolicy.createProject, parent);
  else if (kind === 'project' || !mayCreateTopLevelGroup(ctx.viewer)) throw new ForbiddenError();
  refuse({ base: await transferProblems(trx, before, parent) });
  const toRootId = parent?.rootId ?? id;
  if (toRootId === before.rootId) return { before, parent, change: null };
  const { traversalIds } = before.scope;
  return { before, parent, change: { id, traversalIds, fromRootId: before.rootId, toRootId } };
}

/** Moves what was checked, in the same transaction. `isPrepared`: its items are those of the new groups already. */
export async function moveNamespace(
  ctx: Context,
  trx: Trx,
  { id, input }: Transfer,
  { before, parent, change }: CheckedTransfer,
  isPrepared = false,
): Promise<Namespace> {
  if (change && !isPrepared) await prepareTransfer(ctx, trx, change, input);
  const { traversalIds, visibility } = before.scope;
  const after = await moveTree(trx, before, parent);
  trx.announce({
    name: 'namespace.transferred',
    namespaceId: id,
    data: {
      from: before.fullPath,
      to: after.fullPath,
      fromRootId: before.rootId,
      toRootId: after.rootId,
      before: { traversalIds, visibility },
      ...(isPrepared && { isPrepared }),
    },
  });
  return after;
}

/** What other rooms do before anything moves. */
export async function prepareTransfer(
  ctx: Context,
  trx: Trx,
  change: RootChange,
  input: Transfer['input'],
): Promise<void> {
  for (const step of pluggedTransfers()) await step.prepare(ctx.within(trx), trx, change, input);
}

/**
 * Keeps a tree of groups as it is until the transaction ends, for a change of a group and of projects below it. Before any lock of rows, as in
 * every command; `requireNoTransferBelow` follows.
 */
export async function keepTree(trx: Trx, namespaceId: NamespaceId): Promise<void> {
  const namespace = await namespaceById(trx, namespaceId);
  if (namespace) await lockTree(trx, namespace.rootId, 'shared');
}

/** Throws TransferInProgressError while something below a group is transferred: the job has already read what would change. */
export async function requireNoTransferBelow(trx: Trx, group: Namespace): Promise<void> {
  if (await hasTransferBelow(trx, group)) throw new TransferInProgressError(TRANSFER_BELOW);
}

const TRANSFER_BELOW = 'A group or project below is being transferred. Wait until that transfer is complete.';

async function transferProblems(trx: Trx, before: Namespace, parent: Namespace | null): Promise<string[]> {
  const what = before.kind === 'group' ? 'Group' : 'Project';
  if ((parent?.id ?? null) === before.parentId) {
    return parent ? [`${what} is already in this group.`] : ['Group is already at the top level.'];
  }
  if (await hasTransferBelow(trx, before)) {
    return [TRANSFER_BELOW];
  }
  if (!parent) return pathProblems(before.path, true).map((problem) => `Path ${problem}`);
  if (parent.scope.traversalIds.includes(before.id)) return ['A group cannot be moved below itself.'];
  if ((await levelsOf(trx, before)) + parent.scope.traversalIds.length > limitsOfNamespaces.depth + 1) {
    return ['Groups cannot be nested any deeper'];
  }
  return visibilityProblems(before.visibility, parent).map((problem) => `Visibility ${problem}`);
}
