import {
  ForbiddenError,
  NotFoundError,
  StaleVersionError,
  ValidationError,
  type FieldErrors,
} from '@milepost/core/errors';
import type { NamespaceId, RoadmapViewId, UserId } from '@milepost/core/ids';
import { parseQuery } from '@milepost/core/query';
import { viewLimits, viewNameProblems, viewQueryOf } from '@milepost/core/roadmap/views';
import type { Context, Trx } from '../../../platform/context.ts';
import { findVisibleGroup, type NamespaceKey } from '../../namespaces/commands.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { roadmapPolicy, roadmapViewPolicy, type GuardedView } from '../policy.ts';
import {
  countViews,
  insertView,
  isNameTaken,
  lockView,
  lockViewsOf,
  saveView,
  viewById,
  viewsOf,
  type RoadmapView,
} from '../store/views.ts';

/** The views of a group that the viewer can choose. */
export async function listRoadmapViews(ctx: Context, group: Namespace): Promise<RoadmapView[]> {
  return viewsOf(ctx.db, group.id, ctx.viewer.id);
}

/** A view by its id; null when there is none that the viewer may see. */
export async function visibleRoadmapView(ctx: Context, id: RoadmapViewId): Promise<RoadmapView | null> {
  const view = await viewById(ctx.db, id);
  return view && ctx.can(roadmapViewPolicy.read, await guarded(ctx, view)) ? view : null;
}

/** Whether the viewer may change the view. */
export async function mayUpdateView(ctx: Context, view: RoadmapView): Promise<boolean> {
  return ctx.can(roadmapViewPolicy.update, await guarded(ctx, view));
}

export interface RoadmapViewFields {
  name: string;
  /** Address parameters, as text. */
  query: string;
  isShared: boolean;
}

/** Saves filters and settings under a name. Throws ValidationError when the name is taken or the limit is reached. */
export async function createRoadmapView(
  ctx: Context,
  key: NamespaceKey,
  fields: RoadmapViewFields,
): Promise<RoadmapView> {
  const group = await findVisibleGroup(ctx, key);
  ctx.require(fields.isShared ? roadmapPolicy.shareViews : roadmapPolicy.keep, group);
  const authorId = ctx.viewer.id as UserId;
  return ctx.transaction(async (trx) => {
    const view = { ...checked(fields), isShared: fields.isShared, namespaceId: group.id, authorId };
    await requireRoom(trx, view, null);
    return insertView(trx, view);
  });
}

export interface RoadmapViewChanges extends Partial<RoadmapViewFields> {
  /** The version that was edited, for optimistic locking. */
  lockVersion: number;
}

/** Renames, replaces or shares a view. Throws StaleVersionError when it was changed meanwhile. */
export async function updateRoadmapView(
  ctx: Context,
  id: RoadmapViewId,
  changes: RoadmapViewChanges,
): Promise<RoadmapView> {
  return ctx.transaction(async (trx) => {
    const { view, guard } = await lockReadable(ctx, trx, id);
    if (view.deletedAt) throw new NotFoundError('View');
    ctx.require(roadmapViewPolicy.update, guard);
    const isShared = changes.isShared ?? view.isShared;
    if (isShared && !view.isShared) ctx.require(roadmapPolicy.shareViews, guard.group);
    if (!isShared && view.isShared) ctx.require(roadmapViewPolicy.unshare, guard);
    if (changes.lockVersion !== view.lockVersion) throw new StaleVersionError();
    const fields = checked({ name: changes.name ?? view.name, query: changes.query ?? view.query });
    const after = { ...view, ...fields, isShared };
    await requireRoom(trx, after, view);
    return saveView(trx, id, { ...fields, isShared });
  });
}

/** Deletes a view; it can be restored for a day. */
export async function deleteRoadmapView(ctx: Context, id: RoadmapViewId): Promise<RoadmapView> {
  return ctx.transaction(async (trx) => {
    const { view, guard } = await lockReadable(ctx, trx, id);
    if (view.deletedAt) throw new NotFoundError('View');
    ctx.require(roadmapViewPolicy.update, guard);
    return saveView(trx, id, { deletedAt: new Date() });
  });
}

/** Restores a deleted view. Throws ValidationError when its name has been taken meanwhile. */
export async function restoreRoadmapView(ctx: Context, id: RoadmapViewId): Promise<RoadmapView> {
  return ctx.transaction(async (trx) => {
    const { view, guard } = await lockReadable(ctx, trx, id);
    ctx.require(roadmapViewPolicy.update, guard);
    if (!view.deletedAt) return view;
    await requireRoom(trx, view, null);
    return saveView(trx, id, { deletedAt: null });
  });
}

async function lockReadable(
  ctx: Context,
  trx: Trx,
  id: RoadmapViewId,
): Promise<{ view: RoadmapView; guard: GuardedView }> {
  const view = await lockView(trx, id);
  if (!view) throw new NotFoundError('View');
  const guard = await guarded(ctx, view);
  if (!ctx.can(roadmapViewPolicy.read, guard)) throw new NotFoundError('View');
  return { view, guard };
}

async function guarded(ctx: Context, view: RoadmapView): Promise<GuardedView> {
  const group = await ctx.load(namespacesById, view.namespaceId);
  if (!group) throw new NotFoundError('View');
  return { isShared: view.isShared, authorId: view.authorId, group };
}

/** The stored name and query; the query in canonical order. */
function checked({ name, query }: { name: string; query: string }): { name: string; query: string } {
  const problems: Record<string, string[]> = {};
  const nameProblems = viewNameProblems(name.trim());
  if (nameProblems.length > 0) problems['name'] = nameProblems;
  const written = query.length > viewLimits.queryLength ? null : viewQueryOf(parseQuery(query));
  if (written === null || written.length > viewLimits.queryLength) {
    problems['query'] = [`is too long (maximum is ${viewLimits.queryLength} characters)`];
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems satisfies FieldErrors);
  return { name: name.trim(), query: written ?? '' };
}

interface Placed {
  namespaceId: NamespaceId;
  authorId: UserId | null;
  isShared: boolean;
  name: string;
}

/** Throws ValidationError when the limit is reached or the name is taken. */
async function requireRoom(trx: Trx, view: Placed, before: RoadmapView | null): Promise<void> {
  await lockViewsOf(trx, view.namespaceId);
  if (await isNameTaken(trx, view, before?.id ?? null)) {
    throw new ValidationError({ name: ['has already been taken'] });
  }
  if (before?.isShared === view.isShared) return;
  if (!view.isShared && view.authorId === null) throw new ForbiddenError();
  const count = await countViews(trx, view.namespaceId, view.isShared ? null : view.authorId);
  const limit = view.isShared ? viewLimits.shared : viewLimits.own;
  if (count >= limit) {
    throw new ValidationError({
      base: [
        view.isShared
          ? `A group shares at most ${limit} views`
          : `You can save at most ${limit} views of a group. Delete one first`,
      ],
    });
  }
}
