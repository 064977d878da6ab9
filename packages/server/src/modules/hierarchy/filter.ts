import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { WorkItemState } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { namespacesBelow } from '../namespaces/policy.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { touches } from '../work-items/filter.ts';
import { idsOf, wildcardOf, type Wildcard } from '../work-items/filter/values.ts';
import { visibleWorkItems } from '../work-items/policy.ts';
import type { FilterFields, FilterWord } from '../work-items/sockets.ts';
import type { Timeframe } from '../work-items/store.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /**
     * The top-level rows of an expandable list. Without a timeframe the roots of trees: items without a parent in this
     * group (its
     * `traversalIds`) and below. With a timeframe, items without an ancestor that is in the list itself.
     */
    topLevel?: { below: readonly NamespaceId[] };
    /** Children of one of these, of none, or of any. */
    parentId?: readonly WorkItemId[] | Wildcard;
    /** With parents: children of the epics, or of the items, below them as well. */
    parentsBelow?: 'epics' | 'items';
  }
}

/** `topLevel`: for lists whose rows expand to their children. */
export const topLevelFilter: FilterWord = {
  name: 'topLevel',
  isIndexed: true,
  conditions({ topLevel, timeframe, state }, operator, ctx, { isWalk = false }) {
    if (!topLevel) return [];
    const { below } = topLevel;
    const isTop = timeframe
      ? sql<SqlBool>`(w.parent_id IS NULL OR NOT ${hasListedAncestor(ctx, { below, timeframe, state }, isWalk)})`
      : isTopOfTree(below);
    return [operator === 'not' ? sql<SqlBool>`(NOT ${isTop})` : isTop];
  },
};

function isTopOfTree(below: readonly NamespaceId[]): RawBuilder<SqlBool> {
  // A whole tree contains the parent of every item in it.
  if (below.length === 1) return sql<SqlBool>`(w.parent_id IS NULL)`;
  return sql<SqlBool>`(w.parent_id IS NULL OR NOT EXISTS (
    SELECT FROM work_items p JOIN namespaces pn ON pn.id = p.namespace_id
    WHERE p.id = w.parent_id AND ${namespacesBelow(below, 'pn')}))`;
}

interface Listed {
  below: readonly NamespaceId[];
  timeframe: Timeframe;
  state: WorkItemState | undefined;
}

/**
 * Whether an ancestor is in the list, so that the row is shown below it. On a walk a few rows are checked one by one: the namespace of an
 * ancestor is looked up in a subquery, because with a join a generic plan begins at all namespaces of the group, for every row. For a
 * count all are: usually the parent itself is listed, which is one hash lookup; the others check their ancestors.
 */
function hasListedAncestor(ctx: Context, { below, timeframe, state }: Listed, isWalk: boolean): RawBuilder<SqlBool> {
  const isEpic = sql<SqlBool>`a.type = 'epic' AND a.root_id = ${below[0]} AND ${touches(timeframe, 'a')}
    AND ${state ? sql`a.state = ${state}` : sql`true`}`;
  const isSeen = sql<SqlBool>`${namespacesBelow(below, 'an')} AND ${visibleWorkItems(ctx.viewer, 'a', 'an')}`;
  if (isWalk) {
    return sql<SqlBool>`EXISTS (SELECT FROM work_items a WHERE a.id = ANY(w.ancestor_ids) AND ${isEpic}
      AND (SELECT ${isSeen} FROM namespaces an WHERE an.id = a.namespace_id))`;
  }
  const placed = sql`work_items a JOIN namespaces an ON an.id = a.namespace_id`;
  return sql<SqlBool>`(w.parent_id IN (SELECT a.id FROM ${placed} WHERE ${isEpic} AND ${isSeen})
    OR EXISTS (SELECT FROM work_items itself, ${placed}
      WHERE itself.id = w.id AND a.id = ANY(itself.ancestor_ids[:cardinality(itself.ancestor_ids) - 1]) AND ${isEpic} AND ${isSeen}))`;
}

/**
 * `epic:&5` and `parent:#12`. A parent that is invisible to the viewer matches no children; the existence of a parent is
 * visible with the item (docs/decisions/0008) and can be filtered by.
 */
export const parentFilter: FilterWord = {
  name: 'epic',
  fromGraphql: ({ epicId, epicWildcardId, includeSubepics }) => ({
    parentsBelow: includeSubepics === true ? 'epics' : undefined,
    // Wildcards win, because existing clients send one or the other.
    parentId:
      wildcardOf(epicWildcardId ?? epicId) ??
      idsOf(epicId)?.map((id) => readGlobalId<'WorkItem'>(id, 'Epic', 'WorkItem')),
  }),
  fromRest: ({ epic_id: id }) => ({ parentId: wildcardOf(id) ?? idsOf(id)?.map((each) => Number(each) as WorkItemId) }),
  conditions({ parentId, parentsBelow }, operator, ctx) {
    if (parentId === undefined) return [];
    const isBelow =
      parentId === 'any' || parentId === 'none'
        ? sql<SqlBool>`(w.parent_id IS ${parentId === 'any' ? sql`NOT NULL` : sql`NULL`})`
        : sql<SqlBool>`(w.parent_id IS NOT NULL AND w.parent_id = ANY(${parentsAmong(ctx, parentId, parentsBelow)}))`;
    return [operator === 'not' ? sql<SqlBool>`(NOT ${isBelow})` : isBelow];
  },
};

/** Those of the ids that the viewer can see, and with `below` what the viewer can see of the trees below them. */
function parentsAmong(
  { viewer }: Context,
  ids: readonly WorkItemId[],
  below: FilterFields['parentsBelow'],
): RawBuilder<unknown> {
  if (viewer.isAdmin && !below) return sql`${ids}::bigint[]`;
  const seen = sql`SELECT p.id FROM work_items p JOIN namespaces pn ON pn.id = p.namespace_id
    WHERE p.id = ANY(${ids}::bigint[]) AND ${visibleWorkItems(viewer, 'p', 'pn')}`;
  if (!below) return sql`ARRAY(${seen})`;
  return sql`ARRAY(WITH RECURSIVE parents AS (${seen} UNION
    SELECT c.id FROM parents JOIN work_items c ON c.parent_id = parents.id JOIN namespaces cn ON cn.id = c.namespace_id
    WHERE ${below === 'epics' ? sql`c.type = 'epic'` : sql`true`} AND ${visibleWorkItems(viewer, 'c', 'cn')})
    SELECT id FROM parents)`;
}
