import { filterArgumentsText, filterVariables } from '@milepost/core/filters/documents';
import { summaryCounts } from '@milepost/core/roadmap/summary';
import { selectFieldsOf } from '@milepost/core/fields/select-fields';
import { parse, type DocumentNode } from 'graphql';

/**
 * The only documents that a public link can query. They answer in the form of the page's own documents, without member-only
 * data: addresses of epics, ancestors of the group, names of people.
 */
const epic = /* GraphQL */ `
  fragment SharedEpic on Epic {
    id
    iid
    title
    state
    startDate
    dueDate
    confidential
    recordedSince
    color
    textColor
    hasParent
    hasChildrenWithinTimeframe
    ancestors {
      nodes {
        id
      }
    }
    group {
      id
      name
      fullName
      fullPath
    }
    labels {
      nodes {
        id
        title
        description
        color
        textColor
      }
    }
    linkedWorkItems {
      nodes {
        linkId
        linkType
        lagDays
        workItemState
        workItem {
          id
          title
          features {
            startAndDueDate {
              startDate
              dueDate
            }
          }
        }
      }
    }
    ${selectFieldsOf('epic').join(' ')}
    status @include(if: $hasStatus) {
      name
      color
      position
    }
    healthStatus {
      issuesOnTrack
      issuesNeedingAttention
      issuesAtRisk
      own
    }
    descendantWeightSum {
      closedIssues
      openedIssues
    }
    descendantCounts {
      openedEpics
      closedEpics
      openedIssues
      closedIssues
    }
  }
`;

const variables = `$state: EpicState $timeframe: Timeframe $and: EpicNarrowingInput ${filterVariables('epics')}`;
const filters = `state: $state timeframe: $timeframe and: $and ${filterArgumentsText('epics')}`;

const page = /* GraphQL */ `
  nodes {
    ...SharedEpic
  }
  pageInfo {
    hasNextPage
    endCursor
  }
`;

const first = `first: 1 iid: $iid includeDescendantGroups: $includeDescendantGroups ${filters}`;
const days = 'nodes { id startDate dueDate }';

