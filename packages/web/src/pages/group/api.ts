import { formatDay, type Day } from '@milepost/core/days';
import type { QueryKey } from '@tanstack/react-query';
import { graphqlQuery } from '../../platform/api/queries.ts';
import { session } from '../../platform/session/session.ts';
import type { GroupOverviewQuery, GroupMonthsQuery } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import { assignedIssuesQuery } from '../../modules/work-items/issues.ts';

const groupOverview = graphql(`
  query groupOverview($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      opened: epics(state: opened, first: 1, includeDescendantGroups: true) {
        count
      }
      closed: epics(state: closed, first: 1, includeDescendantGroups: true) {
        count
      }
      milestones(state: active, includeDescendants: true, sort: EXPIRED_LAST_DUE_DATE_ASC, first: 10) {
        nodes {
          id
          title
          startDate
          dueDate
          webPath
          stats {
            closedIssuesCount
            totalIssuesCount
          }
        }
      }
    }
  }
`);

const groupMonths = graphql(`
  query groupMonths($fullPath: ID!, $timeframe: Timeframe) {
    group(fullPath: $fullPath) {
      id
      epics(
        timeframe: $timeframe
        state: opened
        sort: START_DATE_DESC
        first: 7
        includeDescendantGroups: true
        topLevelHierarchyOnly: true
      ) {
        nodes {
          id
          title
          webPath
          color
          textColor
          startDate
          dueDate
        }
      }
    }
  }
`);

type Overview = NonNullable<GroupOverviewQuery['group']>;
export type OverviewMilestone = NonNullable<NonNullable<NonNullable<Overview['milestones']>['nodes']>[number]>;
export type MonthsEpic = NonNullable<
  NonNullable<NonNullable<NonNullable<GroupMonthsQuery['group']>['epics']>['nodes']>[number]
>;

/** Counts of epics, and the milestones that are not closed. */
export function overviewQuery(fullPath: string) {
  return graphqlQuery(['group-overview', fullPath], groupOverview, { fullPath });
}

/** The epics that overlap the days in between, from the last start on. */
export function monthsQuery(fullPath: string, start: Day, end: Day) {
  return graphqlQuery(['epics', fullPath, 'months', start], groupMonths, {
    fullPath,
    timeframe: { start: formatDay(start), end: formatDay(end) },
  });
}

/** The viewer's first open issues here, and the number of all. */
export const assignedQuery = (fullPath: string, username: string) => assignedIssuesQuery(fullPath, username, 2);

/** The queries of the group's cards. */
export function cardKeys(fullPath: string): QueryKey[] {
  const { viewer } = session();
  const { queryKey } = overviewQuery(fullPath);
  return viewer ? [queryKey, assignedQuery(fullPath, viewer.username).queryKey] : [queryKey];
}
