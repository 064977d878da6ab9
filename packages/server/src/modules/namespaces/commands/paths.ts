import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { findVisibleGroup } from '../commands.ts';
import { redirectAt } from '../store/lifecycle.ts';
import { namespaceByFullPath, namespacesById } from '../store.ts';

export interface PathState {
  /** Whether a group or project has this path. */
  exists: boolean;
  /** At most one similar free path; empty while the path itself is free. */
  suggests: string[];
  /** Full path of the visible group or project that had this path before; taking the path breaks its old links. */
  redirects_to: string | null;
}

const MAX_SUGGESTIONS_TRIED = 20;

/** Looks up a path below this parent; null for top-level groups. */
export async function lookUpPath(ctx: Context, path: string, parentId: number | null): Promise<PathState> {
  const parent = parentId === null ? null : await findVisibleGroup(ctx, parentId);
  const fullPathOf = (each: string): string => (parent ? `${parent.fullPath}/${each}` : each);
  const isTaken = async (each: string) => (await namespaceByFullPath(ctx.db, fullPathOf(each))) !== null;
  const exists = await isTaken(path);
  return {
    exists,
    suggests: exists ? await firstFree(path, isTaken) : [],
    redirects_to: exists ? null : await formerOwnerOf(ctx, fullPathOf(path)),
  };
}

async function firstFree(path: string, isTaken: (path: string) => Promise<boolean>): Promise<string[]> {
  for (let number = 1; number <= MAX_SUGGESTIONS_TRIED; number++) {
    if (!(await isTaken(`${path}${number}`))) return [`${path}${number}`];
  }
  return [];
}

async function formerOwnerOf(ctx: Context, fullPath: string): Promise<string | null> {
  const redirect = await redirectAt(ctx.db, fullPath);
  const owner = redirect && (await ctx.load(namespacesById, redirect.id satisfies NamespaceId));
  return owner && ctx.viewer.canSee(owner.scope) ? owner.fullPath : null;
}
