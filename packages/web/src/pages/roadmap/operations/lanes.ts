import { graphql } from '../../../gen/gql.ts';

// Used by the documents below and of the opening view; never requested by themselves.
graphql(`
  fragment RoadmapLane on EpicLane {
    key
    value
    title
    color
    count
    closed
    overdue
    health {
      onTrack
      needsAttention
      atRisk
      none
    }
    progress(tracking: $tracking) {
      percentage
    }
    startDate
    dueDate
    lacksStartDate
    lacksDueDate
    shades(layout: $layout, firstWeekday: $firstWeekday) @include(if: $hasShades)
    epic {
      id
      webPath
    }
  }
`);

graphql(`
  fragment RoadmapLanePage on EpicLaneConnection {
    nodes {
      ...RoadmapLane
      lanes(first: 50) {
        nodes {
          ...RoadmapLane
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`);

/** One page of lanes, with the first lanes of the second level in each; `within` a lane, a page of those in it. */
export const roadmapLanes = graphql(`
  query roadmapLanes(
    $fullPath: ID!
    $groupBy: String!
    $thenBy: String
    $showEmptyLanes: Boolean
    $within: String
    $layout: RoadmapLayout!
    $firstWeekday: Int
    $hasShades: Boolean = true
    $tracking: EpicProgressTracking
    $state: EpicState
    $sort: EpicSort
    $iid: ID
    $timeframe: Timeframe
    $endCursor: String = ""
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
    $ancestorIid: ID
  ) {
    group(fullPath: $fullPath) {
      id
      name
      epic(iid: $ancestorIid) {
        id
        title
      }
      epicLanes(
        groupBy: $groupBy
        thenBy: $thenBy
        showEmptyLanes: $showEmptyLanes
        within: $within
        state: $state
        sort: $sort
        iid: $iid
        timeframe: $timeframe
        first: 50
        after: $endCursor
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        ancestorIid: $ancestorIid
      ) @filtered(list: epics) {
        ...RoadmapLanePage
      }
    }
  }
`);

/** The label scopes that the roadmap can be grouped by. */
export const roadmapScopes = graphql(`
  query roadmapLabelScopes(
    $fullPath: ID!
    $state: EpicState
    $includeDescendantGroups: Boolean = true
    $ancestorIid: ID
  ) {
    group(fullPath: $fullPath) {
      id
      epicLabelScopes(state: $state, includeDescendantGroups: $includeDescendantGroups, ancestorIid: $ancestorIid)
        @filtered(list: epics) {
        scope
      }
    }
  }
`);

/** Some epics by id, each with the lane that it stands in. */
export const epicsInLanes = graphql(`
  query roadmapEpicsInLanes(
    $fullPath: ID!
    $groupBy: String!
    $thenBy: String
    $state: EpicState
    $sort: EpicSort
    $iid: ID
    $timeframe: Timeframe
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
    $ancestorIid: ID
    $ids: [ID!]
    $hasStatus: Boolean = false
  ) {
    group(fullPath: $fullPath) {
      id
      epics(
        state: $state
        sort: $sort
        iid: $iid
        timeframe: $timeframe
        first: 100
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        ancestorIid: $ancestorIid
        ids: $ids
      ) @filtered(list: epics) {
        nodes {
          ...RoadmapEpic
          laneKey(groupBy: $groupBy, thenBy: $thenBy)
        }
      }
    }
  }
`);
