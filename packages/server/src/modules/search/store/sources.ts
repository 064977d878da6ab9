import type { MilestoneState } from '@milepost/core/timeboxes/milestones';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { namespacesBelow, visibleNamespaces } from '../../namespaces/policy.ts';
import { readableNotes } from '../../notes/policy.ts';
import { mayListUsers } from '../../users/policy.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';
import type { SearchQuery } from './query.ts';

/** The kinds of results, as tagged in the index. Incidents count as issues. */
export const searchKinds = ['epic', 'issue', 'task', 'note', 'milestone', 'group', 'project', 'user'] as const;
export type SearchKind = (typeof searchKinds)[number];

export interface SearchFilters {
  state?: 'opened' | 'closed';
  changed?: 'month' | 'year';
  authorUsername?: string;
  labelTitle?: string;
  /** The full path of a project. */
  projectPath?: string;
  /** REST only. */
  isConfidential?: boolean;
}
export type FilterName = keyof SearchFilters;
/** The filters that a page offers with counts. */
export const facetNames = ['state', 'changed', 'authorUsername', 'labelTitle', 'projectPath'] as const;
export type FacetName = (typeof facetNames)[number];

/** How results of some kinds are joined with their row of `search_texts` (alias `s`), filtered and counted. */
export interface Source {
  kinds: readonly SearchKind[];
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  createdAt: RawBuilder<unknown>;
  visible: (ctx: Context, query: SearchQuery) => RawBuilder<SqlBool>;
  filters: Partial<{ [Name in FilterName]-?: (value: NonNullable<SearchFilters[Name]>) => RawBuilder<SqlBool> }>;
  /** The value of a row for each filter, for counts; an item may have several labels. */
  values: Partial<Record<FacetName, RawBuilder<unknown>>>;
}

const since = { month: sql`now() - interval '1 month'`, year: sql`now() - interval '1 year'` };
const within = (query: SearchQuery): RawBuilder<SqlBool> =>
  query.within && query.namespaceIds === null ? namespacesBelow(query.within.scope.traversalIds) : sql<SqlBool>`true`;

const ofProject = (path: string): RawBuilder<SqlBool> => sql`lower(n.full_path) = lower(${path})`;
const byAuthor = (column: string) => (username: string) =>
  sql<SqlBool>`${sql.ref(column)} = (SELECT id FROM users WHERE lower(username) = lower(${username}))`;
const usernameOf = (column: string) => sql`(SELECT username FROM users WHERE id = ${sql.ref(column)})`;
const projectPath = sql`CASE n.kind WHEN 'project' THEN n.full_path END`;
const milestoneStates: Readonly<Record<'opened' | 'closed', MilestoneState>> = { opened: 'active', closed: 'closed' };

export const items: Source = {
  kinds: ['epic', 'issue', 'task'],
  from: sql`JOIN work_items w ON w.id = s.id JOIN namespaces n ON n.id = w.namespace_id`,
  id: sql`w.id`,
  createdAt: sql`w.created_at`,
  visible: ({ viewer }, query) => sql`(${visibleWorkItems(viewer)} AND ${within(query)})`,
  filters: {
    state: (state) => sql`w.state = ${state}`,
    changed: (age) => sql`w.updated_at >= ${since[age]}`,
    authorUsername: byAuthor('w.author_id'),
    labelTitle: (title) => sql`EXISTS (SELECT FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id
      WHERE wl.work_item_id = w.id AND l.title = ${title})`,
    projectPath: ofProject,
    isConfidential: (isConfidential) => sql`w.is_confidential = ${isConfidential}`,
  },
  values: {
    state: sql`w.state`,
    changed: sql`w.updated_at`,
    authorUsername: usernameOf('w.author_id'),
    labelTitle: sql`ARRAY(SELECT l.title FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id WHERE wl.work_item_id = w.id)`,
    projectPath,
  },
};

export const notes: Source = {
  kinds: ['note'],
  from: sql`JOIN notes note ON note.id = s.id JOIN work_items w ON w.id = note.work_item_id JOIN namespaces n ON n.id = w.namespace_id`,
  id: sql`note.id`,
  createdAt: sql`note.created_at`,
  visible: ({ viewer }, query) => sql`(${visibleWorkItems(viewer)} AND ${readableNotes(viewer)} AND ${within(query)})`,
  filters: {
    changed: (age) => sql`note.updated_at >= ${since[age]}`,
    authorUsername: byAuthor('note.author_id'),
    projectPath: ofProject,
    isConfidential: (isConfidential) => sql`(note.is_internal OR w.is_confidential) = ${isConfidential}`,
  },
  values: { changed: sql`note.updated_at`, authorUsername: usernameOf('note.author_id'), projectPath },
};

export const milestones: Source = {
  kinds: ['milestone'],
  from: sql`JOIN milestones m ON m.id = s.id JOIN namespaces n ON n.id = m.namespace_id`,
  id: sql`m.id`,
  createdAt: sql`m.created_at`,
  visible: ({ viewer }, query) => sql`(${visibleNamespaces(viewer)} AND ${within(query)})`,
  filters: {
    state: (state) => sql`m.state = ${milestoneStates[state]}`,
    changed: (age) => sql`m.updated_at >= ${since[age]}`,
    projectPath: ofProject,
  },
  values: {
    state: sql`CASE m.state WHEN 'active' THEN 'opened' ELSE 'closed' END`,
    changed: sql`m.updated_at`,
    projectPath,
  },
};

export const namespaces: Source = {
  kinds: ['group', 'project'],
  from: sql`JOIN namespaces n ON n.id = s.id`,
  id: sql`n.id`,
  createdAt: sql`n.created_at`,
  visible: ({ viewer }, query) => sql`(${visibleNamespaces(viewer)} AND ${within(query)})`,
  filters: {},
  values: {},
};

export const users: Source = {
  kinds: ['user'],
  from: sql`JOIN users u ON u.id = s.id`,
  id: sql`u.id`,
  createdAt: sql`u.created_at`,
  visible: ({ viewer }, query) => {
    if (!mayListUsers(viewer)) return sql`false`;
    const isActive = sql<SqlBool>`u.state = 'active' AND NOT u.is_bot`;
    if (!query.within) return isActive;
    // Members of the group or project, of a group above it, and of everything visible below it.
    const { traversalIds } = query.within.scope;
    return sql`(${isActive} AND u.id IN (SELECT m.user_id FROM memberships m JOIN namespaces n ON n.id = m.namespace_id
      WHERE n.id = ANY(${traversalIds}::bigint[]) OR (${namespacesBelow(traversalIds)} AND ${visibleNamespaces(viewer)})))`;
  },
  filters: {},
  values: {},
};

export const sources: readonly Source[] = [namespaces, users, milestones, items, notes];

export function sourceOf(kind: SearchKind): Source {
  return sources.find(({ kinds }) => kinds.includes(kind)) ?? items;
}

/** Whether all of these filters exist for a source; scope `all` leaves out sources without them. */
export function hasFilters(source: Source, filters: SearchFilters): boolean {
  return namesOf(filters).every((name) => source.filters[name] !== undefined);
}

export function namesOf(filters: SearchFilters): FilterName[] {
  return (Object.keys(filters) as FilterName[]).filter((name) => filters[name] !== undefined);
}

/** The condition of one filter; null if it does not apply to the source. */
export function filterCondition(source: Source, filters: SearchFilters, name: FilterName): RawBuilder<SqlBool> | null {
  const value = filters[name];
  const condition = source.filters[name] as ((given: unknown) => RawBuilder<SqlBool>) | undefined;
  return value === undefined || !condition ? null : condition(value);
}
