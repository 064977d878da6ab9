import type { SearchVariables } from '../../modules/search/api.ts';
import type { SearchOf } from '../../platform/navigation/page-search.ts';

export type SearchSettings = SearchOf<'search'>;

/** The address as variables of the query. */
export function variablesOf(text: string, settings: SearchSettings): SearchVariables {
  const { scope, group_id: groupId, project_id: projectId, state, changed } = settings;
  const { author_username: authorUsername, label_name: labelTitle, project: projectPath } = settings;
  return {
    search: text,
    scope: scopeOf(scope),
    ...(groupId !== '' && { groupId }),
    ...(projectId !== '' && groupId === '' && { projectId }),
    ...(state !== '' && { state: state === 'opened' ? 'OPENED' : 'CLOSED' }),
    ...(changed !== '' && { changed: changed === 'month' ? 'MONTH' : 'YEAR' }),
    ...(authorUsername !== '' && { authorUsername }),
    ...(labelTitle !== '' && { labelTitle }),
    ...(projectPath !== '' && { projectPath }),
  };
}

export const scopes = ['ALL', 'EPICS', 'ISSUES', 'TASKS', 'NOTES', 'MILESTONES', 'USERS', 'PROJECTS'] as const;
export type Scope = (typeof scopes)[number];

export function scopeOf(value: SearchSettings['scope']): Scope {
  return scopes.find((scope) => scope.toLowerCase() === value) ?? 'ALL';
}

/** The address of a scope: everything is the default. */
export function valueOfScope(scope: Scope): SearchSettings['scope'] {
  return scope === 'ALL' ? '' : (scope.toLowerCase() as SearchSettings['scope']);
}

export const clearedFilters = {
  state: '',
  changed: '',
  author_username: '',
  label_name: '',
  project: '',
  cursor: '',
} as const satisfies Partial<SearchSettings>;

export function hasFilters({
  state,
  changed,
  author_username: author,
  label_name: label,
  project,
}: SearchSettings): boolean {
  return [state, changed, author, label, project].some((value) => value !== '');
}
