import type { NamespaceId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { namespacesBelow } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';

/** The namespace of a list: one group or project; options of groups include others. */
export interface ListScope {
  of: Namespace;
  /** Those directly in the group. */
  includeProjects?: boolean;
  includeDescendants?: boolean;
  includeAncestors?: boolean;
}

/** The condition on namespaces `n` of a list. */
export function namespacesIn({
  of,
  includeProjects,
  includeDescendants,
  includeAncestors,
}: ListScope): RawBuilder<SqlBool> {
  const above: readonly NamespaceId[] = includeAncestors ? of.scope.traversalIds : [of.id];
  const itself = sql<SqlBool>`n.id = ANY(${above}::bigint[])`;
  const here = includeProjects ? sql<SqlBool>`(${itself} OR (n.parent_id = ${of.id} AND n.kind = 'project'))` : itself;
  if (!includeDescendants) return here;
  const below = namespacesBelow(of.scope.traversalIds);
  return includeAncestors ? sql<SqlBool>`(${below} OR ${here})` : below;
}