/** By the names that the page uses. */
export const sharedDocuments = {
  roadmapGroupEpicsWithColor: parse(`
    query sharedEpics(
      $fullPath: ID! $sort: EpicSort $iid: ID $first: Int $endCursor: String
      $includeDescendantGroups: Boolean $topLevelHierarchyOnly: Boolean $ids: [ID!] $undated: Boolean $lane: String
      $hasStatus: Boolean = false ${variables}
    ) {
      group(fullPath: $fullPath) {
        id
        name
        epics(
          sort: $sort iid: $iid first: $first after: $endCursor includeDescendantGroups: $includeDescendantGroups
          topLevelHierarchyOnly: $topLevelHierarchyOnly ids: $ids undated: $undated lane: $lane ${filters}
        ) { ${page} }
      }
    }
    ${epic}
  `),
  roadmapLanes: parse(`
    query sharedLanes(
      $fullPath: ID! $sort: EpicSort $iid: ID $first: Int $endCursor: String $includeDescendantGroups: Boolean
      $topLevelHierarchyOnly: Boolean $groupBy: String! $thenBy: String $showEmptyLanes: Boolean
      $within: String $layout: RoadmapLayout! $firstWeekday: Int $tracking: EpicProgressTracking ${variables}
    ) {
      group(fullPath: $fullPath) {
        id
        name
        epicLanes(
          groupBy: $groupBy thenBy: $thenBy showEmptyLanes: $showEmptyLanes within: $within sort: $sort iid: $iid
          first: $first after: $endCursor includeDescendantGroups: $includeDescendantGroups
          topLevelHierarchyOnly: $topLevelHierarchyOnly ${filters}
        ) {
          nodes { ...SharedLane lanes(first: 50) { nodes { ...SharedLane } pageInfo { hasNextPage endCursor } } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
    fragment SharedLane on EpicLane {
      key value title color count closed overdue health { onTrack needsAttention atRisk none }
      progress(tracking: $tracking) { percentage } startDate dueDate lacksStartDate lacksDueDate
      shades(layout: $layout, firstWeekday: $firstWeekday)
    }
  `),
  epicChildEpics: parse(`
    query sharedChildren(
      $fullPath: ID! $sort: EpicSort $iid: ID! $first: Int $endCursor: String $hasStatus: Boolean = false ${variables}
    ) {
      group(fullPath: $fullPath) {
        id
        name
        epic(iid: $iid) {
          id
          children(sort: $sort first: $first after: $endCursor ${filters}) { ${page} }
        }
      }
    }
    ${epic}
  `),
  roadmapEpicCount: parse(`
    query sharedCount(
      $fullPath: ID! $iid: ID $includeDescendantGroups: Boolean $topLevelHierarchyOnly: Boolean $undated: Boolean
      ${variables}
    ) {
      group(fullPath: $fullPath) {
        id
        epics(
          iid: $iid includeDescendantGroups: $includeDescendantGroups topLevelHierarchyOnly: $topLevelHierarchyOnly
          undated: $undated ${filters}
        ) {
          count
        }
      }
    }
  `),
  roadmapSummary: parse(`
    query sharedSummary(
      $fullPath: ID! $iid: ID $includeDescendantGroups: Boolean $topLevelHierarchyOnly: Boolean ${variables}
    ) {
      group(fullPath: $fullPath) {
        id
        epicSummary(
          iid: $iid includeDescendantGroups: $includeDescendantGroups topLevelHierarchyOnly: $topLevelHierarchyOnly
          ${filters}
        ) { ${summaryCounts.join(' ')} }
      }
    }
  `),
  roadmapSignals: parse(`
    query sharedSignals($fullPath: ID! $iid: ID $includeDescendantGroups: Boolean $ids: [ID!] ${variables}) {
      group(fullPath: $fullPath) {
        id
        epics(ids: $ids first: 100 iid: $iid includeDescendantGroups: $includeDescendantGroups ${filters}) {
          nodes { id signalDetails(today: $today, progress: $progress) { name days done elapsed } }
        }
      }
    }
  `),
  roadmapExtent: parse(`
    query sharedExtent($fullPath: ID! $iid: ID $includeDescendantGroups: Boolean ${variables}) {
      group(fullPath: $fullPath) {
        id
        firstStart: epics(sort: START_DATE_ASC ${first}) { ${days} }
        lastStart: epics(sort: START_DATE_DESC ${first}) { ${days} }
        firstDue: epics(sort: END_DATE_ASC ${first}) { ${days} }
        lastDue: epics(sort: END_DATE_DESC ${first}) { ${days} }
      }
    }
  `),
  groupMilestonesEE: parse(/* GraphQL */ `
    query sharedMilestones($fullPath: ID!, $timeframe: Timeframe) {
      group(fullPath: $fullPath) {
        id
        milestones(state: active, timeframe: $timeframe, includeDescendants: true, includeAncestors: false) {
          nodes {
            id
            title
            state
            startDate
            dueDate
            groupMilestone
            subgroupMilestone
            projectMilestone
          }
        }
      }
    }
  `),
} as const satisfies Record<string, DocumentNode>;

/** Which of the given epics a link shows, at any depth and date. */
export const sharedNames = parse(`
  query sharedNames(
    $fullPath: ID! $iid: ID $ids: [ID!] $first: Int $includeDescendantGroups: Boolean ${variables}
  ) {
    group(fullPath: $fullPath) {
      id
      epics(iid: $iid ids: $ids first: $first includeDescendantGroups: $includeDescendantGroups ${filters}) {
        nodes {
          id
        }
      }
    }
  }
`);

export type SharedOperation = keyof typeof sharedDocuments;
