import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';
import { namespacesByFullPath } from '../namespaces/store.ts';

/** The base of `/uploads/…` in a text of this group or project. By id, because the path can change. */
export function filesOf(kind: 'group' | 'project', id: NamespaceId): string {
  return `/-/${kind}/${id}`;
}

/** The bases for several texts, by full path. An unknown namespace has no files. */
export async function filesOfNamespaces(ctx: Context, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const namespace = await ctx.load(namespacesByFullPath, path.toLowerCase());
      return namespace && ([path, filesOf(namespace.kind, namespace.id)] as const);
    }),
  );
  return new Map(found.filter((each) => each !== null));
}
