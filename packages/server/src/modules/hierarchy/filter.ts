import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql, type SqlBool } from 'kysely';
import { namespacesBelow } from '../namespaces/policy.ts';
import type { Wildcard } from '../work-items/filter.ts';
import type { FilterWord } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** The tops of trees: without a parent anywhere, or without one in this group (its `traversalIds`) and all below. */
    topLevel?: 'everywhere' | { below: readonly NamespaceId[] };
    /** Right below one of these, below none, or below any. */
    parentId?: readonly WorkItemId[] | Wildcard;
  }
}

/** `topLevel`: for a list whose rows open to show what lies below them. */
export const topLevelFilter: FilterWord = {
  name: 'topLevel',
  isCheap: true,
  conditions({ topLevel }, operator) {
    if (!topLevel) return [];
    const isTop =
      topLevel === 'everywhere'
        ? sql<SqlBool>`(w.parent_id IS NULL)`
        : sql<SqlBool>`(w.parent_id IS NULL OR NOT EXISTS (
            SELECT FROM work_items p JOIN namespaces pn ON pn.id = p.namespace_id
            WHERE p.id = w.parent_id AND ${namespacesBelow(topLevel.below, 'pn')}))`;
    return [operator === 'not' ? sql<SqlBool>`(NOT ${isTop})` : isTop];
  },
};

/** `epic:&5` and `parent:#12`. */
export const parentFilter: FilterWord = {
  name: 'parent',
  conditions({ parentId }, operator) {
    if (parentId === undefined) return [];
    const isBelow =
      parentId === 'any' || parentId === 'none'
        ? sql<SqlBool>`(w.parent_id IS ${parentId === 'any' ? sql`NOT NULL` : sql`NULL`})`
        : sql<SqlBool>`(w.parent_id IS NOT NULL AND w.parent_id = ANY(${parentId}::bigint[]))`;
    return [operator === 'not' ? sql<SqlBool>`(NOT ${isBelow})` : isBelow];
  },
};
