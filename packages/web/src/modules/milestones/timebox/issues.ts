import { queryOptions } from '@tanstack/react-query';
import type { AvatarPerson } from '../../../ui/text/Avatar.tsx';
import { restPage, type RestParameters } from '../../../platform/api/rest.ts';

/** An issue of a milestone or iteration, as REST returns it. */
export interface TimeboxIssue {
  id: number;
  title: string;
  state: 'opened' | 'closed';
  weight: number | null;
  web_url: string;
  references: { full: string };
  assignees: AvatarPerson[];
}

export interface TimeboxIssueList {
  issues: TimeboxIssue[];
  total: number;
}

/** A page lists at most this many issues. */
export const MAX_ISSUES = 500;
const PER_PAGE = 100;

/** The issues at a path of the REST API, up to MAX_ISSUES. */
export function timeboxIssues(key: readonly string[], path: string, parameters: RestParameters = {}) {
  return queryOptions({
    queryKey: ['timebox-issues', ...key],
    async queryFn({ signal }): Promise<TimeboxIssueList> {
      const fetchPage = (page: number) =>
        restPage<TimeboxIssue>(path, { ...parameters, per_page: PER_PAGE }, page, signal);
      const first = await fetchPage(1);
      const total = first.total ?? first.items.length;
      const pages = Math.ceil(Math.min(total, MAX_ISSUES) / PER_PAGE);
      const rest = await Promise.all(
        Array.from({ length: Math.max(pages - 1, 0) }, (_, index) => fetchPage(index + 2)),
      );
      return { issues: [first, ...rest].flatMap(({ items }) => items), total };
    },
  });
}
