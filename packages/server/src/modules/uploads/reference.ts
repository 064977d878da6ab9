import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../platform/context.ts';
import { namespacesByFullPath } from '../namespaces/store.ts';

/** What `/uploads/…` in a text of this group or project stands behind. By its id: the place may be called otherwise one day. */
export function filesOf(kind: 'group' | 'project', id: NamespaceId): string {
  return `/-/${kind}/${id}`;
}

/** The same for the places of some texts, by full path. A place that is not there has no files. */
export async function filesOfNamespaces(ctx: Context, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const namespace = await ctx.load(namespacesByFullPath, path.toLowerCase());
      return namespace && ([path, filesOf(namespace.kind, namespace.id)] as const);
    }),
  );
  return new Map(found.filter((each) => each !== null));
}
