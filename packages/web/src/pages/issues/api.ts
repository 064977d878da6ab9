import { issueArgumentsOf, readIssueTokens } from '@milepost/core/filters/issues';
import { issueListSorts, type IssueListSort } from '@milepost/core/filters/lists';
import { parseQuery } from '@milepost/core/query';
import { queryOptions } from '@tanstack/react-query';
import { MissingError } from '../../app/errors.ts';
import { present, request } from '../../app/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import type { ListIssueIdsQuery, ListIssueIdsQueryVariables, ListIssuesQuery } from '../../gen/graphql.ts';
import {
  itemPageOf,
  mostCounted,
  pageArguments,
  stateCountsOf,
  type ItemPage,
} from '../../modules/work-items/list/item-page.ts';
import type { ListAddress } from '../../modules/work-items/list/use-list-address.ts';
import type { ItemHome } from '../../modules/work-items/sidebar/options.tsx';

graphql(`
  fragment IssueOfList on Issue {
    ...ListedIssue
    userNotesCount
    iteration {
      id
      title
      startDate
      dueDate
      iterationCadence {
        id
        title
      }
    }
    epic {
      id
      title
      webPath
    }
  }
`);

const listIssues = graphql(`
  query listIssues(
    $fullPath: ID!
    $isProject: Boolean!
    $state: IssueState
    $sort: IssueSort
    $first: Int
    $after: String
    $last: Int
    $before: String
    $search: String
    $authorUsername: String
    $assigneeUsernames: [String!]
    $labelName: [String!]
    $milestoneTitle: [String!]
    $iterationId: [ID!]
    $iterationTitle: String
    $epicId: String
    $types: [IssueType!]
    $weight: String
    $healthStatusFilter: HealthStatusFilter
    $confidential: Boolean
    $myReactionEmoji: String
    $customField: [WorkItemWidgetCustomFieldFilterInputType!]
    $not: NegatedIssueFilterInput
    $or: UnionedIssueFilterInput
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      issues(
        includeSubgroups: true
        state: $state
        sort: $sort
        first: $first
        after: $after
        last: $last
        before: $before
        search: $search
        authorUsername: $authorUsername
        assigneeUsernames: $assigneeUsernames
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        iterationId: $iterationId
        iterationTitle: $iterationTitle
        epicId: $epicId
        types: $types
        weight: $weight
        healthStatusFilter: $healthStatusFilter
        confidential: $confidential
        myReactionEmoji: $myReactionEmoji
        customField: $customField
        not: $not
        or: $or
      ) {
        nodes {
          ...IssueOfList
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      issues(
        state: $state
        sort: $sort
        first: $first
        after: $after
        last: $last
        before: $before
        search: $search
        authorUsername: $authorUsername
        assigneeUsernames: $assigneeUsernames
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        iterationId: $iterationId
        iterationTitle: $iterationTitle
        epicId: $epicId
        types: $types
        weight: $weight
        healthStatusFilter: $healthStatusFilter
        confidential: $confidential
        myReactionEmoji: $myReactionEmoji
        customField: $customField
        not: $not
        or: $or
      ) {
        nodes {
          ...IssueOfList
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);

const listIssueIds = graphql(`
  query listIssueIds(
    $fullPath: ID!
    $isProject: Boolean!
    $state: IssueState
    $sort: IssueSort
    $after: String
    $search: String
    $authorUsername: String
    $assigneeUsernames: [String!]
    $labelName: [String!]
    $milestoneTitle: [String!]
    $iterationId: [ID!]
    $iterationTitle: String
    $epicId: String
    $types: [IssueType!]
    $weight: String
    $healthStatusFilter: HealthStatusFilter
    $confidential: Boolean
    $myReactionEmoji: String
    $customField: [WorkItemWidgetCustomFieldFilterInputType!]
    $not: NegatedIssueFilterInput
    $or: UnionedIssueFilterInput
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      issues(
        includeSubgroups: true
        state: $state
        sort: $sort
        first: 100
        after: $after
        search: $search
        authorUsername: $authorUsername
        assigneeUsernames: $assigneeUsernames
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        iterationId: $iterationId
        iterationTitle: $iterationTitle
        epicId: $epicId
        types: $types
        weight: $weight
        healthStatusFilter: $healthStatusFilter
        confidential: $confidential
        myReactionEmoji: $myReactionEmoji
        customField: $customField
        not: $not
        or: $or
      ) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      issues(
        state: $state
        sort: $sort
        first: 100
        after: $after
        search: $search
        authorUsername: $authorUsername
        assigneeUsernames: $assigneeUsernames
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        iterationId: $iterationId
        iterationTitle: $iterationTitle
        epicId: $epicId
        types: $types
        weight: $weight
        healthStatusFilter: $healthStatusFilter
        confidential: $confidential
        myReactionEmoji: $myReactionEmoji
        customField: $customField
        not: $not
        or: $or
      ) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);

const countIssues = graphql(`
  query countIssues(
    $fullPath: ID!
    $isProject: Boolean!
    $most: Int!
    $search: String
    $authorUsername: String
    $assigneeUsernames: [String!]
    $labelName: [String!]
    $milestoneTitle: [String!]
    $iterationId: [ID!]
    $iterationTitle: String
    $epicId: String
    $types: [IssueType!]
    $weight: String
    $healthStatusFilter: HealthStatusFilter
    $confidential: Boolean
    $myReactionEmoji: String
    $customField: [WorkItemWidgetCustomFieldFilterInputType!]
    $not: NegatedIssueFilterInput
    $or: UnionedIssueFilterInput
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      opened: issues(
        includeSubgroups: true
        state: opened
        first: 0
        search: $search
        authorUsername: $authorUsername
        assigneeUsernames: $assigneeUsernames
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        iterationId: $iterationId
        iterationTitle: $iterationTitle
        epicId: $epicId
        types: $types
        weight: $weight
        healthStatusFilter: $healthStatusFilter
        confidential: $confidential
        myReactionEmoji: $myReactionEmoji
        customField: $customField
        not: $not
        or: $or
      ) {
        count(limit: $most)
      }
      closed: issues(
        includeSubgroups: true
        state: closed
        first: 0
        search: $search
        authorUsername: $authorUsername
        assigneeUsernames: $assigneeUsernames
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        iterationId: $iterationId
        iterationTitle: $iterationTitle
        epicId: $epicId
        types: $types
        weight: $weight
        healthStatusFilter: $healthStatusFilter
        confidential: $confidential
        myReactionEmoji: $myReactionEmoji
        customField: $customField
        not: $not
        or: $or
      ) {
        count(limit: $most)
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      opened: issues(
        state: opened
        first: 0
        search: $search
        authorUsername: $authorUsername
        assigneeUsernames: $assigneeUsernames
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        iterationId: $iterationId
        iterationTitle: $iterationTitle
        epicId: $epicId
        types: $types
        weight: $weight
        healthStatusFilter: $healthStatusFilter
        confidential: $confidential
        myReactionEmoji: $myReactionEmoji
        customField: $customField
        not: $not
        or: $or
      ) {
        count(limit: $most)
      }
      closed: issues(
        state: closed
        first: 0
        search: $search
        authorUsername: $authorUsername
        assigneeUsernames: $assigneeUsernames
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        iterationId: $iterationId
        iterationTitle: $iterationTitle
        epicId: $epicId
        types: $types
        weight: $weight
        healthStatusFilter: $healthStatusFilter
        confidential: $confidential
        myReactionEmoji: $myReactionEmoji
        customField: $customField
        not: $not
        or: $or
      ) {
        count(limit: $most)
      }
    }
  }
`);

/** An issue as its list shows it. */
export type ListedIssue = NonNullable<
  NonNullable<NonNullable<NonNullable<ListIssuesQuery['group']>['issues']>['nodes']>[number]
>;

/** What is asked for a filter of the address, besides the page. */
function variablesOf({ kind, fullPath }: ItemHome, filters: string) {
  return { fullPath, isProject: kind === 'project', ...issueArgumentsOf(readIssueTokens(parseQuery(filters))) };
}

/** One page of the issues of a project, or of a group with all below it. */
export function issuePageQuery(
  home: ItemHome,
  { filters, state, sort, page }: ListAddress<IssueListSort>,
  size: number,
) {
  const { after, before } = page;
  return queryOptions({
    queryKey: ['issues', 'list', home, filters, state, sort, after, before, size],
    queryFn: async ({ signal }): Promise<ItemPage<ListedIssue>> => {
      const variables = {
        ...variablesOf(home, filters),
        ...pageArguments(page, size),
        state,
        sort: issueListSorts[sort],
      };
      const { group, project } = await request(listIssues, variables, signal);
      const place = home.kind === 'project' ? project : group;
      if (!place) throw new MissingError(home.kind === 'project' ? 'Project' : 'Group');
      return itemPageOf(place.issues);
    },
  });
}

/** How many issues the filters leave, by state. */
export function issueListCounts(home: ItemHome, filters: string) {
  return queryOptions({
    queryKey: ['issues', 'counts', home, filters],
    queryFn: async ({ signal }) => {
      const { group, project } = await request(
        countIssues,
        { ...variablesOf(home, filters), most: mostCounted },
        signal,
      );
      const place = home.kind === 'project' ? project : group;
      return stateCountsOf(place?.opened?.count ?? 0, place?.closed?.count ?? 0);
    },
  });
}

/** The ids of all issues that the filters leave, in the order of the list, up to so many. */
export async function loadIssueIds(
  home: ItemHome,
  { filters, state, sort }: ListAddress<IssueListSort>,
  most: number,
  signal: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = '';
  while (after !== null && ids.length < most) {
    const variables: ListIssueIdsQueryVariables = {
      ...variablesOf(home, filters),
      state,
      sort: issueListSorts[sort],
      after,
    };
    const answer: ListIssueIdsQuery = await request(listIssueIds, variables, signal);
    const issues = (home.kind === 'project' ? answer.project : answer.group)?.issues;
    ids.push(...present(issues?.nodes).map(({ id }) => id));
    after = itemPageOf(issues).next;
  }
  return ids.slice(0, most);
}
