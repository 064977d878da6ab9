import { graphql } from '../../../gen/gql.ts';

// Used by the other documents of this file; never requested by itself.
graphql(`
  fragment RoadmapEpic on Epic {
    id
    iid
    title
    state
    webPath
    startDate
    dueDate
    startDateIsFixed
    dueDateIsFixed
    userPermissions {
      adminEpic
    }
    confidential
    recordedSince
    color
    textColor
    hasParent
    parent {
      id
      title
    }
    hasChildren
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
    ...EpicSelectFields
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
`);

graphql(`
  fragment RoadmapEpicPage on EpicConnection {
    nodes {
      ...RoadmapEpic
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`);

export const groupEpics = graphql(`
  query roadmapGroupEpicsWithColor(
    $fullPath: ID!
    $state: EpicState
    $sort: EpicSort
    $iid: ID
    $timeframe: Timeframe
    $first: Int = 50
    $endCursor: String = ""
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
    $ancestorIid: ID
    $ids: [ID!]
    $undated: Boolean
    $lane: String
    $hasStatus: Boolean = false
  ) {
    group(fullPath: $fullPath) {
      id
      name
      roadmapEpicsLimit
      epics(
        state: $state
        sort: $sort
        iid: $iid
        timeframe: $timeframe
        first: $first
        after: $endCursor
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        ancestorIid: $ancestorIid
        ids: $ids
        undated: $undated
        lane: $lane
      ) @filtered(list: epics) {
        ...RoadmapEpicPage
      }
    }
  }
`);

export const childEpics = graphql(`
  query epicChildEpics(
    $fullPath: ID!
    $iid: ID!
    $state: EpicState
    $sort: EpicSort
    $timeframe: Timeframe
    $first: Int = 100
    $endCursor: String = ""
    $hasStatus: Boolean = false
  ) {
    group(fullPath: $fullPath) {
      id
      name
      epic(iid: $iid) {
        id
        title
        children(state: $state, sort: $sort, timeframe: $timeframe, first: $first, after: $endCursor)
          @filtered(list: epics) {
          ...RoadmapEpicPage
        }
      }
    }
  }
`);
