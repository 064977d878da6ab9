import { formatDay } from '@milepost/core/days';
import { type DayRange, intervalOfCharts } from '@milepost/core/dates/analytics';
import { graphql } from '../../gen/gql.ts';
import type { AnalyticsInterval } from '../../gen/graphql.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { graphqlQuery } from '../../platform/api/queries.ts';

graphql(`
  fragment IssueActivitySeries on NamespaceAnalytics {
    issueActivity(
      from: $from
      to: $to
      interval: $interval
      projectIds: $projectIds
      labelNames: $labelNames
      authorUsername: $authorUsername
      assigneeUsernames: $assigneeUsernames
      milestoneTitle: $milestoneTitle
    ) {
      from
      to
      opened
      closed
    }
  }
`);

const activityDocument = graphql(`
  query analyticsActivity(
    $fullPath: ID!
    $isProject: Boolean!
    $from: Date!
    $to: Date!
    $interval: AnalyticsInterval!
    $projectIds: [ID!]
    $labelNames: [String!]
    $authorUsername: String
    $assigneeUsernames: [String!]
    $milestoneTitle: String
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      analytics {
        ...IssueActivitySeries
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      analytics {
        ...IssueActivitySeries
      }
    }
  }
`);

graphql(`
  fragment IssueCompletionSeries on NamespaceAnalytics {
    issueCompletion(
      from: $from
      to: $to
      interval: $interval
      projectIds: $projectIds
      labelNames: $labelNames
      authorUsername: $authorUsername
      assigneeUsernames: $assigneeUsernames
      milestoneTitle: $milestoneTitle
    ) {
      from
      to
      completed
      leadTime
      cycleTime
    }
    # Medians of the whole range do not follow from those of its periods.
    whole: issueCompletion(
      from: $from
      to: $to
      interval: ALL
      projectIds: $projectIds
      labelNames: $labelNames
      authorUsername: $authorUsername
      assigneeUsernames: $assigneeUsernames
      milestoneTitle: $milestoneTitle
    ) {
      completed
      leadTime
      cycleTime
    }
  }
`);

const completionDocument = graphql(`
  query analyticsCompletion(
    $fullPath: ID!
    $isProject: Boolean!
    $from: Date!
    $to: Date!
    $interval: AnalyticsInterval!
    $projectIds: [ID!]
    $labelNames: [String!]
    $authorUsername: String
    $assigneeUsernames: [String!]
    $milestoneTitle: String
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      analytics {
        ...IssueCompletionSeries
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      analytics {
        ...IssueCompletionSeries
      }
    }
  }
`);

graphql(`
  fragment DeploymentActivitySeries on NamespaceAnalytics {
    deploymentActivity(from: $from, to: $to, interval: $interval, projectIds: $projectIds) {
      from
      to
      deployments
      changeFailureRate
    }
    whole: deploymentActivity(from: $from, to: $to, interval: ALL, projectIds: $projectIds) {
      deployments
      changeFailureRate
    }
  }
`);

const deploymentsDocument = graphql(`
  query analyticsDeployments(
    $fullPath: ID!
    $isProject: Boolean!
    $from: Date!
    $to: Date!
    $interval: AnalyticsInterval!
    $projectIds: [ID!]
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      analytics {
        ...DeploymentActivitySeries
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      analytics {
        ...DeploymentActivitySeries
      }
    }
  }
`);

graphql(`
  fragment OpenMergeRequestAges on NamespaceAnalytics {
    openMergeRequestAges(
      projectIds: $projectIds
      labelNames: $labelNames
      authorUsername: $authorUsername
      assigneeUsernames: $assigneeUsernames
      milestoneTitle: $milestoneTitle
    ) {
      fromDays
      untilDays
      count
    }
  }
`);

const agesDocument = graphql(`
  query analyticsRequestAges(
    $fullPath: ID!
    $isProject: Boolean!
    $projectIds: [ID!]
    $labelNames: [String!]
    $authorUsername: String
    $assigneeUsernames: [String!]
    $milestoneTitle: String
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      analytics {
        ...OpenMergeRequestAges
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      analytics {
        ...OpenMergeRequestAges
      }
    }
  }
`);

/** What is counted, in the variables of the requests. */
export interface AnalyticsFilter {
  projectIds?: string[];
  labelNames?: string[];
  authorUsername?: string;
  assigneeUsernames?: string[];
  milestoneTitle?: string;
}

const key = (name: string, home: NamespaceRef) => ['analytics', home.kind, home.fullPath, name];
const homeOf = ({ kind, fullPath }: NamespaceRef) => ({ fullPath, isProject: kind === 'project' });

function periodsOf(range: DayRange) {
  const interval = intervalOfCharts(range).toUpperCase() as AnalyticsInterval;
  return { from: formatDay(range.from), to: formatDay(range.to), interval };
}

export function issueActivityQuery(home: NamespaceRef, range: DayRange, filter: AnalyticsFilter) {
  const variables = { ...periodsOf(range), ...filter };
  return graphqlQuery([...key('activity', home), variables], activityDocument, { ...homeOf(home), ...variables });
}

export function issueCompletionQuery(home: NamespaceRef, range: DayRange, filter: AnalyticsFilter) {
  const variables = { ...periodsOf(range), ...filter };
  return graphqlQuery([...key('completion', home), variables], completionDocument, { ...homeOf(home), ...variables });
}

/** Deployments have no labels, authors, assignees and milestones. */
export function deploymentsQuery(home: NamespaceRef, range: DayRange, { projectIds }: AnalyticsFilter) {
  const variables = { ...periodsOf(range), ...(projectIds && { projectIds }) };
  return graphqlQuery([...key('deployments', home), variables], deploymentsDocument, { ...homeOf(home), ...variables });
}

/** Of the requests that are open now. */
export function requestAgesQuery(home: NamespaceRef, filter: AnalyticsFilter) {
  return graphqlQuery([...key('ages', home), filter], agesDocument, { ...homeOf(home), ...filter });
}
