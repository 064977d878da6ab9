import { epicListSorts, type EpicListSort } from '@milepost/core/filters/lists';
import { readTokens } from '@milepost/core/filters/address';
import { epicFilterArguments } from '@milepost/core/roadmap/arguments';
import { queryOptions } from '@tanstack/react-query';
import { NotFoundError } from '../../platform/api/errors.ts';
import { request } from '../../platform/api/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import type { GroupEpicsQuery } from '../../gen/graphql.ts';
import { itemPageOf, MAX_COUNT, pageArguments, stateCountsOf, type ItemPage } from '../../modules/lists/item-page.ts';
import type { ListAddress } from '../../modules/lists/use-list-address.ts';

graphql(`
  fragment EpicOfList on Epic {
    id
    iid
    title
    state
    color
    confidential
    blocked
    webPath
    reference(full: true)
    createdAt
    updatedAt
    closedAt
    startDate
    dueDate
    userNotesCount
    author {
      id
      name
      type
    }
    labels {
      nodes {
        id
        title
        color
        description
      }
    }
    ...EpicSelectFields
    assignees {
      nodes {
        id
        name
        username
        avatarUrl
        type
      }
    }
    status {
      ...ShownStatus
    }
    descendantCounts {
      openedEpics
      closedEpics
      openedIssues
      closedIssues
    }
    descendantWeightSum {
      openedIssues
      closedIssues
    }
    healthStatus {
      issuesOnTrack
      issuesNeedingAttention
      issuesAtRisk
      own
    }
    startDateIsFixed
    dueDateIsFixed
    userPermissions {
      updateEpic
      adminEpic
      changeStatus
    }
  }
`);

const groupEpics = graphql(`
  query groupEpics(
    $fullPath: ID!
    $state: EpicState
    $sort: EpicSort
    $first: Int
    $after: String
    $last: Int
    $before: String
    $iid: ID
    $includeDescendantGroups: Boolean
  ) {
    group(fullPath: $fullPath) {
      id
      epics(
        state: $state
        sort: $sort
        first: $first
        after: $after
        last: $last
        before: $before
        iid: $iid
        includeDescendantGroups: $includeDescendantGroups
      ) @filtered(list: epics) {
        nodes {
          ...EpicOfList
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

/** One epic of a list, and whether the list has it. */
export const listedEpicRow = graphql(`
  query listedEpicRow(
    $home: ID!
    $epicIid: ID!
    $id: ID!
    $fullPath: ID!
    $state: EpicState
    $iid: ID
    $includeDescendantGroups: Boolean
  ) {
    home: group(fullPath: $home) {
      id
      epic(iid: $epicIid) {
        ...EpicOfList
      }
    }
    group(fullPath: $fullPath) {
      id
      epics(ids: [$id], state: $state, iid: $iid, includeDescendantGroups: $includeDescendantGroups)
        @filtered(list: epics) {
        nodes {
          id
        }
      }
    }
  }
`);

const epicCounts = graphql(`
  query epicCounts($fullPath: ID!, $most: Int!, $iid: ID, $includeDescendantGroups: Boolean) {
    group(fullPath: $fullPath) {
      id
      opened: epics(state: opened, first: 0, iid: $iid, includeDescendantGroups: $includeDescendantGroups)
        @filtered(list: epics) {
        count(limit: $most)
      }
      closed: epics(state: closed, first: 0, iid: $iid, includeDescendantGroups: $includeDescendantGroups)
        @filtered(list: epics) {
        count(limit: $most)
      }
    }
  }
`);

export type ListedEpic = NonNullable<
  NonNullable<NonNullable<NonNullable<GroupEpicsQuery['group']>['epics']>['nodes']>[number]
>;

export const epicVariables = (fullPath: string, filters: string) =>
  epicFilterArguments(fullPath, readTokens('epics', filters));

/** One page of the epics of a group and of all below it. */
export function epicPageQuery(
  fullPath: string,
  { filters, state, sort, page }: ListAddress<EpicListSort>,
  size: number,
) {
  const { after, before } = page;
  return queryOptions({
    queryKey: ['epics', fullPath, 'list', filters, state, sort, after, before, size],
    queryFn: async ({ signal }): Promise<ItemPage<ListedEpic>> => {
      const variables = {
        ...epicVariables(fullPath, filters),
        ...pageArguments(page, size),
        state,
        sort: epicListSorts[sort],
      };
      const { group } = await request(groupEpics, variables, signal);
      if (!group) throw new NotFoundError('Group');
      return itemPageOf(group.epics);
    },
  });
}

/** The number of matching epics, by state. */
export function epicListCounts(fullPath: string, filters: string) {
  return queryOptions({
    queryKey: ['epics', fullPath, 'counts', filters],
    queryFn: async ({ signal }) => {
      const { group } = await request(epicCounts, { ...epicVariables(fullPath, filters), most: MAX_COUNT }, signal);
      return stateCountsOf(group?.opened?.count ?? 0, group?.closed?.count ?? 0);
    },
  });
}
