import { queryOptions } from '@tanstack/react-query';
import { sendJson } from '../../app/http.ts';
import { restPages, type RestParameters, restPath } from '../../app/rest.ts';
import type { RestUser } from '../users/api.ts';

/** An issue in a REST list, with the details of its labels. */
export interface ListedIssue {
  id: number;
  iid: number;
  project_id: number;
  title: string;
  state: 'opened' | 'closed';
  issue_type: string;
  confidential: boolean;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
  due_date: string | null;
  weight: number | null;
  web_url: string;
  references: { short: string; relative: string; full: string };
  labels: { name: string; color: string; description: string | null }[];
  author: RestUser;
  assignees: RestUser[];
  milestone: { title: string } | null;
  health_status: string | null;
}

export const issueSortKeys = ['updated_at', 'created_at', 'due_date', 'title'] as const;
export type IssueSortKey = (typeof issueSortKeys)[number];

export interface IssueFilter {
  search: string;
  labels: readonly string[];
  milestone: string;
  assignee: string;
  author: string;
}

const parametersOf = ({ search, labels, milestone, assignee, author }: IssueFilter): RestParameters => ({
  search,
  labels: labels.join(','),
  milestone,
  assignee_username: assignee,
  author_username: author,
});

const place = (kind: 'group' | 'project', fullPath: string): string => `/${kind}s/${encodeURIComponent(fullPath)}`;

/** The issues of a group (with everything below) or project, page by page. */
export function issuesPages(kind: 'group' | 'project', fullPath: string, state: 'opened' | 'closed' | 'all', sort: { key: IssueSortKey; direction: 'asc' | 'desc' }, filter: IssueFilter) {
  return restPages<ListedIssue>(['issues', kind, fullPath, state, sort, filter], `${place(kind, fullPath)}/issues`, {
    ...parametersOf(filter),
    state,
    order_by: sort.key,
    sort: sort.direction,
    with_labels_details: true,
    per_page: 50,
  });
}

interface Statistics {
  statistics: { counts: { all: number; closed: number; opened: number } };
}

/** How many issues are open and closed. */
export function issueCountsQuery(kind: 'group' | 'project', fullPath: string, filter: IssueFilter) {
  return queryOptions({
    queryKey: ['issues', kind, fullPath, 'counts', filter],
    queryFn: async ({ signal }) => (await sendJson<Statistics>(restPath(`${place(kind, fullPath)}/issues_statistics`, parametersOf(filter)), { signal })).statistics.counts,
  });
}
