import { graphql } from '../../../gen/gql.ts';

/** The first page of `roadmapLanes` and the first rows of up to four lanes: what the opening view shows, in one request. */
export const firstLanes = graphql(`
  query roadmapFirstLanes(
    $fullPath: ID!
    $groupBy: String!
    $thenBy: String
    $showEmptyLanes: Boolean
    $layout: RoadmapLayout!
    $firstWeekday: Int
    $hasShades: Boolean = true
    $tracking: EpicProgressTracking
    $state: EpicState
    $sort: EpicSort
    $iid: ID
    $timeframe: Timeframe
    $first: Int = 50
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
    $ancestorIid: ID
    $hasStatus: Boolean = false
    $lane1: String
    $hasLane1: Boolean = false
    $lane2: String
    $hasLane2: Boolean = false
    $lane3: String
    $hasLane3: Boolean = false
    $lane4: String
    $hasLane4: Boolean = false
  ) {
    group(fullPath: $fullPath) {
      id
      name
      roadmapEpicsLimit
      epic(iid: $ancestorIid) {
        id
        title
      }
      epicLanes(
        groupBy: $groupBy
        thenBy: $thenBy
        showEmptyLanes: $showEmptyLanes
        state: $state
        sort: $sort
        iid: $iid
        timeframe: $timeframe
        first: 50
        after: ""
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        ancestorIid: $ancestorIid
      ) @filtered(list: epics) {
        ...RoadmapLanePage
      }
      lane1: epics(
        state: $state
        sort: $sort
        iid: $iid
        timeframe: $timeframe
        first: $first
        after: ""
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        ancestorIid: $ancestorIid
        lane: $lane1
      ) @filtered(list: epics) @include(if: $hasLane1) {
        ...RoadmapEpicPage
      }
      lane2: epics(
        state: $state
        sort: $sort
        iid: $iid
        timeframe: $timeframe
        first: $first
        after: ""
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        ancestorIid: $ancestorIid
        lane: $lane2
      ) @filtered(list: epics) @include(if: $hasLane2) {
        ...RoadmapEpicPage
      }
      lane3: epics(
        state: $state
        sort: $sort
        iid: $iid
        timeframe: $timeframe
        first: $first
        after: ""
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        ancestorIid: $ancestorIid
        lane: $lane3
      ) @filtered(list: epics) @include(if: $hasLane3) {
        ...RoadmapEpicPage
      }
      lane4: epics(
        state: $state
        sort: $sort
        iid: $iid
        timeframe: $timeframe
        first: $first
        after: ""
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        ancestorIid: $ancestorIid
        lane: $lane4
      ) @filtered(list: epics) @include(if: $hasLane4) {
        ...RoadmapEpicPage
      }
    }
  }
`);
