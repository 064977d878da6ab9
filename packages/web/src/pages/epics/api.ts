import type { EpicSort, EpicState, GroupEpicsQuery } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import { graphqlPages, graphqlQuery } from '../../app/queries.ts';
import type { Sort } from '../../modules/work-items/sort.ts';

const groupEpics = graphql(`
  query groupEpics(
    $fullPath: ID!
    $state: EpicState
    $search: String
    $sort: EpicSort
    $labelName: [String!]
    $authorUsername: String
    $first: Int
    $after: String
  ) {
    group(fullPath: $fullPath) {
      id
      epics(
        state: $state
        search: $search
        sort: $sort
        labelName: $labelName
        authorUsername: $authorUsername
        first: $first
        after: $after
        includeDescendantGroups: true
      ) {
        nodes {
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
          author {
            id
            name
          }
          labels {
            nodes {
              id
              title
              color
              description
            }
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
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const epicCounts = graphql(`
  query epicCounts($fullPath: ID!, $search: String, $labelName: [String!], $authorUsername: String) {
    group(fullPath: $fullPath) {
      id
      opened: epics(
        state: opened
        search: $search
        labelName: $labelName
        authorUsername: $authorUsername
        first: 1
        includeDescendantGroups: true
      ) {
        count
      }
      closed: epics(
        state: closed
        search: $search
        labelName: $labelName
        authorUsername: $authorUsername
        first: 1
        includeDescendantGroups: true
      ) {
        count
      }
    }
  }
`);

export type ListedEpic = NonNullable<
  NonNullable<NonNullable<NonNullable<GroupEpicsQuery['group']>['epics']>['nodes']>[number]
>;

export const sortKeys = ['updated', 'created', 'start_date', 'due_date', 'title'] as const;
export type EpicSortKey = (typeof sortKeys)[number];

const sorts: Readonly<Record<EpicSortKey, { asc: EpicSort; desc: EpicSort }>> = {
  updated: { asc: 'UPDATED_AT_ASC', desc: 'UPDATED_AT_DESC' },
  created: { asc: 'CREATED_AT_ASC', desc: 'CREATED_AT_DESC' },
  start_date: { asc: 'START_DATE_ASC', desc: 'START_DATE_DESC' },
  due_date: { asc: 'END_DATE_ASC', desc: 'END_DATE_DESC' },
  title: { asc: 'TITLE_ASC', desc: 'TITLE_DESC' },
};

export interface EpicFilter {
  search: string;
  labelName: readonly string[];
  authorUsername: string;
}

const pageSize = 50;

/** The epics of a group and all below it, page by page. */
export function epicsPages(fullPath: string, state: EpicState, sort: Sort<EpicSortKey>, filter: EpicFilter) {
  const variables = {
    fullPath,
    state,
    sort: sorts[sort.key][sort.direction],
    first: pageSize,
    ...filter,
    labelName: [...filter.labelName],
  };
  return graphqlPages(['epics', fullPath, state, sort, filter], groupEpics, variables, (answer) => answer.group?.epics);
}

/** How many of them are open and closed. */
export function epicCountsQuery(fullPath: string, filter: EpicFilter) {
  return graphqlQuery(['epics', fullPath, 'counts', filter], epicCounts, {
    fullPath,
    ...filter,
    labelName: [...filter.labelName],
  });
}
