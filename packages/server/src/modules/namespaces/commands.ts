import { NotFoundError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { type Feature, hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../platform/context.ts';
import { namespacesByFormerPath, namespacesByFullPath, namespacesById, type Namespace } from './store.ts';

/** An id, or a full path. Digits alone are an id: no full path consists of digits only. */
export type NamespaceKey = string | number;

/** The group of this id or full path. Throws NotFoundError when there is none that the viewer may see. */
export async function findVisibleGroup(ctx: Context, key: NamespaceKey): Promise<Namespace> {
  const found = await visibleNamespace(ctx, key);
  if (found?.kind !== 'group') throw new NotFoundError('Group');
  return found;
}

/** The project of this id or full path. Throws NotFoundError when there is none that the viewer may see. */
export async function findVisibleProject(ctx: Context, key: NamespaceKey): Promise<Namespace> {
  const found = await visibleNamespace(ctx, key);
  if (found?.kind !== 'project') throw new NotFoundError('Project');
  return found;
}

/** The group or project of this id or full path. Throws NotFoundError when there is none that the viewer may see. */
export async function findVisibleNamespace(ctx: Context, key: NamespaceKey): Promise<Namespace> {
  const found = await visibleNamespace(ctx, key);
  if (!found) throw new NotFoundError('Namespace');
  return found;
}

type FindNamespace = (ctx: Context, key: NamespaceKey) => Promise<Namespace>;

/** Wraps a finder so that it throws NotFoundError for a group or project where the feature is switched off. */
export const withFeature =
  (feature: Feature, find: FindNamespace): FindNamespace =>
  async (ctx, key) => {
    const found = await find(ctx, key);
    if (!hasFeature(found, feature)) throw new NotFoundError(found.kind === 'group' ? 'Group' : 'Project');
    return found;
  };

export const projectWithIssues = withFeature('issues', findVisibleProject);

/** The group or project of this id or full path; null when there is none that the viewer may see. For queries. */
export async function visibleNamespace(ctx: Context, key: NamespaceKey): Promise<Namespace | null> {
  const found = await read(ctx, key);
  if (!found && isFullPath(key)) return formerlyAt(ctx, String(key));
  return found && ctx.viewer.canSee(found.scope) ? found : null;
}

async function formerlyAt(ctx: Context, path: string): Promise<Namespace | null> {
  const found = await ctx.load(namespacesByFormerPath, path.toLowerCase());
  if (!found || !ctx.viewer.canSee(found.scope)) return null;
  ctx.movedPaths.set(path, found.fullPath);
  return found;
}

function isFullPath(key: NamespaceKey): boolean {
  return typeof key === 'string' && !/^\d{1,15}$/.test(key);
}

function read(ctx: Context, key: NamespaceKey): Promise<Namespace | null> {
  if (isFullPath(key)) return ctx.load(namespacesByFullPath, String(key).toLowerCase());
  return ctx.load(namespacesById, Number(key) as NamespaceId);
}
