import { formatDay, type Day } from '@milepost/core/days';
import { queryOptions } from '@tanstack/react-query';
import { graphqlQuery } from '../../app/graphql.ts';
import { restPage } from '../../app/rest.ts';
import type { GroupOverviewQuery, GroupYearQuery } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';
import type { ListedIssue } from '../../modules/work-items/issues.ts';

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
      milestones(state: active, includeDescendants: true, first: 100) {
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

const groupYear = graphql(`
  query groupYear($fullPath: ID!, $timeframe: Timeframe) {
    group(fullPath: $fullPath) {
      id
      epics(timeframe: $timeframe, state: opened, sort: START_DATE_ASC, first: 7, includeDescendantGroups: true) {
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
export type YearEpic = NonNullable<NonNullable<NonNullable<NonNullable<GroupYearQuery['group']>['epics']>['nodes']>[number]>;

/** Counts of epics and the milestones that are not closed. */
export function overviewQuery(fullPath: string) {
  return graphqlQuery(['group-overview', fullPath], groupOverview, { fullPath });
}

/** The first epics that touch the days between. */
export function yearQuery(fullPath: string, start: Day, end: Day) {
  return graphqlQuery(['epics', fullPath, 'year', start], groupYear, { fullPath, timeframe: { start: formatDay(start), end: formatDay(end) } });
}

/** How many open issues here are the viewer's, and the first of them. */
export function assignedQuery(fullPath: string, username: string) {
  return queryOptions({
    queryKey: ['issues', 'group', fullPath, 'assigned', username],
    queryFn: ({ signal }) =>
      restPage<ListedIssue>(
        `/groups/${encodeURIComponent(fullPath)}/issues`,
        { assignee_username: username, state: 'opened', order_by: 'updated_at', sort: 'desc', with_labels_details: true, per_page: 3 },
        1,
        signal,
      ),
  });
}
