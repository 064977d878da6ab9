import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../../gen/gql.ts';
import { present } from '../../../platform/api/graphql.ts';
import { readDay } from '../../../ui/field/days.ts';
import { requestRoadmap } from '../data/request.ts';
import type { RoadmapEpic, RoadmapIssue } from '../data/epic.ts';

const roadmapIssues = graphql(`
  query roadmapIssues($fullPath: ID!, $iid: ID!, $after: String!) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        issues(first: 50, after: $after, byDueDate: true) {
          count
          nodes {
            id
            iid
            title
            state
            webPath
            startDate
            dueDate
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

export interface IssuePage {
  count: number;
  issues: readonly RoadmapIssue[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

/** Direct issues of an epic, after a cursor. */
export function issuePage({ group: { fullPath }, iid }: RoadmapEpic, after: string) {
  return queryOptions({
    queryKey: ['roadmapIssues', { fullPath, iid, after }],
    queryFn: async ({ signal }): Promise<IssuePage> => {
      const page = (await requestRoadmap(roadmapIssues, { fullPath, iid, after }, signal)).group?.epic?.issues;
      const issues = present(page?.nodes).map(({ id, title, state, webPath, startDate, dueDate }) => ({
        id: id ?? webPath,
        title,
        isClosed: state === 'closed',
        href: webPath,
        span: { start: readDay(startDate), due: readDay(dueDate) },
      }));
      return { count: page?.count ?? 0, issues, next: page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null };
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
