import type { SearchedReference } from '@milepost/core/text/search';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';
import { filterCondition, items, namesOf, type SearchFilters, type SearchKind } from './sources.ts';

/** Maximum number of items of one number that are shown before the other results. */
const MAX_NAMED = 5;

const typesOf: Partial<Record<SearchKind, readonly WorkItemType[]>> = {
  epic: ['epic'],
  issue: ['issue', 'incident'],
  task: ['task'],
};

/** The visible items of a number, reference or URL, last changed first. */
export async function namedItems(
  { db, viewer }: Context,
  { kind, path, iid }: SearchedReference,
  within: Namespace | null,
  filters: SearchFilters,
  kinds: readonly SearchKind[],
): Promise<number[]> {
  const wanted = kinds.filter((each) => kind === 'any' || (kind === 'epic') === (each === 'epic'));
  const types = wanted.flatMap((each) => typesOf[each] ?? []);
  if (types.length === 0) return [];
  const conditions = [
    sql<SqlBool>`w.type = ANY(${types}::text[])`,
    visibleWorkItems(viewer),
    ...(within ? [namespacesBelow(within.scope.traversalIds)] : []),
    // Relative references contain only the end of the path.
    ...(path === null
      ? []
      : [
          sql<SqlBool>`(lower(n.full_path) = ${path.toLowerCase()} OR right(lower(n.full_path), ${path.length + 1}) = ${`/${path.toLowerCase()}`})`,
        ]),
    ...namesOf(filters).flatMap((name) => filterCondition(items, filters, name) ?? []),
  ];
  const { rows } = await sql<{ id: number }>`
    SELECT w.id FROM namespaces n JOIN work_items w ON w.namespace_id = n.id AND w.iid = ${iid}
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY w.updated_at DESC, w.id DESC LIMIT ${MAX_NAMED}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The kinds of these items. */
export async function typesOfNamed({ db }: Context, ids: readonly number[]): Promise<SearchKind[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    type: WorkItemType;
  }>`SELECT type FROM work_items WHERE id = ANY(${ids}::bigint[])`.execute(db);
  return rows.map(({ type }) => (type === 'incident' ? 'issue' : type));
}
