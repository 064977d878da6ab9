import {
  ForbiddenError,
  NotFoundError,
  StaleVersionError,
  ValidationError,
  type FieldErrors,
} from '@milepost/core/errors';
import type { SavedViewId, UserId } from '@milepost/core/ids';
import { parseQuery } from '@milepost/core/query';
import { viewQueryOf } from '@milepost/core/views/queries';
import { viewLimits, viewNameProblems, type ViewKind } from '@milepost/core/views/views';
import type { Context, Trx } from '../../platform/context.ts';
import { findVisibleGroup, findVisibleNamespace, type NamespaceKey } from '../namespaces/commands.ts';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import { savedViewPolicy, viewPolicy, type GuardedView } from './policy.ts';
import {
  countViews,
  insertView,
  isNameTaken,
  lockView,
  lockViewsOf,
  saveView,
  viewById,
  viewsOf,
  type SavedView,
} from './store.ts';

/** The views of a kind that the viewer can choose in a group or project. */
export async function listViews(ctx: Context, namespace: Namespace, kind: ViewKind): Promise<SavedView[]> {
  return viewsOf(ctx.db, namespace.id, kind, ctx.viewer.id);
}

/** Identifies a view. */
export interface ViewKey {
  id: SavedViewId;
  /** Views of other kinds are not found; all by default. */
  kind?: ViewKind;
}

/** A view by its id; null when there is none that the viewer may see. */
export async function visibleView(ctx: Context, { id, kind }: ViewKey): Promise<SavedView | null> {
  const view = await viewById(ctx.db, id);
  if (kind && view?.kind !== kind) return null;
  return view && ctx.can(savedViewPolicy.read, await guarded(ctx, view)) ? view : null;
}

/** Whether the viewer may change the view. */
export async function mayUpdateView(ctx: Context, view: SavedView): Promise<boolean> {
  return ctx.can(savedViewPolicy.update, await guarded(ctx, view));
}

export interface ViewFields {
  name: string;
  /** Address parameters, as text. */
  query: string;
  isShared: boolean;
}

/** Saves filters and settings under a name. Throws ValidationError when the name is taken or the limit is reached. */
export async function createView(
  ctx: Context,
  key: NamespaceKey,
  kind: ViewKind,
  fields: ViewFields,
): Promise<SavedView> {
  const find = groupKinds.has(kind) ? findVisibleGroup : findVisibleNamespace;
  const namespace = await find(ctx, key);
  ctx.require(fields.isShared ? viewPolicy.share : viewPolicy.create, namespace);
  const authorId = ctx.viewer.id as UserId;
  return ctx.transaction(async (trx) => {
    const view = { ...checked(kind, fields), kind, isShared: fields.isShared, namespaceId: namespace.id, authorId };
    await requireCapacity(trx, namespace, view, null);
    return insertView(trx, view);
  });
}

/** Pages that only groups have. */
const groupKinds: ReadonlySet<ViewKind> = new Set(['roadmap', 'epics']);

export interface ViewChanges extends Partial<ViewFields> {
  /** The version that was edited, for optimistic locking. */
  lockVersion: number;
}

/** Renames, replaces or shares a view. Throws StaleVersionError when it was changed meanwhile. */
export async function updateView(ctx: Context, key: ViewKey, changes: ViewChanges): Promise<SavedView> {
  return ctx.transaction(async (trx) => {
    const { view, guard } = await lockReadable(ctx, trx, key);
    if (view.deletedAt) throw new NotFoundError('View');
    ctx.require(savedViewPolicy.update, guard);
    const isShared = changes.isShared ?? view.isShared;
    if (isShared && !view.isShared) ctx.require(viewPolicy.share, guard.namespace);
    if (!isShared && view.isShared) ctx.require(savedViewPolicy.unshare, guard);
    if (changes.lockVersion !== view.lockVersion) throw new StaleVersionError();
    const fields = checked(view.kind, { name: changes.name ?? view.name, query: changes.query ?? view.query });
    const after = { ...view, ...fields, isShared };
    await requireCapacity(trx, guard.namespace, after, view);
    return saveView(trx, view.id, { ...fields, isShared });
  });
}

/** Deletes a view; it can be restored for a day. */
export async function deleteView(ctx: Context, key: ViewKey): Promise<SavedView> {
  return ctx.transaction(async (trx) => {
    const { view, guard } = await lockReadable(ctx, trx, key);
    if (view.deletedAt) throw new NotFoundError('View');
    ctx.require(savedViewPolicy.update, guard);
    return saveView(trx, view.id, { deletedAt: new Date() });
  });
}

/** Restores a deleted view. Throws ValidationError when its name has been taken meanwhile. */
export async function restoreView(ctx: Context, key: ViewKey): Promise<SavedView> {
  return ctx.transaction(async (trx) => {
    const { view, guard } = await lockReadable(ctx, trx, key);
    ctx.require(savedViewPolicy.update, guard);
    if (!view.deletedAt) return view;
    await requireCapacity(trx, guard.namespace, view, null);
    return saveView(trx, view.id, { deletedAt: null });
  });
}

async function lockReadable(ctx: Context, trx: Trx, { id, kind }: ViewKey): Promise<{ view: SavedView; guard: Guard }> {
  const view = await lockView(trx, id);
  if (!view || (kind && view.kind !== kind)) throw new NotFoundError('View');
  const guard = await guarded(ctx, view);
  if (!ctx.can(savedViewPolicy.read, guard)) throw new NotFoundError('View');
  return { view, guard };
}

interface Guard extends GuardedView {
  namespace: Namespace;
}

async function guarded(ctx: Context, { isShared, authorId, namespaceId }: SavedView): Promise<Guard> {
  const namespace = await ctx.load(namespacesById, namespaceId);
  if (!namespace) throw new NotFoundError('View');
  return { isShared, authorId, namespace };
}

/** The stored name and query; the query in canonical order. */
function checked(kind: ViewKind, { name, query }: { name: string; query: string }): { name: string; query: string } {
  const problems: Record<string, string[]> = {};
  const nameProblems = viewNameProblems(name.trim());
  if (nameProblems.length > 0) problems['name'] = nameProblems;
  const written = query.length > viewLimits.queryLength ? null : viewQueryOf(kind, parseQuery(query));
  if (written === null || written.length > viewLimits.queryLength) {
    problems['query'] = [`is too long (maximum is ${viewLimits.queryLength} characters)`];
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems satisfies FieldErrors);
  return { name: name.trim(), query: written ?? '' };
}

type PlacedView = Pick<SavedView, 'namespaceId' | 'kind' | 'authorId' | 'isShared' | 'name'>;

/** Locks the views of the namespace. Throws ValidationError when the limit is reached or the name is taken. */
async function requireCapacity(trx: Trx, home: Namespace, view: PlacedView, before: SavedView | null): Promise<void> {
  await lockViewsOf(trx, view.namespaceId);
  if (await isNameTaken(trx, view, before?.id ?? null)) {
    throw new ValidationError({ name: ['has already been taken'] });
  }
  if (before?.isShared === view.isShared) return;
  if (!view.isShared && view.authorId === null) throw new ForbiddenError();
  const limit = view.isShared ? viewLimits.shared : viewLimits.own;
  if ((await countViews(trx, view)) >= limit) {
    throw new ValidationError({
      base: [
        view.isShared
          ? `A ${home.kind} shares at most ${limit} views`
          : `You can save at most ${limit} views of a ${home.kind}. Delete one first`,
      ],
    });
  }
}
