import { readTokens } from '@milepost/core/filters/address';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { filterArguments } from '@milepost/core/filters/arguments';
import { issueListSorts, type IssueListSort } from '@milepost/core/filters/lists';
import { queryOptions } from '@tanstack/react-query';
import { NotFoundError } from '../../platform/api/errors.ts';
import { request } from '../../platform/api/graphql.ts';
import type { ListIssuesQuery } from '../../gen/graphql.ts';
import { itemPageOf, MAX_COUNT, pageArguments, stateCountsOf, type ItemPage } from './item-page.ts';
import type { ListAddress } from './use-list-address.ts';
import { countIssues } from './operations/counts.ts';
import { listIssues } from './operations/list.ts';

/** An issue as its list shows it. */
export type ListedIssue = NonNullable<
  NonNullable<NonNullable<NonNullable<ListIssuesQuery['group']>['issues']>['nodes']>[number]
>;

/** The query of a filter in the address, without the page. */
export function issueVariables({ kind, fullPath }: NamespaceRef, filters: string) {
  return { fullPath, isProject: kind === 'project', ...filterArguments('issues', readTokens('issues', filters)) };
}

/** One page of the issues of a project, or of a group with all below it. */
export function issuePageQuery(
  home: NamespaceRef,
  { filters, state, sort, page }: ListAddress<IssueListSort>,
  size: number,
) {
  const { after, before } = page;
  return queryOptions({
    queryKey: ['issues', 'list', home, filters, state, sort, after, before, size],
    queryFn: async ({ signal }): Promise<ItemPage<ListedIssue>> => {
      const variables = {
        ...issueVariables(home, filters),
        ...pageArguments(page, size),
        state,
        sort: issueListSorts[sort],
      };
      const { group, project } = await request(listIssues, variables, signal);
      const namespace = home.kind === 'project' ? project : group;
      if (!namespace) throw new NotFoundError(home.kind === 'project' ? 'Project' : 'Group');
      return itemPageOf(namespace.issues);
    },
  });
}

/** The number of matching issues, by state. */
export function issueListCounts(home: NamespaceRef, filters: string) {
  return queryOptions({
    queryKey: ['issues', 'counts', home, filters],
    queryFn: async ({ signal }) => {
      const { group, project } = await request(
        countIssues,
        { ...issueVariables(home, filters), most: MAX_COUNT },
        signal,
      );
      const namespace = home.kind === 'project' ? project : group;
      return stateCountsOf(namespace?.opened?.count ?? 0, namespace?.closed?.count ?? 0);
    },
  });
}
