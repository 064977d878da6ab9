import { abuseReportStates } from '@milepost/core/accounts/abuse';
import { roles } from '@milepost/core/roles';
import { todoActions } from '@milepost/core/notifications/todos';
import { useCallback, useMemo } from 'react';
import type { Page } from './routes.ts';
import { type SearchParameters, textOf } from './search.ts';
import { useSearchParameters } from './use-search.ts';

/**
 * Any text, a text that matches a pattern, or one of several values, of which the first is the default and is omitted from the
 * address.
 */
type Format = 'text' | RegExp | readonly [string, ...string[]];

/** A text that does not match counts as absent. */
const NUMBER = /^[1-9]\d{0,9}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const memberSearch = {
  search: 'text',
  tab: ['members', 'groups', 'pending', 'requests'],
  role: ['', ...roles],
  source: ['', 'direct', 'inherited', 'shared'],
  /** What to begin with in the dialog that invites; empty: it is closed. */
  invite: 'text',
} as const;

/** `account`: whose tokens are shown. */
const accountSearch = { account: NUMBER } as const;

const seatSearch = {
  tab: ['seats', 'enterprise'],
  search: 'text',
  sort: [
    'name_asc',
    'name_desc',
    'access_level_desc',
    'access_level_asc',
    'last_joined',
    'last_activity_on_desc',
    'last_activity_on_asc',
  ],
} as const;

const milestoneSearch = {
  state: ['active', 'closed', 'all'],
  sort: ['due_date', 'start_date', 'title'],
  search: 'text',
} as const;

const vulnerabilitySearch = {
  severity: 'text',
  state: 'text',
  scanner: 'text',
  report_type: 'text',
  has_issues: 'text',
  has_resolution: 'text',
  search: 'text',
  sort: ['severity_desc', 'severity_asc', 'detected_desc', 'detected_asc'],
} as const;

const mergeRequestSearch = {
  state: ['opened', 'merged', 'closed', 'all'],
  author: 'text',
  assignee: 'text',
  reviewer: 'text',
  label: 'text',
  milestone: 'text',
  draft: 'text',
  target: 'text',
  search: 'text',
} as const;

const newIssueSearch = {
  add_related_issue: NUMBER,
  vulnerability_id: NUMBER,
  issuable_template: 'text',
  'issue[title]': 'text',
  'issue[description]': 'text',
  'issue[issue_type]': 'text',
  'issue[milestone_id]': 'text',
  'issue[due_date]': DAY,
  'issue[weight]': /^\d{1,9}$/,
  'issue[confidential]': ['false', 'true'],
} as const;

/**
 * The search parameters of each page. Lists of items and the roadmap have open sets of filters instead: `@milepost/core/filters` and
 * `@milepost/core/roadmap/settings` parse those. `search` is typed text: see `useSearchText`.
 */
export const pageSearch = {
  home: { search: 'text' },
  signIn: { redirect: 'text' },
  signUp: { redirect: 'text' },
  adminUsers: {
    search: 'text',
    state: ['all', 'active', 'waiting', 'blocked', 'banned', 'deactivated', 'administrators'],
  },
  adminGroups: { search: 'text' },
  adminProjects: { search: 'text' },
  adminJobs: { state: ['failed', 'waiting', 'running', 'finished'] },
  newGroup: { parent: 'text' },
  newProject: { parent: 'text' },
  person: { part: ['authored', 'assigned'] },
  todos: {
    state: ['pending', 'done'],
    action: ['', ...todoActions],
    type: ['', 'EPIC', 'ISSUE', 'WORKITEM', 'MERGEREQUEST'],
  },
  search: {
    search: 'text',
    scope: ['', 'epics', 'issues', 'tasks', 'notes', 'milestones', 'users', 'projects'],
    group_id: 'text',
    project_id: 'text',
    state: ['', 'opened', 'closed'],
    changed: ['', 'month', 'year'],
    author_username: 'text',
    label_name: 'text',
    /** The full path of a project. */
    project: 'text',
    /** Where the list begins. */
    cursor: 'text',
  },
  yourWork: {
    tab: ['assigned', 'created', 'mentioned', 'epics'],
    state: ['opened', 'closed', 'all'],
    sort: ['', 'updated_desc', 'created_desc', 'due_date_asc'],
    search: 'text',
  },
  abuseReports: { state: abuseReportStates },
  newEpic: { parent_epic: 'text', issuable_template: 'text', 'epic[title]': 'text', 'epic[description]': 'text' },
  newIssue: newIssueSearch,
  newGroupIssue: newIssueSearch,
  groupMilestones: milestoneSearch,
  projectMilestones: milestoneSearch,
  groupIterations: { state: ['opened', 'closed', 'all'] },
  projectIterations: { state: ['opened', 'closed', 'all'] },
  groupLabels: { search: 'text' },
  projectLabels: { search: 'text' },
  groupVulnerabilities: vulnerabilitySearch,
  projectVulnerabilities: vulnerabilitySearch,
  groupMergeRequests: mergeRequestSearch,
  mergeRequests: mergeRequestSearch,
  mergeRequest: { tab: ['overview', 'commits', 'changes'] },
  repository: { tab: ['files', 'commits', 'branches'], offset: NUMBER },
  newMergeRequest: { source: 'text', target: 'text' },
  groupMembers: memberSearch,
  groupSeats: seatSearch,
  groupServiceAccounts: accountSearch,
  adminServiceAccounts: accountSearch,
  projectMembers: memberSearch,
  environments: { tab: ['active', 'stopped', 'waiting'] },
  customFields: { status: ['active', 'archived'] },
  snapshots: { from: NUMBER, to: NUMBER, kind: ['', 'later', 'earlier', 'added', 'removed', 'unchanged'] },
} as const satisfies Partial<Record<Page, Readonly<Record<string, Format>>>>;

type SearchPage = keyof typeof pageSearch;

/** The parsed parameters of a page. */
export type SearchOf<Name extends SearchPage> = {
  [Parameter in keyof (typeof pageSearch)[Name]]: (typeof pageSearch)[Name][Parameter] extends readonly (infer Word)[]
    ? Word
    : string;
};

export function parsePageSearch<Name extends SearchPage>(page: Name, parameters: SearchParameters): SearchOf<Name> {
  const formats: Readonly<Record<string, Format>> = pageSearch[page];
  const values = Object.entries(formats).map(([name, format]) => [name, read(format, textOf(parameters, name))]);
  return Object.fromEntries(values) as SearchOf<Name>;
}

function read(format: Format, text: string): string {
  if (format === 'text') return text;
  if (format instanceof RegExp) return format.test(text.trim()) ? text.trim() : '';
  return format.find((word) => word === text.trim()) ?? format[0];
}

/** The parameters of a page and a function that changes some of them: a step that Back undoes, unless `replace` is set. */
export function usePageSearch<Name extends SearchPage>(
  page: Name,
): [SearchOf<Name>, (change: Partial<SearchOf<Name>>, options?: { replace?: boolean }) => void] {
  const [parameters, changeParameters] = useSearchParameters();
  const search = useMemo(() => parsePageSearch(page, parameters), [page, parameters]);
  const change = useCallback(
    (next: Partial<SearchOf<Name>>, options?: { replace?: boolean }) => {
      const formats: Readonly<Record<string, Format>> = pageSearch[page];
      const isDefault = (name: string, value: unknown): boolean =>
        Array.isArray(formats[name]) && formats[name][0] === value;
      const printed = Object.entries<unknown>(next).map(([name, value]) => [name, isDefault(name, value) ? '' : value]);
      changeParameters(Object.fromEntries(printed) as Record<string, string>, options);
    },
    [page, changeParameters],
  );
  return [search, change];
}
